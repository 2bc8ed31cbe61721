import { expect, it } from 'vitest';
import { DAY_MS } from '../dates.ts';
import { type Reading, standingAt } from './readings.ts';
import { spacePattern, stripOf } from './space-pattern.ts';

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

it('counts a date once a day, as seen where any run saw space, in the last 360 days', () => {
  const [day, other] = [20_000, 20_040];
  const leads = [361, 360, 10, 10, 10, 0, -1] as const;
  const states = ['seen', 'none', 'none', 'seen', 'none', 'seen', 'seen'] as const;
  const dates = [
    { day, readings: leads.map((lead, at) => run(day, lead, states[at] ?? 'none')) },
    { day: other, readings: [run(other, 10, 'none')] },
  ];
  const own = [
    { lead: 360, seen: 0, none: 1 },
    { lead: 10, seen: 1, none: 0 },
    { lead: 0, seen: 1, none: 0 },
  ];
  const expected = (groups: number, first: number, second: number) =>
    Array.from({ length: groups }, (_, at) =>
      at === first ? own : at === second ? [{ lead: 10, seen: 0, none: 1 }] : [],
    );
  // 2024-10-04 and 2024-11-13: a Friday and a Wednesday.
  expect(stripOf(dates, 'weekday')).toEqual(expected(7, 5, 3));
  expect(stripOf(dates, 'month')).toEqual(expected(12, 9, 10));
});

it.each([
  [2, 'there'],
  [5, 'either'],
  [10, 'either'],
  [11, 'removed'],
  [20, 'removed'],
  [21, null],
] as const)('of space seen first at once and then not: %i days later it is %s', (days, standing) => {
  const at = (day: number, state: Reading['state']) => run(0, -day, state);
  const readings = [at(0, 'none'), at(1, 'seen'), at(4, 'seen'), at(11, 'none'), at(21, 'none')];
  expect(standingAt(readings, days * DAY_MS)).toBe(standing);
});

it('a run that had not ended by then says nothing of before', () => {
  const during = { ...run(0, -3, 'none'), until: 6 * DAY_MS };
  const readings = [run(0, -1, 'seen'), during, run(0, -11, 'none')];
  expect(standingAt(readings, 4 * DAY_MS)).toBe('either');
  expect(standingAt(readings, 5 * DAY_MS)).toBe('removed');
});
