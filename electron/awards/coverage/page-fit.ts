import { isObject } from '#shared/json.ts';
import type { RunPage } from './complete.ts';

/** The columns of a page that decide how its run continues. */
export type FetchedPage = Pick<
  RunPage,
  'toolRef' | 'input' | 'receivedAt' | 'received' | 'repeated' | 'joins' | 'cursor' | 'hasMore' | 'partial'
>;

/** How the next page is requested: the first cursor with `skip` past all rows received, or the newest cursor alone. */
export type Paging = 'skip' | 'cursor';

/** `repeats`: the page has only records of earlier pages. `may_skip`: rows before it may be missing. */
export type PageProblem = { page: number; kind: 'repeats' | 'may_skip' };

type PageToFit = Omit<FetchedPage, 'toolRef' | 'partial' | 'hasMore' | 'joins'>;

const numberIn = (input: unknown, member: string): number | null =>
  isObject(input) && typeof input[member] === 'number' ? input[member] : null;
const skipOf = (input: unknown): number => numberIn(input, 'skip') ?? 0;
const hasCursor = (input: unknown): boolean => isObject(input) && 'cursor' in input;

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
  const [cursor, other] = [page.cursor ?? 0, before.cursor ?? 0];
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

/**
 * The paging method of a run: the one that an answer bore out, by a page that followed it, said something new and fits
 * what came before or goes on with its days, and from then on no other, whatever the cursor does. Before that, the one that the first answer suggests, or the other where
 * pages by it may have left rows out. Null once a page repeated what came before: the run has ended.
 */
export function choosePaging(pages: readonly (PageToFit & Pick<FetchedPage, 'joins'>)[]): Paging | null {
  const first = pages[0];
  if (first === undefined) return null;
  const problems = findPageProblems(pages);
  if (problems.some(({ kind }) => kind === 'repeats')) return null;
  const fitting = pages.find(
    ({ received, repeated, joins }, index) =>
      index > 0 &&
      received > 0 &&
      repeated !== null &&
      (joins === true || !problems.some(({ page }) => page === index)),
  );
  if (fitting !== undefined) return pagingOf(fitting, first);
  if (problems.length > 0) return 'cursor';
  const last = pages.at(-1) ?? first;
  if (last !== first) return pagingOf(last, first);
  // A cursor equal to the rows received or examined so far is an offset: adding `skip` would skip them twice. If no row was
  // received, there is nothing to skip.
  const { received, cursor, input } = first;
  const isRowCount = [received, numberIn(input, 'take') ?? received].some(
    (rows) => cursor === skipOf(input) + rows,
  );
  return received === 0 || isRowCount ? 'cursor' : 'skip';
}

/** A sentence for the screen. @param cost what the pages of the run cost, in words; null where that is not known */
export const pageProblemMessage = ({ page, kind }: PageProblem, cost: string | null): string =>
  kind === 'repeats'
    ? `Page ${page + 1} only repeats records of earlier pages, so no further page is bought.${cost === null ? '' : ` The pages of this run cost ${cost}.`}`
    : `Page ${page + 1} may have left records out: its cursor moved on and nothing on it overlaps page ${page}.`;
