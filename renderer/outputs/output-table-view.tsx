import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { cellOf, cellText, type OutputTable } from './output-tables.ts';
import classes from './outputs.module.css';

const ROW_HEIGHT = 34;
const OVERSCAN = 12;
const LONGEST_CELL = 300;

const isNumber = (value: unknown): boolean => typeof value === 'number';
const shortened = (text: string): string =>
  text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;

/** A list of objects as a table of any length: only the rows in sight are drawn. */
export function OutputTableView({ table }: { table: OutputTable }) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const gap = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td colSpan={table.columns.length} style={{ height, padding: 0, border: 0 }} />
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
          {gap(before)}
          {items.map((item) => {
            const row = table.rows[item.index] ?? {};
            return (
              <tr key={item.index} aria-rowindex={item.index + 2}>
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
          {gap(after)}
        </tbody>
      </table>
    </section>
  );
}
