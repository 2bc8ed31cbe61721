import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { broughtBy, broughtParts, lastOf, type RunBrought, sharedAmong } from './brought.ts';

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const run = (part: Partial<RunBrought> = {}): RunBrought => ({
  runId: 1,
  searchId: 1,
  toolId: 'award',
  toolTitle: 'Award search',
  at: 0,
  pages: 1,
  paid: [usd(22_000)],
  unpriced: 0,
  records: 10,
  newRecords: 0,
  changes: 0,
  broken: 0,
  ...part,
});

it('counts what runs cost and brought; a first run is not a refresh', () => {
  const first = run({ changes: null, newRecords: 10 });
  expect(
    broughtBy(
      broughtParts([
        first,
        run({ changes: 3 }),
        run(),
        run({ changes: 1, newRecords: 1, broken: 2, toolId: 'b' }),
      ]),
    ),
  ).toEqual({
    runs: 4,
    pages: 4,
    paid: [usd(88_000)],
    records: 40,
    newRecords: 11,
    broken: 2,
    refreshes: 3,
    nothingNew: 1,
    changes: 4,
    // 0.066 for four changes, the first run left out.
    perChange: [usd(16_500)],
  });
});

it.each([
  [3, 2],
  [2, 3],
])('the last of two Tools is the one that ran last: %i, %i', (one, other) => {
  const parts = broughtParts([run({ runId: one, toolId: 'a' }), run({ runId: other, toolId: 'b' })]);
  expect(lastOf(parts).toolId).toBe(one > other ? 'a' : 'b');
});

it('payments in two currencies are two amounts, also per change', () => {
  const eur = (units: number) => ({ currency: 'EUR', units: String(units), exponent: 6 });
  const runs = [
    run({ changes: 2 }),
    run({ changes: 1 }),
    run({ changes: 1, paid: [eur(10_000)], toolId: 'b' }),
  ];
  expect(broughtBy(broughtParts(runs))).toMatchObject({
    paid: [usd(44_000), eur(10_000)],
    perChange: [usd(11_000), eur(2_500)],
  });
});

it.each([
  ['too few refreshes', [run({ changes: null }), run({ changes: 9 }), run({ changes: 9 })]],
  ['no change at all', [run(), run(), run(), run()]],
  ['a refresh of unknown cost', [run(), run(), run({ changes: 9, paid: [], unpriced: 1 })]],
])('%s give no cost per change', (_title, runs) => {
  expect(broughtBy(broughtParts(runs)).perChange).toBeNull();
});

it('a share is never rounded down, and never by more than the sixth decimal', () => {
  proves(
    0.75,
    [
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 1_000_000 }),
    ],
    (units, exponent, count) => {
      const each = sharedAmong({ currency: 'USD', units: String(units), exponent }, count);
      const all = units * 10n ** BigInt(each.exponent - exponent);
      expect(each.exponent).toBeGreaterThanOrEqual(6);
      expect(BigInt(each.units) * BigInt(count) >= all).toBe(true);
      expect((BigInt(each.units) - 1n) * BigInt(count) < all).toBe(true);
      return count > 1;
    },
  );
});
