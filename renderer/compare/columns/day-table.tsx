import { Checkbox, Group, Title } from '@mantine/core';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { contentKeys } from '#shared/content-keys.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { plural, travelDate } from '#shared/formats.ts';
import classes from '../compare.module.css';
import { WideTable } from '../wide-table.tsx';
import type { ComparisonRead } from './compared-column.ts';
import { type DayCell, dayCells } from './comparison-rows.ts';
import { dayPath } from './figure-paths.ts';
import { isReadInPart } from './read-alike.ts';
import { shortTitles } from './short-titles.ts';

/** Fills a tall window. */
const FIRST = 40;
/** Rendered automatically after the first paint: more than a year. */
const BY_ITSELF = 400;
const STEP = 400;

/**
 * How many rows of a long table are rendered: a windowful in the first paint, a year after it, more on request, and all
 * of them on paper.
 */
function useRenderedRows(rows: readonly unknown[]): { rendered: number; more: (() => void) | null } {
  const [state, setState] = useState({ rows, rendered: FIRST });
  const rendered = state.rows === rows ? state.rendered : FIRST;
  useEffect(() => {
    // After the frame with the first rows, and giving way to the user's actions.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setState({ rows, rendered: Math.max(rendered, BY_ITSELF) })),
    );
    return () => cancelAnimationFrame(frame);
  }, [rows, rendered]);
  useEffect(() => {
    const drawAll = () => flushSync(() => setState({ rows, rendered: rows.length }));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [rows]);
  return {
    rendered: Math.min(rendered, rows.length),
    more:
      rendered >= BY_ITSELF && rendered < rows.length
        ? () => setState({ rows, rendered: rendered + STEP })
        : null,
  };
}

type DayTableProps = {
  comparison: ComparisonRead;
  titles: readonly string[];
  areNarrowed: readonly boolean[];
  columns: readonly CompareColumn[];
  common: RecordFilter;
};

/** One calendar for all columns: cheapest miles per day; days without space and days not read are distinguished. */
export function DayTable({ comparison, titles, areNarrowed, columns, common }: DayTableProps) {
  const [openOnly, setOpenOnly] = useState(false);
  const days = useMemo(
    () =>
      comparison.days.filter(({ cells }) => !openOnly || cells.some((cell) => cell && cell.withSpace > 0)),
    [comparison.days, openOnly],
  );
  const areMixed = useMemo(
    () => comparison.columns.map(({ cabins }) => cabins.length > 1),
    [comparison.columns],
  );
  const { rendered, more } = useRenderedRows(days);
  const keys = useMemo(() => contentKeys(columns), [columns]);
  if (comparison.days.length === 0) return null;
  return (
    <section>
      <Group justify="space-between" mt="xl" mb="xs">
        <Group gap="sm">
          <Title order={2} size="h5">
            Day by day
          </Title>
          <span className={classes.starKey} aria-hidden>
            ★ best of the day
          </span>
        </Group>
        <Checkbox
          className={classes.notOnPaper}
          size="xs"
          label="Only days with award space"
          checked={openOnly}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
      </Group>
      <WideTable tall label="Day by day" minWidth={190 + comparison.columns.length * 140}>
        {/* Hundreds of days times six columns: plain elements render several times as fast as components. */}
        <table
          aria-label="Cheapest miles day by day"
          aria-rowcount={days.length + 1}
          className={classes.days}
        >
          <thead>
            <tr>
              <th scope="col" className={classes.dayHead}>
                Day
              </th>
              {shortTitles(titles).map((title, index) => (
                <th key={keys[index]} scope="col" title={titles[index]}>
                  <span className={classes.dayTitle}>{title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.slice(0, rendered).map(({ date, cells }) => (
              <DayRow
                key={date}
                date={date}
                cells={cells}
                areNarrowed={areNarrowed}
                areMixed={areMixed}
                isInPart={isReadInPart(comparison.columns, date)}
                columns={columns}
                keys={keys}
                common={common}
              />
            ))}
          </tbody>
        </table>
      </WideTable>
      {more !== null && (
        <button type="button" className={classes.more} onClick={more}>
          Show more days ({plural(days.length - rendered, 'more day')})
        </button>
      )}
    </section>
  );
}

type DayRowProps = ComparisonRead['days'][number] & {
  areNarrowed: readonly boolean[];
  areMixed: readonly boolean[];
  /** Whether a column was read only in part on this day. */
  isInPart: boolean;
  /** Of the columns. */
  keys: readonly string[];
} & Pick<DayTableProps, 'columns' | 'common'>;

function DayRow({ date, cells, areNarrowed, areMixed, isInPart, columns, keys, common }: DayRowProps) {
  return (
    <tr>
      <th scope="row" title={date}>
        {travelDate(date)}
      </th>
      {dayCells(cells, areNarrowed, isInPart).map((cell, index) => (
        <td key={keys[index]} data-kind={cell.kind} data-best={cell.best || undefined}>
          <DayFigure cell={cell} column={columns[index]} common={common} date={date} />
          {cell.best && (
            <span className={classes.bestOfDay} data-mixed={areMixed[index] || undefined}>
              {areMixed[index] ? 'best of the day, cabins mixed' : 'best of the day'}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

type DayFigureProps = {
  cell: DayCell;
  column: CompareColumn | undefined;
  common: RecordFilter;
  date: string;
};

/** A column's figure on a day: miles link to the day's records. */
const DayFigure = ({ cell, column, common, date }: DayFigureProps) =>
  column === undefined || cell.kind !== 'space' ? (
    cell.words
  ) : (
    <Link href={dayPath(column, common, date)} className={classes.figureLink}>
      {cell.words}
    </Link>
  );
