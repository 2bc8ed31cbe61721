import { describe, expect, it } from 'vitest';
import { shareBy } from './testing/share-by.ts';
import { type CensoredInterval, quantile, turnbull } from './turnbull.ts';

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is known of an event that runs at these moments looked for. */
function seenBy(event: number, runs: readonly number[]): CensoredInterval {
  return {
    after: Math.max(0, ...runs.filter((run) => run < event)),
    until: Math.min(Number.POSITIVE_INFINITY, ...runs.filter((run) => run >= event)),
  };
}

describe('of simulated truth', () => {
  it.each([
    { mean: 4, seed: 1 },
    { mean: 10, seed: 2 },
    { mean: 25, seed: 3 },
  ])('recovers how long space lasts where it is $mean days on average', ({ mean, seed }) => {
    const random = numbers(seed);
    const data = Array.from({ length: 1_200 }, () => {
      const lasts = -Math.log(1 - random()) * mean;
      // Runs at irregular moments, on average every third of the mean, that end before everything is over.
      const runs: number[] = [];
      for (let at = 0; at < mean * 2.5; ) {
        at += random() * mean * 0.66;
        runs.push(at);
      }
      return seenBy(lasts, runs);
    });
    const masses = turnbull(data);
    // The mean again from the whole estimate: of an exponential truth, -log(1 - share) grows evenly with time.
    const points = Array.from({ length: 30 }, (_, at) => {
      const time = (mean * 1.5 * (at + 1)) / 30;
      const { least, most } = shareBy(masses, time);
      return { time, hazard: -Math.log(1 - (least + most) / 2) };
    });
    const recovered =
      points.reduce((sum, { time }) => sum + time * time, 0) /
      points.reduce((sum, { time, hazard }) => sum + time * hazard, 0);
    expect(Math.abs(recovered - mean) / mean).toBeLessThan(0.1);
    const half = quantile(masses, 0.5);
    expect(((half?.after ?? 0) + (half?.until ?? 0)) / 2 / (mean * Math.LN2)).toBeGreaterThan(0.85);
    expect(((half?.after ?? 0) + (half?.until ?? 0)) / 2 / (mean * Math.LN2)).toBeLessThan(1.15);
  });

  it('contains the truth within its bounds where runs are a week apart', () => {
    const random = numbers(7);
    const weekly = Array.from({ length: 52 }, (_, week) => (week + 1) * 7);
    const data = Array.from({ length: 2_000 }, () => seenBy(100 + random() * 100, weekly));
    const half = quantile(turnbull(data), 0.5);
    expect(half).toEqual({ after: 147, until: 154 });
  });

  it('gives the share that never happened while it was read', () => {
    const random = numbers(11);
    const data = Array.from({ length: 2_000 }, () =>
      random() < 0.3 ? seenBy(random() * 50, [10, 20, 30, 40, 50]) : { after: 50, until: Infinity },
    );
    const never = turnbull(data).at(-1);
    expect(never).toMatchObject({ after: 50, until: Infinity });
    expect(never?.share).toBeCloseTo(0.7, 1);
  });
});

it.each([0.5, 0.8, 0.9])('recovers the truth where reading stops at random for %d of all dates', (share) => {
  const random = numbers(17);
  const mean = 10;
  const data = Array.from({ length: 6_000 }, () => {
    const lasts = -Math.log(1 - random()) * mean;
    const readUntil = random() < share ? random() * 20 : Infinity;
    if (lasts > readUntil) return { after: readUntil, until: Infinity };
    const after = Math.floor(lasts / 2) * 2;
    return { after, until: after + 2 };
  });
  for (const time of [2, 4, 6, 8, 10]) {
    const { least, most } = shareBy(turnbull(data), time);
    const truth = 1 - Math.exp(-time / mean);
    // What was read until within the last two days bounds less than what was read to the end.
    expect(least).toBeLessThan(truth + 0.05);
    expect(most).toBeGreaterThan(truth - 0.05);
    expect(most - least).toBeLessThan(0.1);
  }
});

it('places a single event in its interval, bounded or not', () => {
  for (const [after, until] of [
    [3, 7],
    [5, 5],
    [3, Infinity],
    [-Infinity, 3],
    [-Infinity, Infinity],
  ] as const)
    expect(turnbull([{ after, until }])).toEqual([{ after, until, share: 1 }]);
});

it('separates touching intervals, and divides shared events in proportion to the others', () => {
  const [before, touching] = [
    { after: 0, until: 5 },
    { after: 5, until: 9 },
  ];
  expect(turnbull([before, touching, touching, touching])).toMatchObject([
    { ...before, share: expect.closeTo(0.25, 6) },
    { ...touching, share: expect.closeTo(0.75, 6) },
  ]);
  expect(turnbull([before, touching, touching, { after: 0, until: 9 }])).toMatchObject([
    { ...before, share: expect.closeTo(1 / 3, 6) },
    { ...touching, share: expect.closeTo(2 / 3, 6) },
  ]);
});

it('leaves no share in a stretch that the data give none, however slowly it goes to 0', () => {
  // Of q, 1 - 2q and q the likelihood is q^6 (1 - q)^6: the most at q = 1/2, which leaves the middle nothing.
  const data = [
    { after: 0, until: 2 },
    { after: 0, until: 4 },
    { after: 2, until: 6 },
    { after: 4, until: 6 },
  ].flatMap((one) => [one, one, one]);
  const masses = turnbull(data);
  expect(masses).toEqual([
    { after: 0, until: 2, share: expect.closeTo(0.5, 6) },
    { after: 4, until: 6, share: expect.closeTo(0.5, 6) },
  ]);
  expect(quantile(masses, 0.5)).toEqual({ after: 0, until: 2 });
});

it('gives nothing without data', () => {
  expect(turnbull([])).toEqual([]);
  expect(quantile([], 0.5)).toBeNull();
});

it('separates an event at a moment from those after it', () => {
  const masses = turnbull([
    { after: 5, until: 5 },
    { after: 5, until: 9 },
  ]);
  expect(masses.map(({ after, until }) => [after, until])).toEqual([
    [5, 5],
    [5, 9],
  ]);
});
