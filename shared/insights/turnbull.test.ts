import { expect, it } from 'vitest';
import { quantile, turnbull } from './turnbull.ts';

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
