import { describe, expect, it } from 'vitest';
import { isComplete } from './complete.ts';
import { nextPage } from './next-page.ts';
import { type FetchedPage, findPageProblems, pageProblemMessage } from './page-fit.ts';

const page = (change: Partial<FetchedPage> = {}): FetchedPage => ({
  toolRef: 'operation:v1:award',
  input: { origin_airport: 'JFK', destination_airport: 'LHR', take: 500 },
  receivedAt: 1_700_000_000_000,
  received: 500,
  repeated: null,
  cursor: 1_700_000_000,
  hasMore: true,
  partial: false,
  joins: null,
  ...change,
});

describe('the next page', () => {
  it("asks the first page's request with the first cursor and skips what is held", () => {
    const pages = [page(), page({ cursor: 1_800_000_000, received: 480 })];
    expect(nextPage(pages)).toEqual({
      toolRef: 'operation:v1:award',
      input: {
        origin_airport: 'JFK',
        destination_airport: 'LHR',
        take: 500,
        cursor: 1_700_000_000,
        skip: 980,
      },
    });
  });

  it('counts on from where the first page began', () => {
    const input = { origin_airport: 'JFK', destination_airport: 'LHR', skip: 100 };
    expect(nextPage([page({ input, received: 10 })])?.input).toMatchObject({ skip: 110 });
  });

  it('is none where the last answer has no more or does not say', () => {
    expect(nextPage([page({ hasMore: false })])).toBeNull();
    expect(nextPage([page({ hasMore: null })])).toBeNull();
    expect(nextPage([])).toBeNull();
  });

  it('is none after an answer that lacks the cursor which the one before it named', () => {
    const second = page({ input: { ...(page().input as object), skip: 500 }, cursor: null });
    expect(nextPage([page(), second])).toBeNull();
    expect(nextPage([page(), { ...second, cursor: page().cursor }])).not.toBeNull();
  });

  it('is none where another request would be for the same page, or for a cursor the contract does not take', () => {
    expect(nextPage([page(), page({ received: 0 })])).toBeNull();
    expect(nextPage([page({ cursor: null })])).toBeNull();
    expect(nextPage([page({ cursor: 0.5 })])).toBeNull();
    expect(nextPage([page({ cursor: 2 ** 60 })])).toBeNull();
    expect(nextPage([page({ input: 'JFK' })])).toBeNull();
  });
});

const input = { origin_airport: 'JFK', destination_airport: 'LHR', take: 500 };
const request = (pages: readonly FetchedPage[]) => nextPage(pages)?.input;

describe('a cursor that moves with each page', () => {
  const first = page({ cursor: 77 });
  const bySkip = page({ input: { ...input, cursor: 77, skip: 500 }, cursor: 99, repeated: 0 });

  it('is noticed where nothing of the page overlaps what came before, and then followed', () => {
    expect(findPageProblems([first, bySkip])).toEqual([{ page: 1, kind: 'may_skip' }]);
    expect(request([first, bySkip])).toEqual({ ...input, cursor: 99 });
  });

  it('is followed from the beginning where it counts the rows', () => {
    expect(request([page({ cursor: 500 })])).toEqual({ ...input, cursor: 500 });
    const second = page({ input: { ...input, cursor: 500 }, cursor: 1000, repeated: 0 });
    expect(findPageProblems([page({ cursor: 500 }), second])).toEqual([]);
    expect(request([page({ cursor: 500 }), second])).toEqual({ ...input, cursor: 1000 });
  });

  it('says nothing where pages overlap, or where it is the moment of the answer', () => {
    expect(findPageProblems([first, { ...bySkip, repeated: 5 }])).toEqual([]);
    expect(request([first, { ...bySkip, repeated: 5 }])).toEqual({ ...input, cursor: 77, skip: 1000 });
    const third = page({ input: { ...input, cursor: 77, skip: 1000 }, cursor: 99, repeated: 0 });
    expect(request([first, { ...bySkip, cursor: 77 }, third])).toMatchObject({ cursor: 77, skip: 1500 });
    const clock = { ...bySkip, cursor: 1_700_000_060 };
    expect(findPageProblems([page(), clock])).toEqual([]);
    expect(request([page(), clock])).toMatchObject({ cursor: 1_700_000_000, skip: 1000 });
  });
});

