import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { ExportView } from '#shared/contract/export.ts';
import { absoluteTime, formatNumber, plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { alikeLabels, columnsOnPaper, type RecordColumn } from '../records/record-columns.tsx';
import { filterLabels } from '../records/record-filters.ts';
import classes from './print-records.module.css';

/** Some fifty sheets; a file is better for more. */
const MAX_PRINTED = 2_000;
/** The most rows that the contract returns at once. */
const WINDOW = 1_000;

export type TableView = Extract<ExportView, { view: 'table' }>;
export type Printable = {
  title: string;
  filters: readonly string[];
  columns: readonly RecordColumn[];
  rows: readonly RecordRow[];
  /** What is the same in every row, instead of a column each. */
  common: readonly string[];
  /** How many records there are, printed or not. */
  total: number;
  /** UTC ms. */
  at: number;
};

/**
 * Everything to be printed, read before printing starts.
 * @param hidden the columns that are not on the screen
 */
export async function readPrintable(
  { scope, filter, sort }: TableView,
  hidden: readonly string[],
): Promise<Printable> {
  const summary = api.results.scope({ scope });
  const rows: RecordRow[] = [];
  let total = 0;
  for (let offset = 0; offset < MAX_PRINTED; offset += WINDOW) {
    const read = await api.results.records({ scope, filter, sort, offset, limit: WINDOW });
    rows.push(...read.rows);
    total = read.total;
    if (read.rows.length < WINDOW) break;
  }
  // One traveller has a seat wherever there is award space.
  const isAlone = (await api.wallet.read()).travellers === 1;
  const sources = filter.sources === undefined ? [] : (await api.results.facets({ scope })).sources;
  return {
    title: (await summary).title,
    filters: filterLabels(filter, { sources, ...(isAlone && { usual: { enoughSeats: true } }) }).map(
      ({ words }) => words,
    ),
    columns: columnsOnPaper(hidden),
    common: alikeLabels((await summary).alike).flatMap(({ column, words }) =>
      hidden.includes(column) ? words : [],
    ),
    rows,
    total,
    at: Date.now(),
  };
}

/** Columns whose text may wrap: lists, and what the user wrote. */
const WRAPPING: ReadonlySet<string> = new Set(['airlines', 'marks']);

/** A table for paper only, beside the page: printed once it is rendered, then removed. */
export function PrintRecords({ printable, onDone }: { printable: Printable; onDone: () => void }) {
  const { title, filters, columns, common, rows, total, at } = printable;
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    // Once it is rendered.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  const left = total - rows.length;
  const wraps = useRef<HTMLTableSectionElement>(null);
  // Cells are those of the screen, which are not made for paper.
  useLayoutEffect(() => {
    columns.forEach(({ id }, place) => {
      if (!WRAPPING.has(id)) return;
      for (const row of wraps.current?.rows ?? []) row.cells[place]?.setAttribute('data-wraps', '');
    });
  }, [columns]);
  return createPortal(
    <div className={classes.paper}>
      <h1>{title}</h1>
      <p>
        {filters.length > 0 && `Only ${filters.join(', ')}. `}
        {left > 0
          ? `The first ${formatNumber(rows.length)} of ${plural(total, 'record')}; ${formatNumber(left)} are left out. The CSV export holds them all.`
          : `${plural(total, 'record')}.`}{' '}
        As of {absoluteTime(at)}
        {common.length > 0 && `; ${common.join(', ')}`}.
      </p>
      <table aria-label="Award results on paper">
        <thead>
          <tr>
            {columns.map(({ id, name, numeric }) => (
              <th key={id} data-numeric={numeric || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={wraps}>
          {rows.map((row) => (
            <tr key={row.versionId}>{columns.map(({ cell }) => cell(row, at))}</tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
