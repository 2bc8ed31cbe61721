// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles Enter and Space for all its cells.
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid.
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Matrix, MatrixCell } from '#shared/contract/planning.ts';
import { daysBetween } from '#shared/dates.ts';
import { shortDay, shortMiles, travelDate } from '#shared/formats.ts';
import { programmeShort } from '#shared/places/programmes.ts';
import { shadeOf } from '../../records/calendar-layout.ts';
import { cellFigure, cellLabel } from './plan-labels.ts';
import classes from './plans.module.css';

type MatrixGridProps = { matrix: Matrix; onPair: (cell: MatrixCell, out: string, back: string) => void };

/** Rows and columns that a key leads on by. */
const MOVES = new Map<string, readonly [rows: number, columns: number]>([
  ['ArrowUp', [-1, 0]],
  ['ArrowDown', [1, 0]],
  ['ArrowLeft', [0, -1]],
  ['ArrowRight', [0, 1]],
  ['Home', [0, Number.NEGATIVE_INFINITY]],
  ['End', [0, Number.POSITIVE_INFINITY]],
]);

const within = (place: number, count: number): number => Math.min(Math.max(place, 0), count - 1);

/** Outbound days by return days: one stop for Tab, arrow keys within, Enter or Space to choose a pair. */
export function MatrixGrid({ matrix: { outbound, back, cells }, onPair }: MatrixGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState({ row: 0, column: 0 });
  const current = { row: within(chosen.row, outbound.length), column: within(chosen.column, back.length) };
  const sorted = cells
    .flat()
    .flatMap((cell) => (cell === null || cell.miles === null ? [] : [cell.miles]))
    .sort((one, other) => one - other);
  const choose = (row: number, column: number) => {
    const cell = cells[row]?.[column];
    const [out, home] = [outbound[row], back[column]];
    if (cell != null && out !== undefined && home !== undefined && cell.versionIds.length > 0)
      onPair(cell, out, home);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (place === null) return;
    const [row, column] = [Number(place.dataset.row), Number(place.dataset.column)];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      choose(row, column);
      return;
    }
    const by = MOVES.get(event.key);
    if (by === undefined) return;
    event.preventDefault();
    const next = { row: within(row + by[0], outbound.length), column: within(column + by[1], back.length) };
    setChosen(next);
    grid.current
      ?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)
      ?.focus();
  };
  return (
    <div className={classes.days}>
      <table
        role="grid"
        aria-label="Outbound by return"
        ref={grid}
        className={classes.matrix}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Out \ Back
            </th>
            {back.map((day) => (
              <th key={day} scope="col" title={travelDate(day)}>
                {shortDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {outbound.map((day, row) => (
            <tr key={day}>
              <th scope="row" title={travelDate(day)}>
                {shortDay(day)}
              </th>
              {back.map((home, column) => {
                const cell = cells[row]?.[column] ?? null;
                const label = `${travelDate(day)} to ${travelDate(home)}, ${cellLabel(cell, daysBetween(day, home))}`;
                return (
                  <td
                    key={home}
                    role="gridcell"
                    tabIndex={row === current.row && column === current.column ? 0 : -1}
                    data-row={row}
                    data-column={column}
                    data-shade={
                      cell === null || cell.miles === null ? undefined : shadeOf(cell.miles, sorted)
                    }
                    data-pays={cell?.pays ?? undefined}
                    data-out={cell === null || undefined}
                    title={label}
                    onClick={() => choose(row, column)}
                    onFocus={() => setChosen({ row, column })}
                  >
                    <VisuallyHidden>{label}</VisuallyHidden>
                    {cell !== null && (
                      <span aria-hidden>
                        {cellFigure(cell, shortMiles)}
                        {cell.miles !== null && (
                          <span className={classes.programme}>
                            {cell.programmes.map(programmeShort).join(' + ')}
                          </span>
                        )}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