describe('a page without any row', () => {
  const empty = (change: Partial<FetchedPage>) => page({ received: 0, repeated: 0, ...change });

  it('that names a further cursor is continued, three times in a row at most', () => {
    const first = empty({ cursor: 77 });
    expect(request([first])).toEqual({ ...input, cursor: 77 });
    const second = empty({ input: { ...input, cursor: 77 }, cursor: 88 });
    expect(request([first, second])).toEqual({ ...input, cursor: 88 });
    const third = empty({ input: { ...input, cursor: 88 }, cursor: 99 });
    expect(nextPage([first, second, third])).toBeNull();
    expect(request([first, second, { ...third, received: 10 }])).toEqual({ ...input, cursor: 99 });
    const filled = page({ input: { ...input, cursor: 77 }, cursor: 88, received: 10, repeated: 0 });
    const beyond = empty({ input: { ...input, cursor: 100 }, cursor: 101 });
    expect(request([first, filled, third, beyond])).toEqual({ ...input, cursor: 101 });
  });

  it('is no end where the cursor is the number of a page, and is requested again by that', () => {
    const first = page({ cursor: 2 });
    const beyond = empty({ input: { ...input, cursor: 2, skip: 500 }, cursor: 3 });
    expect(findPageProblems([first, beyond])).toEqual([{ page: 1, kind: 'may_skip' }]);
    expect(request([first, beyond])).toEqual({ ...input, cursor: 2 });
    const second = page({ input: { ...input, cursor: 2 }, cursor: 3, repeated: 0 });
    expect(request([first, beyond, second])).toEqual({ ...input, cursor: 3 });
  });

  it.each([null, 0, 77])('is the end where its cursor is %j', (cursor) => {
    const first = page({ cursor: 77 });
    const last = empty({ input: { ...input, cursor: 77, skip: 500 }, cursor, hasMore: false });
    expect(findPageProblems([first, last])).toEqual([]);
  });
});

describe('a cursor', () => {
  it('of nothing is none that counts rows', () => {
    const { take: _take, ...open } = input;
    expect(request([page({ input: open, cursor: 0 })])).toEqual({ ...open, cursor: 0, skip: 500 });
  });

  it('that counts the rows that were looked through is followed, though fewer came', () => {
    expect(request([page({ cursor: 500, received: 480 })])).toEqual({ ...input, cursor: 500 });
  });

  it('that is a moment of the last row is no clock, since it does not move as the time does', () => {
    const first = page({ cursor: 1_699_900_000 });
    const bySkip = page({
      input: { ...input, cursor: 1_699_900_000, skip: 500 },
      cursor: 1_699_950_000,
      repeated: 0,
    });
    expect(findPageProblems([first, bySkip])).toEqual([{ page: 1, kind: 'may_skip' }]);
    const anHourLater = { ...bySkip, receivedAt: first.receivedAt + 3_600_000 };
    expect(findPageProblems([first, { ...anHourLater, cursor: 1_699_903_600 }])).toEqual([]);
  });

  it('that comes again though it was followed leads to no third page of the same', () => {
    const first = page({ cursor: 500 });
    const followed = page({ input: { ...input, cursor: 500 }, cursor: 500, repeated: 0 });
    expect(nextPage([first, followed])).toBeNull();
  });
});

describe('a page that only repeats what came before', () => {
  const first = page({ cursor: 77 });
  const bySkip = { input: { ...input, cursor: 77, skip: 500 } };
  const byCursor = { input: { ...input, cursor: 500 } };

  it.each<[string, FetchedPage[]]>([
    ['skipped', [first, page({ ...bySkip, cursor: 77, repeated: 500 })]],
    ['skipped, with a cursor that moves', [first, page({ ...bySkip, cursor: 99, repeated: 500 })]],
    ['skipped, without a cursor', [first, page({ ...bySkip, cursor: null, repeated: 500 })]],
    ['of the cursor', [page({ cursor: 500 }), page({ ...byCursor, cursor: 1_000, repeated: 500 })]],
    [
      'of the cursor, which stays',
      [page({ cursor: 500 }), page({ ...byCursor, cursor: 500, repeated: 500 })],
    ],
    [
      'after one that said something new',
      [first, page({ ...bySkip, cursor: 77, repeated: 0 }), page({ ...bySkip, cursor: 5, repeated: 500 })],
    ],
  ])('ends the run: %s', (_, pages) => {
    expect(nextPage(pages)).toBeNull();
    expect(findPageProblems(pages).at(-1)).toEqual({ page: pages.length - 1, kind: 'repeats' });
  });

  it('is told with what the run cost', () => {
    const problem = { page: 1, kind: 'repeats' } as const;
    expect(pageProblemMessage(problem, 'USD 0.044')).toContain('USD 0.044');
    expect(pageProblemMessage(problem, null)).not.toContain('cost');
  });
});

