import { describe, expect, it } from 'vitest';
import { accountsFilterOf, isFiltered, purchasesAddress } from './purchases-address.ts';

const read = (query: string) => purchasesAddress.read(query);
const now = new Date(2026, 10, 20, 12).getTime();
const day = (month: number, date: number) => new Date(2026, month, date).getTime();

describe('the address of the Purchases screen', () => {
  it('selects everything by default', () => {
    expect(accountsFilterOf(read(''), now)).toEqual({});
    expect(isFiltered(read(''))).toBe(false);
    expect(read('').view).toBe('list');
  });

  it('ignores what it does not know', () => {
    const address = read('view=moon&state=lost&time=never&month=2026-13');
    expect(address).toMatchObject({ view: 'list', state: 'all', time: 'all', month: null });
    expect(purchasesAddress.unread('view=moon&state=lost&month=2026-13&from=2026-1&purchase=a')).toEqual([
      'view=moon',
      'state=lost',
      'month=2026-13',
    ]);
  });

  it.each<[string, object]>([
    ['state=unresolved', { states: ['approved', 'submitted', 'pending', 'unknown'] }],
    [
      'toolId=awards&currency=USD&state=completed',
      { toolId: 'awards', currency: 'USD', states: ['completed'] },
    ],
    // In the user’s calendar, with the whole of the last day.
    ['time=week', { from: day(10, 14) }],
    ['time=last-month', { from: day(9, 1), until: day(10, 1) }],
    ['time=days&from=2026-11-01&until=2026-11-03', { from: day(10, 1), until: day(10, 4) }],
    ['time=days&until=2026-02-31', {}],
  ])('filters by %s', (query, filter) => {
    expect(accountsFilterOf(read(query), now)).toEqual(filter);
  });
});
