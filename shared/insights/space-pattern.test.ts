import { expect, it } from 'vitest';
import { DAY_MS } from '../dates.ts';
import type { Reading } from './readings.ts';
import { spacePattern } from './space-pattern.ts';

/** A run so many days before departure. */
const run = (day: number, lead: number, state: Reading['state']): Reading => {
  const at = (day - lead) * DAY_MS;
  return { state, from: at, until: at, proves: true };
};

it('states when space appears and how long it stays, bounded by runs', () => {
  const dates = Array.from({ length: 14 }, (_, at) => {
    const day = 20_000 + at;
    return {
      day,
      readings:
        at < 9
          ? [run(day, 330, 'none'), run(day, 318, 'seen'), run(day, 316, 'seen'), run(day, 313, 'none')]
          : [run(day, 330, 'none'), run(day, 318, 'none'), run(day, 200, 'seen'), run(day, 100, 'seen')],
    };
  });
  expect(spacePattern(dates)).toEqual({
    dates: 14,
    seen: 14,
    appears: { from: 330, until: 200, within: 14 },
    stays: { least: 2, most: 5, dates: 14 },
  });
});

it('gives no bound where no run read it before', () => {
  const dates = Array.from({ length: 10 }, (_, at) => ({
    day: 20_000 + at,
    readings: [run(20_000 + at, 30, 'seen')],
  }));
  expect(spacePattern(dates)).toEqual({
    dates: 10,
    seen: 10,
    appears: { from: null, until: 30, within: 10 },
    stays: { least: 0, most: null, dates: 10 },
  });
});

it('has no middle half where no space appeared on most dates', () => {
  const dates = Array.from({ length: 12 }, (_, at) => ({
    day: 20_000 + at,
    readings: [run(20_000 + at, 30, 'none'), run(20_000 + at, 10, at < 3 ? 'seen' : 'none')],
  }));
  expect(spacePattern(dates)).toMatchObject({ dates: 12, seen: 3, appears: null, stays: null });
});
