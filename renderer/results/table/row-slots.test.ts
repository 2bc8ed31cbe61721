import { expect, test } from 'vitest';
import { reuseSlots } from './row-slots.ts';

const slots = (before: ReadonlyMap<number, number>, places: number[]) => [...reuseSlots(before, places)];
const four = reuseSlots(new Map(), [0, 1, 2, 3]);

test('a row that stays in sight keeps its elements, and a new one reuses those of a row that left', () => {
  expect(slots(four, [1, 2, 3, 4])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 0],
  ]);
});

test('after a jump every row is reused with other text', () => {
  expect(slots(four, [100, 101, 102, 103])).toEqual([
    [100, 0],
    [101, 1],
    [102, 2],
    [103, 3],
  ]);
});

test('with more rows in sight than before, new elements are created; with fewer, some are left over', () => {
  expect(slots(four, [2, 3, 4, 5, 6, 7]).map(([, slot]) => slot)).toEqual([2, 3, 0, 1, 4, 5]);
  expect(slots(four, [2, 9]).map(([, slot]) => slot)).toEqual([2, 0]);
});

test('no two places share elements, whatever was rendered before', () => {
  let rendered = new Map<number, number>();
  for (const [first, count] of [
    [0, 20],
    [7, 26],
    [400, 3],
    [398, 40],
    [0, 12],
  ] as const) {
    rendered = reuseSlots(rendered, [...Array.from({ length: count }, (_, step) => first + step), 9999]);
    expect(new Set(rendered.values()).size).toBe(count + 1);
  }
});
