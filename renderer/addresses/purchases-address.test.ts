import { describe, expect, it } from 'vitest';
import { accountsFilterOf, isFiltered, purchasesAddress, spanOf, statesOf } from './purchases-address.ts';

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

  it('names the states behind a choice', () => {
    expect(statesOf(read('state=unresolved'))).toEqual(['approved', 'submitted', 'pending', 'unknown']);
    expect(statesOf(read(''))).toBeUndefined();
  });

  it('filters by time in the user’s calendar, including the whole last day', () => {
    expect(spanOf(read('time=week'), now)).toEqual({ from: day(10, 14) });
    expect(spanOf(read('time=last-month'), now)).toEqual({ from: day(9, 1), until: day(10, 1) });
    expect(spanOf(read('time=days&from=2026-11-01&until=2026-11-03'), now)).toEqual({
      from: day(10, 1),
      until: day(10, 4),
    });
    expect(spanOf(read('time=days&until=2026-02-31'), now)).toEqual({});
  });

  it('combines Tool, currency and states', () => {
    expect(accountsFilterOf(read('toolId=awards&currency=USD&state=completed'), now)).toEqual({
      toolId: 'awards',
      currency: 'USD',
      states: ['completed'],
    });
  });
});
