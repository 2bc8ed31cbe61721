import { expect, it } from 'vitest';
import { spreadOf } from './histogram.ts';

const counts = (...miles: number[]) =>
  [...Map.groupBy(miles, (each) => each)].map(([each, all]) => ({ miles: each, records: all.length }));

it.each([
  // The range, and the width of its steps: 1, 2, 2.5 or 5 times a power of ten.
  [24, 1],
  [25, 2],
  [48, 2],
  [60, 3],
  [120, 5],
  [121, 10],
  [24_000, 1_000],
  [24_001, 2_000],
])('divides a range of %i into steps of %i', (range, width) => {
  expect(spreadOf(counts(60_000, 60_000 + range)).width).toBe(width);
});

it.each([
  // The least, the middle half, and the most that is no outlier: narrower than half of its upper end, and wider.
  [50_000, 55_000, 60_000, 250_000],
  [10_000, 12_000, 60_000, 398_000],
])('leaves out what lies far above the middle half', (least, lower, upper, most) => {
  const usual = [least, lower, lower, upper, upper];
  expect(spreadOf(counts(...usual, most)).more).toBeNull();
  const { steps, more } = spreadOf(counts(...usual, most + 1));
  expect(more).toMatchObject({ records: 1, most: most + 1 });
  expect(steps.reduce((sum, { records }) => sum + records, 0)).toBe(usual.length);
});
