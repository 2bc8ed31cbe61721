import classes from './request-table.module.css';

const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A request member by member, exactly as it is sent. */
export function RequestTable({ input }: { input: unknown }) {
  if (typeof input !== 'object' || input === null) return <code>{words(input)}</code>;
  return (
    <dl className={classes.table}>
      {Object.entries(input).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
