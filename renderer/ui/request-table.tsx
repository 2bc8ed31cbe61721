import { Fragment } from 'react';
import classes from './request-table.module.css';

const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A request member by member, exactly as it is sent; a long list breaks after a comma. */
export function RequestTable({ input }: { input: unknown }) {
  if (typeof input !== 'object' || input === null) return <code>{words(input)}</code>;
  return (
    <dl className={classes.table}>
      {Object.entries(input).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {words(value)
              .split(/(?<=,)/u)
              .map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
                <Fragment key={place}>
                  {place > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
