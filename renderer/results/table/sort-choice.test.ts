import { expect, test } from 'vitest';
import { sortedBy } from './sort-choice.ts';

const up = (by: 'date' | 'miles' | 'seats' | 'route') => ({ by, descending: false });
const down = (by: 'date' | 'miles' | 'seats' | 'route') => ({ by, descending: true });

test('a heading sorts ascending, then descending, then not at all', () => {
  expect(sortedBy([], 'miles', false)).toEqual([up('miles')]);
  expect(sortedBy([up('miles')], 'miles', false)).toEqual([down('miles')]);
  expect(sortedBy([down('miles')], 'miles', false)).toEqual([]);
});

test('another heading replaces the sort', () => {
  expect(sortedBy([up('date'), down('miles')], 'seats', false)).toEqual([up('seats')]);
});

test('with Shift it is added to the sort, and keeps its place when reversed', () => {
  expect(sortedBy([up('date')], 'miles', true)).toEqual([up('date'), up('miles')]);
  expect(sortedBy([up('date'), up('miles')], 'date', true)).toEqual([down('date'), up('miles')]);
  expect(sortedBy([down('date'), up('miles')], 'date', true)).toEqual([up('miles')]);
});

test('a fourth replaces the first', () => {
  expect(sortedBy([up('date'), up('miles'), up('seats')], 'route', true)).toEqual([
    up('miles'),
    up('seats'),
    up('route'),
  ]);
});
