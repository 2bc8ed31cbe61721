import { Link } from 'wouter';
import type { Scope } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import { resultsPath } from '../../addresses/results-address.ts';
import { BookButton } from '../../booking/book-button.tsx';
import classes from '../compare.module.css';
import { WideTable } from '../wide-table.tsx';
import { CHANGED_COLUMNS, type ChangedRow, changedCells } from './difference-labels.ts';

type ChangedTableProps = {
  rows: readonly ChangedRow[];
  /** The earlier run and the later one. */
  scopes: readonly [Scope, Scope];
  total: number;
  isLoading: boolean;
  /** Reads further rows; null where all are loaded. */
  onMore: (() => void) | null;
};

/** The record as the later run has it, or as the earlier one had it. */
function recordPath({ before, after }: ChangedRow, [earlier, later]: readonly [Scope, Scope]): string {
  const [scope, row] = after === null ? [earlier, before] : [later, after];
  return resultsPath({ scope, record: row?.versionId ?? null });
}

/** The records that changed, both sides of each, by date. */
export function ChangedTable({ rows, scopes, total, isLoading, onMore }: ChangedTableProps) {
  return (
    <>
      <WideTable tall label="What changed, record by record" minWidth={950}>
        <table aria-label="Changed records" aria-rowcount={total + 1} className={classes.days}>
          <thead>
            <tr>
              {CHANGED_COLUMNS.map(([name, title]) => (
                <th key={name} scope="col" className={classes.head} data-column={name}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const cells = changedCells(row);
              return (
                <tr key={`${row.before?.versionId ?? ''} ${row.after?.versionId ?? ''}`}>
                  {CHANGED_COLUMNS.map(([name]) => (
                    <td key={name}>
                      {name === 'miles' ? (
                        <Link href={recordPath(row, scopes)} className={classes.figureLink}>
                          {cells.miles}
                        </Link>
                      ) : name === 'date' && row.after?.available === true ? (
                        <>
                          {cells.date} <BookButton record={row.after} size="compact-xs" />
                        </>
                      ) : (
                        cells[name]
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </WideTable>
      {onMore !== null && (
        <button type="button" className={classes.more} disabled={isLoading} onClick={onMore}>
          Show more ({formatNumber(rows.length)} of {formatNumber(total)} shown)
        </button>
      )}
    </>
  );
}
