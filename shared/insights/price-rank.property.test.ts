import fc from 'fast-check';
import { expect, it } from 'vitest';
import { proves } from '../testing/proves.ts';
import { cheapestPercent, isLowest, priceRank, priceRanker } from './price-rank.ts';

const DAY_MS = 86_400_000;
const BANDS = [
  [0, 13],
  [14, 29],
  [30, 59],
  [60, 119],
  [120, 239],
  [240, 100_000],
] as const;

const sighting = fc
  .record({
    day: fc.integer({ min: 20_000, max: 20_160 }),
    miles: fc.integer({ min: 1, max: 12 }).map((miles) => miles * 10_000),
    lead: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ day, miles, lead }) => ({ day, miles, at: (day - lead) * DAY_MS }));
/** A rank needs at least twenty dates: far more than a generated list has on its own. */
const sightings = fc.array(sighting, { maxLength: 250, size: 'max' });

const month = (day: number) => new Date(day * DAY_MS).toISOString().slice(5, 7);
const band = ({ day, at }: { day: number; at: number }) =>
  BANDS.findIndex(([from, to]) => day - at / DAY_MS >= from && day - at / DAY_MS <= to);

it('is what counting the dates by hand gives', () => {
  proves(0.75, [sighting, sightings], (price, seen) => {
    const others = seen.filter(({ day }) => day !== price.day);
    const groups = {
      month_and_lead: others.filter(
        (one) => month(one.day) === month(price.day) && band(one) === band(price),
      ),
      month: others.filter((one) => month(one.day) === month(price.day)),
      all: others,
    };
    const least = (group: typeof seen) =>
      [...new Set(group.map(({ day }) => day))].map((day) =>
        Math.min(...group.filter((one) => one.day === day).map(({ miles }) => miles)),
      );
    const rank = priceRank(price, seen);
    const basis =
      (['month_and_lead', 'month', 'all'] as const).find((name) => least(groups[name]).length >= 20) ?? null;
    expect(rank.basis).toBe(basis);
    const prices = least(groups[basis ?? 'all']);
    expect(rank.dates.map(({ miles }) => miles)).toEqual(prices.toSorted((a, b) => a - b));
    // Of too few dates nothing is said.
    if (rank.basis === null) return false;
    expect(rank).toMatchObject({
      cheaper: prices.filter((miles) => miles < price.miles).length,
      same: prices.filter((miles) => miles === price.miles).length,
      dearer: prices.filter((miles) => miles > price.miles).length,
    });
    return true;
  });
});

it('is the same in short, for many prices at once', () => {
  proves(0.55, [fc.array(sighting, { minLength: 1, maxLength: 20 }), sightings], (prices, seen) => {
    const rank = priceRanker(seen);
    for (const price of prices) {
      const { basis, dates, ...counts } = { same: 0, dearer: 0, ...priceRank(price, seen) };
      expect(rank(price)).toEqual(
        basis === null ? null : { basis, dates: dates.length, same: counts.same, dearer: counts.dearer },
      );
    }
    return prices.some((price) => rank(price) !== null);
  });
});

const counts = fc.record({
  cheaper: fc.nat({ max: 200 }),
  same: fc.nat({ max: 200 }),
  dearer: fc.integer({ min: 20, max: 200 }),
});

it('is among the cheapest so many per cent, never rounded in its favour', () => {
  proves(0.7, [counts], ({ cheaper, same, dearer }) => {
    const dates = cheaper + same + dearer;
    const percent = cheapestPercent({ dates, same, dearer });
    expect((cheaper + same / 2) / dates).toBeLessThanOrEqual(percent / 100);
    expect((cheaper + same / 2) / dates).toBeGreaterThan((percent - 1) / 100);
    return cheaper > 0;
  });
});

it('treats ties fairly: a price is as cheap as the same counts turned round would make it dear', () => {
  proves(0.7, [counts], ({ cheaper, same, dearer }) => {
    const dates = cheaper + same + dearer;
    const rank = cheapestPercent({ dates, same, dearer });
    // As cheap as it looks from above and from below: turned round, the shares add up.
    const turned = cheapestPercent({ dates, same, dearer: cheaper });
    expect(rank + turned).toBeGreaterThanOrEqual(100);
    expect(rank + turned).toBeLessThanOrEqual(102);
    expect(isLowest({ dates, same, dearer })).toBe(cheaper === 0 && dearer > 0);
    if (isLowest({ dates, same, dearer })) expect(rank).toBeLessThanOrEqual(50);
    return cheaper > 0;
  });
});
