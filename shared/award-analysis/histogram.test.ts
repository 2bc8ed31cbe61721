import { expect, it } from 'vitest';
import { spreadOf } from './histogram.ts';

const counts = (...miles: number[]) => miles.map((each) => ({ miles: each, records: 1 }));

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
  expect(spreadOf(counts(0, range)).width).toBe(width);
});

it('leaves out what lies far above the middle half, and says how many and up to where', () => {
  const usual = Array.from({ length: 20 }, (_, at) => 50_000 + at * 1_000);
  const { steps, more } = spreadOf(counts(...usual, 900_000, 1_000_000));
  expect(more).toEqual({ from: 70_000, records: 2, most: 1_000_000 });
  expect(steps.reduce((sum, { records }) => sum + records, 0)).toBe(20);
  // Not where most of the steps are filled all the same.
  expect(spreadOf(counts(...usual, 270_000)).more).toBeNull();
});
