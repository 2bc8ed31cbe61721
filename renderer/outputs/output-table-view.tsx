import { useRef } from 'react';
import { ROW_HEIGHT, useRowsInSight } from '../ui/rows-in-sight.ts';
import { cellOf, cellText, type OutputTable } from './output-tables.ts';
import classes from './outputs.module.css';

const LONGEST_CELL = 300;

const isNumber = (value: unknown): boolean => typeof value === 'number';
const shortened = (text: string): string =>
  text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;

/** A list of objects as a table of any length: only the rows in sight are rendered. */
export function OutputTableView({ table }: { table: OutputTable }) {
  const scroller = useRef<HTMLElement>(null);
  const { first, end } = useRowsInSight(scroller, table.rows.length);
  const gap = (rows: number) =>
    rows > 0 && (
      <tr aria-hidden>
        <td colSpan={table.columns.length} style={{ height: rows * ROW_HEIGHT, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Rows">
      <table aria-label="Output" aria-rowcount={table.rows.length + 1} className={classes.table}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                title={column.description || undefined}
                data-number={isNumber(cellOf(table.rows[0] ?? {}, column)) || undefined}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {gap(first)}
          {table.rows.slice(first, end).map((row, place) => {
            const index = first + place;
            return (
              <tr key={index} aria-rowindex={index + 2}>
                {table.columns.map((column) => {
                  const value = cellOf(row, column);
                  const text = cellText(value);
                  return (
                    <td
                      key={column.name}
                      data-number={isNumber(value) || undefined}
                      data-none={text === '' || undefined}
                      title={text.length > 30 ? shortened(text) : undefined}
                    >
                      {text === '' ? (value === '' ? '' : '–') : shortened(text)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {gap(table.rows.length - end)}
        </tbody>
      </table>
    </section>
  );
}
