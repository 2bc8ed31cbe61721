import fc from 'fast-check';
import { expect, it } from 'vitest';
import { promisingRefreshes, type RefreshOffer, remainingUnder } from './promising-refreshes.ts';

const PAGE = 22_000;
const usd = (units: number, exponent = 6) => ({ currency: 'USD', units: String(units), exponent });
const chanceOf = (likely: number) => ({
  likely,
  least: Math.floor(likely / 2),
  most: Math.min(1_000_000, likely * 2),
  changed: 1,
  of: 4,
});

const offer = (cost: fc.Arbitrary<RefreshOffer['cost']>): fc.Arbitrary<RefreshOffer> =>
  fc.record({ cost, chance: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map(chanceOf)) });

const pages = offer(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }).map((count) => usd(count * PAGE)) },
    fc.constantFrom(null, { currency: 'EUR', units: '1', exponent: 2 }),
  ),
);

const promiseOf = (offers: readonly RefreshOffer[]): number =>
  offers.reduce((sum, { chance }) => sum + (chance?.likely ?? 0), 0);
const costOf = (offers: readonly RefreshOffer[]): number =>
  offers.reduce((sum, { cost }) => sum + Number(cost?.units ?? 0), 0);

/** Tries every subset of what can be said of and paid. */
function bestPromise(offers: readonly RefreshOffer[], budget: number): number {
  const usable = offers.filter(({ cost, chance }) => cost?.currency === 'USD' && chance !== null);
  let best = 0;
  for (let subset = 0; subset < 2 ** usable.length; subset++) {
    const taken = usable.filter((_, place) => (subset >> place) & 1);
    if (costOf(taken) <= budget) best = Math.max(best, promiseOf(taken));
  }
  return best;
}

it('no other choice within the budget promises more', () => {
  fc.assert(
    fc.property(
      fc.array(pages, { maxLength: 9 }),
      fc.integer({ min: 0, max: 20 * PAGE }),
      (offers, budget) => {
        const found = promisingRefreshes(offers, usd(budget));
        expect(costOf(found.chosen)).toBeLessThanOrEqual(budget);
        expect(found.cost).toEqual(usd(costOf(found.chosen)));
        expect(promiseOf(found.chosen)).toBe(bestPromise(offers, budget));
        const rated = offers.filter(({ cost }) => cost?.currency === 'USD');
        expect(found.unpriced).toBe(offers.length - rated.length);
        expect(found.tooFew).toBe(rated.filter(({ chance }) => chance === null).length);
        expect(found.least).toBeLessThanOrEqual(found.likely);
        expect(found.most).toBeGreaterThanOrEqual(found.likely);
      },
    ),
    { numRuns: 300 },
  );
});

it('a budget is never exceeded, however different the prices', () => {
  const anyPrice = offer(
    fc.record({
      currency: fc.constant('USD'),
      units: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String),
      exponent: fc.integer({ min: 0, max: 9 }),
    }),
  );
  fc.assert(
    fc.property(
      fc.array(anyPrice, { maxLength: 30 }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (offers, budget) => {
        const { chosen } = promisingRefreshes(offers, {
          currency: 'USD',
          units: String(budget),
          exponent: 6,
        });
        const nanos = chosen.reduce(
          (sum, { cost }) => sum + BigInt(cost?.units ?? 0) * 10n ** BigInt(9 - (cost?.exponent ?? 0)),
          0n,
        );
        expect(nanos <= budget * 1_000n).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('what is left is the lesser of the day and the month, and never negative', () => {
  const limits = { perDay: usd(1_000_000), perMonth: usd(10_000_000) };
  expect(remainingUnder(limits, { today: [usd(200_000)], month: [usd(8_900_000)] })).toEqual({
    left: usd(800_000),
    by: 'day',
  });
  expect(
    remainingUnder(limits, {
      today: [],
      month: [usd(9_500_000), { currency: 'EUR', units: '1', exponent: 0 }],
    }),
  ).toEqual({ left: usd(500_000), by: 'month' });
  expect(remainingUnder(limits, { today: [usd(2_000_000)], month: [] }).left).toEqual(usd(0));
});

it('of 80 refreshes at USD 0.022, USD 1.10 pays for the fifty that promise the most', () => {
  // In an order in which neither the first nor the last are the best.
  const offers = Array.from({ length: 80 }, (_, place) => ({
    cost: usd(PAGE),
    chance: chanceOf(((place * 37) % 80) * 10_000),
  }));
  const { chosen, cost, beyond } = promisingRefreshes(offers, usd(110, 2));
  expect(chosen.map(({ chance }) => chance.likely / 10_000)).toEqual(
    Array.from({ length: 50 }, (_, place) => 79 - place),
  );
  expect([cost, beyond]).toEqual([usd(1_100_000), 29]);
  expect(promisingRefreshes(offers, usd(1_099_999)).chosen).toHaveLength(49);
});
