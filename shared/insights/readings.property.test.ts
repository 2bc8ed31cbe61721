import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '../dates.ts';
import { proves } from '../testing/proves.ts';
import { firstAppearance, inOrder, type Reading, standingAt, stayAfterSeen } from './readings.ts';
import { spacePattern, stripOf } from './space-pattern.ts';
import { stillThere } from './still-there.ts';

const HOUR = 3_600_000;
const DAY = 400;

/** Space that comes at one moment and goes at another, and runs that looked for it. */
const truth = fc.record({
  comes: fc.integer({ min: 0, max: 5_000 }),
  lasts: fc.integer({ min: 1, max: 4_000 }),
  runs: fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 12, size: 'max' }),
  /** Runs that were not read to their end: they show space, and say nothing where there is none. */
  partial: fc.array(
    fc.nat(3).map((drawn) => drawn === 0),
    { minLength: 12, maxLength: 12 },
  ),
});
type Truth = typeof truth extends fc.Arbitrary<infer Value> ? Value : never;

const readingsOf = ({ comes, lasts, runs, partial }: Truth): Reading[] =>
  inOrder(
    runs.flatMap((hour, at) => {
      const isThere = hour >= comes && hour < comes + lasts;
      if (!isThere && partial[at] === true) return [];
      const moment = hour * HOUR;
      return [
        {
          state: isThere ? 'seen' : 'none',
          from: moment,
          until: moment,
          proves: partial[at] !== true,
        } as const,
      ];
    }),
  );

it('bounds the true first appearance', () => {
  proves(0.4, [truth], (space) => {
    const found = firstAppearance(DAY, readingsOf(space));
    // Nothing bounds what was never seen to be missing.
    if (found === null || found.until === Infinity) return false;
    const day = -(DAY - Math.floor((space.comes * HOUR) / DAY_MS));
    expect(found.after).toBeLessThanOrEqual(day);
    expect(found.until).toBeGreaterThanOrEqual(day);
    return true;
  });
});

it('bounds how long it truly stayed after it was seen', () => {
  proves(0.4, [truth], (space) => {
    const readings = readingsOf(space);
    const found = stayAfterSeen(readings);
    const start = readings.find(({ state }) => state === 'seen');
    expect(found === null).toBe(start === undefined);
    if (found === null || start === undefined) return false;
    const stayed = ((space.comes + space.lasts) * HOUR - start.from) / DAY_MS;
    expect(found.after).toBeLessThanOrEqual(stayed);
    expect(found.until).toBeGreaterThanOrEqual(stayed - 1e-9);
    return true;
  });
});

it('calls space there or removed at an age only where it truly was', () => {
  proves(0.15, [truth, fc.integer({ min: 0, max: 3_000 })], (space, age) => {
    const readings = readingsOf(space);
    const standing = standingAt(readings, age * HOUR);
    const start = readings.find(({ state }) => state === 'seen');
    if (standing === null || standing === 'either' || start === undefined) return false;
    const wasThere = start.from + age * HOUR < (space.comes + space.lasts) * HOUR;
    expect(standing).toBe(wasThere ? 'there' : 'removed');
    return true;
  });
});

it('bounds how many were still there', () => {
  proves(
    0.3,
    [fc.array(truth, { minLength: 10, maxLength: 30 }), fc.integer({ min: 0, max: 2_000 })],
    (spaces, age) => {
      const dates = spaces.map((space) => ({ space, readings: readingsOf(space) }));
      const { dates: known, bounds } = stillThere(dates, age * HOUR);
      expect(bounds === null).toBe(known.length < 10);
      if (bounds === null) return false;
      const there = known.filter(({ date: { space, readings } }) => {
        const start = readings.find(({ state }) => state === 'seen');
        return (start?.from ?? 0) + age * HOUR < (space.comes + space.lasts) * HOUR;
      }).length;
      expect(there).toBeGreaterThanOrEqual(bounds.least);
      expect(there).toBeLessThanOrEqual(bounds.most);
      // No further apart than what the readings leave open.
      const open = known.filter(({ date }) => standingAt(date.readings, age * HOUR) === 'either').length;
      expect(bounds.most - bounds.least).toBe(open);
      return true;
    },
  );
});

it('chooses dates by when they were read, never by what was found', () => {
  proves(0.4, [truth, fc.integer({ min: 0, max: 3_000 })], (space, age) => {
    const readings = readingsOf(space);
    const start = readings.find(({ state }) => state === 'seen');
    if (start === undefined) return false;
    const readLater = space.runs.some(
      (hour, at) =>
        space.partial[at] !== true && hour * HOUR > start.from && hour * HOUR >= start.from + age * HOUR,
    );
    expect(standingAt(readings, age * HOUR) !== null).toBe(readLater);
    return readLater;
  });
});

it('counts in the strip what was seen, what was read without space, and nothing else', () => {
  proves(
    0.45,
    [fc.array(truth, { maxLength: 8 })],
    (spaces) => {
      const dates = spaces.map((space, at) => ({ day: DAY + at * 9, readings: readingsOf(space) }));
      for (const by of ['weekday', 'month'] as const) {
        const strip = stripOf(dates, by);
        for (let lead = 0; lead <= 360; lead += 1)
          strip.forEach((cells, group) => {
            const own = dates.filter(({ day }) => {
              const date = new Date(day * DAY_MS);
              return (by === 'weekday' ? date.getUTCDay() : date.getUTCMonth()) === group;
            });
            const states = own.map(({ day, readings }) =>
              readings
                .filter(({ from }) => day - Math.floor(from / DAY_MS) === lead)
                .map(({ state }) => state),
            );
            const seen = states.filter((some) => some.includes('seen')).length;
            const none = states.filter((some) => some.length > 0 && !some.includes('seen')).length;
            const cell = cells.find((one) => one.lead === lead);
            expect(cell ?? null).toEqual(seen + none === 0 ? null : { lead, seen, none });
          });
      }
      return dates.some(({ readings }) => readings.length > 0);
    },
    { numRuns: 20 },
  );
});

it('gives no figure with too few dates', () => {
  proves(0.6, [fc.array(truth, { maxLength: 9 })], (spaces) => {
    const pattern = spacePattern(spaces.map((space) => ({ day: DAY, readings: readingsOf(space) })));
    expect(pattern).toMatchObject({ appears: null, stays: null });
    return spaces.length > 0;
  });
});