describe('services that page in one way, whatever else they send', () => {
  const ROWS = 95;
  type Way = (query: { cursor?: number; skip?: number }, place: number) => { from: number; cursor: number };

  /** All its pages, requested one after the other; rows are in the order of days, four a day. */
  function readOn(way: Way): FetchedPage[] {
    const pages: FetchedPage[] = [];
    const seen = new Set<number>();
    let next: object | undefined = input;
    while (next !== undefined && pages.length < 40) {
      const { from, cursor } = way(next, pages.length);
      const rows = Array.from({ length: Math.min(10, Math.max(0, ROWS - from)) }, (_, at) => from + at);
      const repeated = rows.filter((row) => seen.has(row)).length;
      const day = (row: number) => Math.trunc(row / 4);
      const last = seen.size === 0 ? null : day(Math.max(...seen));
      const joins = last === null ? null : [last, last + 1].includes(day(from));
      for (const row of rows) seen.add(row);
      pages.push(
        page({ input: next, received: rows.length, repeated, joins, cursor, hasMore: from + 10 < ROWS }),
      );
      next = nextPage(pages)?.input as object | undefined;
    }
    return pages;
  }

  const SNAPSHOT = 1_700_000_000;
  const OFFSET = 9_000;
  it.each<[string, Way]>([
    ['skips, with one cursor', ({ skip = 0 }) => ({ from: skip, cursor: SNAPSHOT })],
    [
      'skips, with a cursor that moves without a meaning',
      ({ skip = 0 }, at) => ({ from: skip, cursor: 9_000 + 17 * at }),
    ],
    [
      'skips, with a cursor that moves later on',
      ({ skip = 0 }, at) => ({ from: skip, cursor: at < 3 ? 5 : 9_000 + at }),
    ],
    ['follows a cursor that counts rows', ({ cursor = 0 }) => ({ from: cursor, cursor: cursor + 10 })],
    [
      'follows a cursor that says nothing, beside which it ignores skip',
      ({ cursor = OFFSET }) => ({ from: cursor - OFFSET, cursor: cursor + 10 }),
    ],
  ])('%s: every row once, no page twice', (_, way) => {
    const pages = readOn(way);
    expect(findPageProblems(pages).filter(({ kind }) => kind === 'repeats')).toEqual([]);
    expect(pages.reduce((sum, { received }) => sum + received, 0)).toBe(ROWS);
    expect(pages.at(-1)?.hasMore).toBe(false);
  });

  it('begins a cursor’s page after skip: what is left out is told, and nothing is paid twice', () => {
    const pages = readOn(({ cursor = OFFSET, skip = 0 }) => {
      const from = cursor - OFFSET + skip;
      return { from, cursor: OFFSET + from + 10 };
    });
    expect(findPageProblems(pages).map(({ page, kind }) => [page, kind])).toEqual([[1, 'may_skip']]);
    expect(pages.every(({ repeated }) => (repeated ?? 0) === 0)).toBe(true);
    expect(pages.reduce((sum, { received }) => sum + received, 0)).toBe(ROWS - 10);
  });

  it.each([undefined, 3])(
    'repeats one page for ever, from page %j on: bought once and no more',
    (from = 1) => {
      const pages = readOn(({ skip = 0 }, at) => ({ from: at < from ? skip : 0, cursor: 9_000 + at }));
      expect(findPageProblems(pages).filter(({ kind }) => kind === 'repeats')).toEqual([
        { page: from, kind: 'repeats' },
      ]);
      expect(pages).toHaveLength(from + 1);
    },
  );
});

describe('whether a run is complete', () => {
  it('is not known where something before the end may be missing', () => {
    expect(isComplete([page({ partial: true }), page({ hasMore: false })])).toBeNull();
    expect(isComplete([page({ hasMore: false, partial: true })])).toBeNull();
    expect(isComplete([page({ hasMore: true, partial: true })])).toBe(false);
  });
});
