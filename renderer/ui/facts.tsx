import type { ReactNode } from 'react';

export type NamedFact = readonly [name: string, value: ReactNode];

type FactsProps = { facts: readonly NamedFact[]; className: string | undefined };

/** Named facts; unknown ones are left out. */
export function Facts({ facts, className }: FactsProps) {
  const known = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <dl className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
