import { expect, it } from 'vitest';
import { columnsInOrder, moved, widthWithin, withWidths } from './column-layout.ts';

const COLUMNS = [
  { id: 'choose', width: 32, isAlways: true as const },
  { id: 'date', width: 132, isAlways: true as const },
  { id: 'route', width: 176 },
  { id: 'programme', width: 186 },
  { id: 'miles', width: 90 },
];
const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

it('columns follow the user’s order, after the fixed ones', () => {
  expect(ids(columnsInOrder(COLUMNS, ['miles', 'programme', 'route']))).toEqual([
    'choose',
    'date',
    'miles',
    'programme',
    'route',
  ]);
});

it('a column that the order does not name follows its default predecessor', () => {
  expect(ids(columnsInOrder(COLUMNS, ['miles', 'route']))).toEqual([
    'choose',
    'date',
    'miles',
    'route',
    'programme',
  ]);
  expect(ids(columnsInOrder(COLUMNS, []))).toEqual(ids(COLUMNS));
});

it('unknown and fixed columns in the order move nothing', () => {
  expect(ids(columnsInOrder(COLUMNS, ['gone', 'date', 'miles', 'choose', 'route', 'programme']))).toEqual([
    'choose',
    'date',
    'miles',
    'route',
    'programme',
  ]);
});

it('a column is placed before or after another one', () => {
  expect(moved(ids(COLUMNS), 'miles', { target: 'route', behind: false })).toEqual([
    'miles',
    'route',
    'programme',
  ]);
  expect(moved(ids(COLUMNS), 'route', { target: 'programme', behind: true })).toEqual([
    'programme',
    'route',
    'miles',
  ]);
});

it('a column is not moved to its own place or among the fixed ones', () => {
  expect(moved(ids(COLUMNS), 'route', { target: 'programme', behind: false })).toBeNull();
  expect(moved(ids(COLUMNS), 'miles', { target: 'date', behind: true })).toBeNull();
  expect(moved(ids(COLUMNS), 'date', { target: 'miles', behind: true })).toBeNull();
});

it('a width is a whole number of pixels within its bounds', () => {
  expect([widthWithin(3), widthWithin(99.6), widthWithin(5_000)]).toEqual([48, 100, 800]);
  expect(withWidths(COLUMNS, { route: 200 }).map(({ width }) => width)).toEqual([32, 132, 200, 186, 90]);
});
