import type { RunPage } from './complete.ts';

/** The columns of a page that decide how its run continues. */
export type FetchedPage = Pick<
  RunPage,
  'toolRef' | 'input' | 'receivedAt' | 'received' | 'repeated' | 'cursor' | 'hasMore' | 'partial'
> & {
  /** Whether the page is known to have been free. */
  free: boolean;
};

/** How the next page is requested: the first cursor with `skip` past all rows received, or the newest cursor alone. */
export type Paging = 'skip' | 'cursor';

/** `repeats`: the page has only records of earlier pages. `may_skip`: rows before it may be missing. */
export type PageProblem = { page: number; kind: 'repeats' | 'may_skip' };

type PageToFit = Omit<FetchedPage, 'toolRef' | 'partial' | 'free' | 'hasMore'>;

const skipOf = (input: unknown): number =>
  typeof input === 'object' && input !== null && 'skip' in input && typeof input.skip === 'number'
    ? input.skip
    : 0;

const takeOf = (input: unknown): number =>
  typeof input === 'object' && input !== null && 'take' in input && typeof input.take === 'number'
    ? input.take
    : Number.NaN;

const hasCursor = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'cursor' in input;

/** How a page after the first was requested. */
const pagingOf = (page: PageToFit, first: PageToFit): Paging =>
  hasCursor(page.input) && skipOf(page.input) <= skipOf(first.input) ? 'cursor' : 'skip';

const WEEK_S = 7 * 86_400;
const CLOCK_TOLERANCE_S = 120;
/** Units per second: seconds, milliseconds and microseconds. */
const UNITS = [1, 1_000, 1_000_000];

/**
 * Whether a cursor is the time of its answer. Some services identify a snapshot that way: it grows with the clock and does
 * not depend on rows. A time that grows at another rate may be that of the last row.
 */
function isTimestampCursor(page: PageToFit, before: PageToFit): boolean {
  const [cursor, other] = [page.cursor, before.cursor];
  if (cursor === null || other === null) return false;
  const second = page.receivedAt / 1000;
  return UNITS.some(
    (unit) =>
      Math.abs(cursor / unit - second) < WEEK_S &&
      Math.abs((cursor - other) / unit - (page.receivedAt - before.receivedAt) / 1000) < CLOCK_TOLERANCE_S,
  );
}

/** Finds pages that do not fit those before them. Observed providers return overlapping pages if paging is right. */
export function findPageProblems(pages: readonly PageToFit[]): PageProblem[] {
  const first = pages[0];
  if (first === undefined) return [];
  return pages.flatMap((page, index): PageProblem[] => {
    const before = pages[index - 1];
    if (before === undefined || page.repeated === null) return [];
    if (page.received > 0 && page.repeated >= page.received) return [{ page: index, kind: 'repeats' }];
    // The cursor advanced although `skip` was used, and no overlap shows that the two pages are contiguous. The last page
    // may have no cursor, or 0.
    const cursorAdvanced =
      page.cursor !== null &&
      page.cursor !== before.cursor &&
      !(page.received === 0 && page.cursor === 0) &&
      !isTimestampCursor(page, before);
    return pagingOf(page, first) === 'skip' && cursorAdvanced && page.repeated === 0
      ? [{ page: index, kind: 'may_skip' }]
      : [];
  });
}

/** Chooses the paging method that the answers so far support; null if both failed. */
export function choosePaging(pages: readonly PageToFit[]): Paging | null {
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  const problems = findPageProblems(pages);
  const rowsUpTo = (end: PageProblem, found: readonly PageProblem[]) =>
    found.reduce((sum, { page }) => sum + (page > end.page ? 0 : (pages[page]?.received ?? 0)), 0);
  const repeats = (way: Paging) =>
    problems.filter(({ page, kind }) => {
      const found = pages[page];
      return kind === 'repeats' && found !== undefined && pagingOf(found, first) === way;
    });
  const skipped = problems.filter(({ kind }) => kind === 'may_skip');
  // After a switch to cursor paging, rows that were read out of order repeat once, and no more than once.
  const repeated = repeats('cursor');
  const cursorFailed = repeated.some((end) => rowsUpTo(end, repeated) > rowsUpTo(end, skipped));
  // If cursor paging failed, an advancing cursor is no evidence that `skip` missed rows.
  const skipFailed = repeats('skip').length > 0 || (skipped.length > 0 && !cursorFailed);
  const hasFailed = (way: Paging) => (way === 'cursor' ? cursorFailed : skipFailed);
  // A cursor equal to the rows received or examined so far is an offset: adding `skip` would skip them twice. If no row was
  // received, there is nothing to skip.
  const isRowCount = [first.received, takeOf(first.input)].some(
    (rows) => first.received === 0 || first.cursor === skipOf(first.input) + rows,
  );
  const preferred: Paging = pages.length > 1 ? pagingOf(last, first) : isRowCount ? 'cursor' : 'skip';
  const other: Paging = preferred === 'skip' ? 'cursor' : 'skip';
  return !hasFailed(preferred) ? preferred : !hasFailed(other) ? other : null;
}

/** A sentence for the screen. */
export const pageProblemMessage = ({ page, kind }: PageProblem): string =>
  kind === 'repeats'
    ? `Page ${page + 1} only repeats records of earlier pages.`
    : `Page ${page + 1} may have left records out: its cursor moved on and nothing on it overlaps page ${page}.`;
