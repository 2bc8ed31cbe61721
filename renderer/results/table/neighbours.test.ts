import { expect, it } from 'vitest';
import { groupLayout, ungrouped } from './group-layout.ts';
import { nextRow } from './neighbours.ts';

it('the next and the previous record are the adjacent rows, with none beyond the ends', () => {
  const layout = ungrouped(3);
  expect(nextRow(layout, 1, 1)).toEqual({ place: 2, row: 2 });
  expect(nextRow(layout, 1, -1)).toEqual({ place: 0, row: 0 });
  expect(nextRow(layout, 2, 1)).toBeNull();
  expect(nextRow(layout, 0, -1)).toBeNull();
});

it('headings and collapsed groups are skipped', () => {
  // A heading with two rows, a collapsed one, a heading with one row.
  const layout = groupLayout([2, 5, 1], (group) => group === 1);
  expect(nextRow(layout, 2, 1)).toEqual({ place: 5, row: 7 });
  expect(nextRow(layout, 5, -1)).toEqual({ place: 2, row: 1 });
  expect(nextRow(layout, 1, -1)).toBeNull();
});
