import { describe, expect, it } from 'vitest';
import { type Asking, MOST_SERIES, seriesOf, unbroken } from './series.ts';

const asking = (askedAt: number, destination: string, cheapest: number | null): Asking => ({
  runId: askedAt,
  askedAt,
  origin: 'JFK',
  destination,
  cheapest,
  withSpace: cheapest === null ? 0 : 1,
  records: 1,
});

describe('the lines of a timeline', () => {
  it('are one for each route, oldest asking first', () => {
    const { shown, left } = seriesOf([asking(2, 'LHR', 60), asking(1, 'LHR', 70), asking(2, 'CDG', 50)]);
    expect(left).toBe(0);
    expect(shown.map(({ title }) => title)).toEqual(['JFK → CDG', 'JFK → LHR']);
    expect(shown[1]?.points.map(({ miles }) => miles)).toEqual([70, 60]);
  });

  it('leave out routes that never had miles, and count those that do not fit', () => {
    const many = 'ABCDEFGHI'
      .split('')
      .flatMap((name, place) => [asking(1, name, 50), asking(2, name, place < MOST_SERIES ? 50 : null)]);
    const { shown, left } = seriesOf([...many, asking(1, 'ZZZ', null)]);
    expect(shown.map(({ title }) => title.at(-1))).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(left).toBe(3);
  });

  it('break where an asking saw no award space', () => {
    const points = [10, null, 20, 30, null].map((miles, askedAt) => ({ runId: askedAt, askedAt, miles }));
    expect(unbroken(points).map((piece) => piece.map(({ miles }) => miles))).toEqual([[10], [20, 30]]);
  });
});
