import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../dates.ts';
import { cheapestPercent, isLowest, priceRank, priceRanker } from './price-rank.ts';

const AT = Date.parse('2026-11-01');
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const month = (first: string, count: number, miles = (place: number) => 60_000 + place * 1_000, at = AT) =>
  Array.from({ length: count }, (_, place) => ({ day: dayOf(first) + place, miles: miles(place), at }));
const price = (miles: number, date = '2027-03-31') => ({ day: dayOf(date), miles, at: AT });

describe('where a price stands', () => {
  it.each([14, 30, 60, 120, 240])(
    'changes its band of days before departure at %d days, and not a day earlier',
    (lead) => {
      const seenAt = (days: number) => (place: number) => ({
        day: dayOf('2027-03-01') + place,
        miles: 60_000,
        at: (dayOf('2027-03-01') + place - days) * DAY_MS,
      });
      for (const [days, basis] of [
        [lead, 'month_and_lead'],
        [lead - 1, 'month'],
      ] as const) {
        const dates = Array.from({ length: 20 }, (_, place) => seenAt(days)(place));
        expect(priceRank(seenAt(lead)(30), dates).basis).toBe(basis);
        expect(priceRanker(dates)(seenAt(lead)(30))?.basis).toBe(basis);
      }
    },
  );

  it('is the lowest where none is cheaper, however many share it', () => {
    const dates = [...month('2027-03-01', 21, () => 60_000), ...month('2027-03-22', 7, () => 90_000)];
    const standing = priceRanker(dates)(price(60_000, '2027-03-30'));
    expect(standing).toEqual({ basis: 'month_and_lead', dates: 28, same: 21, dearer: 7 });
    expect(standing && isLowest(standing)).toBe(true);
    expect(standing && cheapestPercent(standing)).toBe(38);
    expect(isLowest({ dates: 28, same: 28, dearer: 0 })).toBe(false);
  });

  it('lists each date with its fewest miles at their first sighting, cheapest first, then by date', () => {
    const own = (day: number, miles: number, at: number) => ({ day: day, miles, at: at * DAY_MS });
    const seen = [own(9, 70, 3), own(8, 60, 4), own(9, 60, 2), own(9, 60, 1), own(7, 80, 5)];
    expect(priceRank(own(1, 1, 0), seen).dates).toEqual([own(8, 60, 4), own(9, 60, 1), own(7, 80, 5)]);
  });
});
