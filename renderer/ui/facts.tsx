import type { ReactNode } from 'react';

export type NamedFact = readonly [name: string, value: ReactNode];

type FactsProps = { label?: string; facts: readonly NamedFact[]; className: string | undefined };

/** Named facts; unknown ones are left out. */
export function Facts({ label, facts, className }: FactsProps) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl aria-label={label} className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
