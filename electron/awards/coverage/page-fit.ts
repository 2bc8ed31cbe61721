/** What is known of a run's pages, in the order in which they came. */
export type HeldPage = {
  toolRef: string;
  input: unknown;
  /** UTC ms. */
  receivedAt: number;
  /** Rows in the answer's data, whatever their quality. */
  received: number;
  /** Those of its records that the run had before; null where that was not counted. */
  repeated: number | null;
  cursor: number | null;
  hasMore: boolean | null;
  /** Whether something may be missing on it or before it. */
  partial: boolean;
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

const hasCursor = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'cursor' in input;

/** How a later page was requested, by its request. */
const requestBehind = (page: PageToFit, first: PageToFit): Way =>
  hasCursor(page.input) && skipOf(page.input) <= skipOf(first.input) ? 'cursor' : 'skip';

/** A snapshot's name may be its moment: such a cursor may move by itself, and says nothing of rows. */
const A_WEEK_S = 7 * 86_400;
function isClock({ cursor, receivedAt }: PageToFit): boolean {
  if (cursor === null) return false;
  const second = receivedAt / 1000;
  return [cursor, cursor / 1000, cursor / 1_000_000].some((at) => Math.abs(at - second) < A_WEEK_S);
}

/** Pages are known to overlap where they are requested in the right way: the observed practice of such providers. */
export function findingsOf(pages: readonly PageToFit[]): Finding[] {
  const first = pages[0];
  if (first === undefined) return [];
  return pages.flatMap((page, index): Finding[] => {
    const before = pages[index - 1];
    if (before === undefined || page.received === 0 || page.repeated === null) return [];
    if (page.repeated >= page.received) return [{ page: index, kind: 'repeats' }];
    // The cursor counted on while rows were skipped beside it, and nothing shows that the two pages meet.
    const moved = page.cursor !== null && page.cursor !== before.cursor && !isClock(page);
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
  const failed = (way: Way) =>
    findings.some(({ page, kind }) => {
      const found = pages[page];
      // Rows that were read out of their order come once more when they are read in it.
      const caughtUp =
        way === 'cursor' && kind === 'repeats' && findings.some((other) => other.kind === 'may_skip');
      return found !== undefined && requestBehind(found, first) === way && !caughtUp;
    });
  // A cursor that is the number of rows so far is a place among them: skipping beside it would skip them twice.
  const isPlace = first.received > 0 && first.cursor === skipOf(first.input) + first.received;
  const usual: Way = pages.length > 1 ? requestBehind(last, first) : isPlace ? 'cursor' : 'skip';
  const other: Way = usual === 'skip' ? 'cursor' : 'skip';
  return !failed(usual) ? usual : !failed(other) ? other : null;
}

/** A finding in a sentence for the screen. */
export const findingWords = ({ page, kind }: Finding): string =>
  kind === 'repeats'
    ? `Page ${page + 1} only repeats records of earlier pages.`
    : `Page ${page + 1} may have left records out: its cursor moved on and nothing on it overlaps page ${page}.`;
