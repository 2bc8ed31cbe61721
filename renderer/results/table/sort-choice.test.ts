import { expect, test } from 'vitest';
import { sortedBy } from './sort-choice.ts';

const up = (by: 'date' | 'miles' | 'seats' | 'route') => ({ by, descending: false });
const down = (by: 'date' | 'miles' | 'seats' | 'route') => ({ by, descending: true });

test('a heading sorts up, then down, then not at all', () => {
  expect(sortedBy([], 'miles', false)).toEqual([up('miles')]);
  expect(sortedBy([up('miles')], 'miles', false)).toEqual([down('miles')]);
  expect(sortedBy([down('miles')], 'miles', false)).toEqual([]);
});

test('another heading takes the place of what was sorted by', () => {
  expect(sortedBy([up('date'), down('miles')], 'seats', false)).toEqual([up('seats')]);
});

test('with Shift it is sorted by as well, and keeps its place when it turns', () => {
  expect(sortedBy([up('date')], 'miles', true)).toEqual([up('date'), up('miles')]);
  expect(sortedBy([up('date'), up('miles')], 'date', true)).toEqual([down('date'), up('miles')]);
  expect(sortedBy([down('date'), up('miles')], 'date', true)).toEqual([up('miles')]);
});

test('a fourth sends the first away', () => {
  expect(sortedBy([up('date'), up('miles'), up('seats')], 'route', true)).toEqual([
    up('miles'),
    up('seats'),
    up('route'),
  ]);
});
