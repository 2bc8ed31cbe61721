import { describe, expect, it } from 'vitest';
import { tableOrder } from './table-order.ts';

const up = (by: 'date' | 'miles' | 'route' | 'seats') => ({ by, descending: false });

describe('the order of the table', () => {
  it('is by date and then by miles by default', () => {
    expect(tableOrder([], null)).toEqual([up('date'), up('miles')]);
  });

  it('begins with the grouping column', () => {
    expect(tableOrder([], 'route')).toEqual([up('route'), up('date'), up('miles')]);
    expect(tableOrder([up('miles'), up('seats'), up('date')], 'route')).toEqual([
      up('route'),
      up('miles'),
      up('seats'),
    ]);
  });

  it('reverses the groups where their column is sorted descending', () => {
    expect(tableOrder([up('miles'), { by: 'route', descending: true }], 'route')).toEqual([
      { by: 'route', descending: true },
      up('miles'),
    ]);
  });
});
