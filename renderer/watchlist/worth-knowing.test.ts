import { expect, it } from 'vitest';
import type { DigestEntry } from '#shared/contract/watchlist.ts';
import { worthKnowing } from './worth-knowing.ts';

const run = (miles: number | null) => ({ at: 1, miles, complete: true, pages: 1 });
const match = (miles: number, removedSince: number | null, cheapest: number | null) => ({
  date: '2027-03-01',
  origin: 'JFK',
  destination: 'LHR',
  programme: 'united',
  airlines: 'UA',
  miles,
  seats: 2,
  direct: true,
  removedSince,
  now: null,
  standing:
    cheapest === null
      ? null
      : { versionId: 7, price: { cheapest, lowest: false, dates: 40, basis: 'all' as const } },
});
const entry = (searchId: number, prices: (number | null)[], matches: ReturnType<typeof match>[] = []) =>
  ({
    searchId,
    title: `Search ${searchId}`,
    watched: true,
    at: 1,
    beforeRunId: 1,
    lastRunId: 2,
    upTo: 'p',
    refreshes: 1,
    prices: prices.map(run),
    matches,
    matchCount: matches.length,
  }) satisfies DigestEntry;

const words = (entries: DigestEntry[], most = 3) => worthKnowing(entries, most).map((news) => news.words);

it('alerts come first, the rarest price before others, and none that was removed', () => {
  const found = words([
    entry(1, [70_000, 60_000]),
    entry(2, [70_000, 70_000], [match(50_000, null, null)]),
    entry(3, [70_000, 70_000], [match(40_000, null, 5), match(30_000, 9, 1)]),
  ]);
  expect(found).toEqual([
    expect.stringContaining('40,000 miles'),
    expect.stringContaining('50,000 miles'),
    'Search 1: 70,000 to 60,000 miles',
  ]);
});

it('space that appeared and the greatest fall come before what became dearer', () => {
  expect(words([entry(1, [60_000, 66_000]), entry(2, [100_000, 90_000]), entry(3, [null, 80_000])])).toEqual([
    'Search 3: no space to 80,000 miles',
    'Search 2: 100,000 to 90,000 miles',
    'Search 1: 60,000 to 66,000 miles',
  ]);
});

it('names one change of each search before a second of any, and never more than asked', () => {
  const many = entry(
    1,
    [70_000, 60_000],
    [match(41_000, null, 1), match(42_000, null, 2), match(43_000, null, 3)],
  );
  expect(words([many, entry(2, [70_000, 65_000])])).toEqual([
    expect.stringContaining('41,000'),
    'Search 2: 70,000 to 65,000 miles',
    expect.stringContaining('42,000'),
  ]);
  expect(words([entry(1, [60_000, 60_000])])).toEqual([]);
});
