import { describe, expect, it } from 'vitest';
import { type DateHistory, doubtOf, type LegOdds, oddsOfAll, oddsOfRoute } from './odds.ts';

const HOUR = 3_600_000;
const reading = (state: 'seen' | 'none', hours: number) => ({
  state,
  from: hours * HOUR,
  until: hours * HOUR,
  proves: true,
});
const date = (programme: string, day: number, ...later: ('seen' | 'none')[]): DateHistory => ({
  programme,
  day,
  readings: [reading('seen', 0), ...later.map((state, place) => reading(state, 24 * (place + 1)))],
});
const odds = (least: number, most: number, of: number): LegOdds => ({ least, most, of, like: 'programme' });

describe('odds of a record', () => {
  const history = [
    ...Array.from({ length: 8 }, (_, day) => date('united', day, 'seen', 'seen')),
    ...Array.from({ length: 4 }, (_, day) => date('united', 20 + day, 'seen', 'none')),
    date('aeroplan', 3, 'none', 'none'),
  ];
  const ofRoute = oddsOfRoute(history);

  it('are those of other dates of its programme, with both bounds between two readings', () => {
    expect(ofRoute('united', 100, 36 * HOUR)).toEqual({ least: 8, most: 12, of: 12, like: 'programme' });
  });

  it('never count the record itself', () => {
    expect(ofRoute('united', 3, 36 * HOUR)).toMatchObject({ least: 7, most: 11, of: 11 });
  });

  it('widen to the route with too few dates, and end where those are too few', () => {
    expect(ofRoute('aeroplan', 3, 36 * HOUR)).toMatchObject({ least: 8, of: 12, like: 'route' });
    expect(oddsOfRoute(history.slice(0, 5))('united', 100, 36 * HOUR)).toBeNull();
  });
});

describe('all legs together', () => {
  it('are there at least with what the doubts leave, at most with the smallest upper bound', () => {
    expect(oddsOfAll([odds(14, 20, 20), odds(18, 19, 20)])).toEqual({ least: 60, most: 95 });
    expect(oddsOfAll([odds(10, 20, 20), odds(8, 20, 20)])).toEqual({ least: 0, most: 100 });
    expect(oddsOfAll([odds(9, 10, 10)])).toEqual({ least: 90, most: 100 });
  });

  it('have no figure where a leg has none', () => {
    expect(oddsOfAll([odds(10, 20, 20), null])).toBeNull();
    expect(doubtOf(null)).toBe(1_000_000);
    expect(doubtOf(odds(14, 20, 20))).toBe(300_000);
  });
});
