import type { RunPage } from './complete.ts';

/** What decides how a run goes on, of its pages in the order in which they came. */
export type HeldPage = Pick<
  RunPage,
  'toolRef' | 'input' | 'receivedAt' | 'received' | 'repeated' | 'cursor' | 'hasMore' | 'partial'
> & {
  /** Whether it is known to have cost nothing. */
  free: boolean;
};

/** How a page is requested: the first cursor and `skip` past all that is held, or the newest cursor alone. */
export type Way = 'skip' | 'cursor';

/** What does not fit. `repeats`: it held nothing new. `may_skip`: rows before it may never have come. */
export type Finding = { page: number; kind: 'repeats' | 'may_skip' };

type PageToFit = Omit<HeldPage, 'toolRef' | 'partial' | 'free' | 'hasMore'>;

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

/** How a later page was requested, by its request. */
const requestBehind = (page: PageToFit, first: PageToFit): Way =>
  hasCursor(page.input) && skipOf(page.input) <= skipOf(first.input) ? 'cursor' : 'skip';

const A_WEEK_S = 7 * 86_400;
const SAME_CLOCK_S = 120;
/** Seconds, milliseconds or microseconds to a second. */
const UNITS = [1, 1_000, 1_000_000];

/**
 * Whether a cursor is the time of its answer. Some services name a snapshot of their data so: it grows as fast as the
 * clock and says nothing of rows. A time that grows at another rate may be that of the last row.
 */
function isClock(page: PageToFit, before: PageToFit): boolean {
  const [cursor, other] = [page.cursor, before.cursor];
  if (cursor === null || other === null) return false;
  const second = page.receivedAt / 1000;
  return UNITS.some(
    (unit) =>
      Math.abs(cursor / unit - second) < A_WEEK_S &&
      Math.abs((cursor - other) / unit - (page.receivedAt - before.receivedAt) / 1000) < SAME_CLOCK_S,
  );
}

/** What does not fit. Pages that are requested in the right way overlap, as such providers were observed to answer. */
export function findingsOf(pages: readonly PageToFit[]): Finding[] {
  const first = pages[0];
  if (first === undefined) return [];
  return pages.flatMap((page, index): Finding[] => {
    const before = pages[index - 1];
    if (before === undefined || page.repeated === null) return [];
    if (page.received > 0 && page.repeated >= page.received) return [{ page: index, kind: 'repeats' }];
    // The cursor counted on while rows were skipped beside it, and nothing shows that the two pages meet. An end may have
    // no cursor, or nought.
    const moved =
      page.cursor !== null &&
      page.cursor !== before.cursor &&
      !(page.received === 0 && page.cursor === 0) &&
      !isClock(page, before);
    return requestBehind(page, first) === 'skip' && moved && page.repeated === 0
      ? [{ page: index, kind: 'may_skip' }]
      : [];
  });
}

/** The way that the answers so far bear out; null where both have failed. */
export function wayOf(pages: readonly PageToFit[]): Way | null {
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  const findings = findingsOf(pages);
  const rowsUpTo = (end: Finding, found: readonly Finding[]) =>
    found.reduce((sum, { page }) => sum + (page > end.page ? 0 : (pages[page]?.received ?? 0)), 0);
  const repeats = (way: Way) =>
    findings.filter(({ page, kind }) => {
      const found = pages[page];
      return kind === 'repeats' && found !== undefined && requestBehind(found, first) === way;
    });
  const skipped = findings.filter(({ kind }) => kind === 'may_skip');
  // Rows that were read out of their order come once more when they are read in it, and no more than once.
  const repeated = repeats('cursor');
  const cursorFailed = repeated.some((end) => rowsUpTo(end, repeated) > rowsUpTo(end, skipped));
  // A cursor that leads nowhere was not followed where rows were skipped beside it either.
  const skipFailed = repeats('skip').length > 0 || (skipped.length > 0 && !cursorFailed);
  const failed = (way: Way) => (way === 'cursor' ? cursorFailed : skipFailed);
  // A cursor that is the number of rows so far, or of those that were looked through for them, is a place among them:
  // skipping beside it would skip them twice. Where no row came, there is nothing to skip.
  const isPlace = [first.received, takeOf(first.input)].some(
    (rows) => first.received === 0 || first.cursor === skipOf(first.input) + rows,
  );
  const usual: Way = pages.length > 1 ? requestBehind(last, first) : isPlace ? 'cursor' : 'skip';
  const other: Way = usual === 'skip' ? 'cursor' : 'skip';
  return !failed(usual) ? usual : !failed(other) ? other : null;
}

/** A finding in a sentence for the screen. */
export const findingWords = ({ page, kind }: Finding): string =>
  kind === 'repeats'
    ? `Page ${page + 1} only repeats records of earlier pages.`
    : `Page ${page + 1} may have left records out: its cursor moved on and nothing on it overlaps page ${page}.`;
