import { describe, expect, it } from 'vitest';
import {
  accountsFilterOf,
  isFiltered,
  readPurchasesAddress,
  spanOf,
  statesOf,
  unreadOfPurchases,
} from './purchases-address.ts';

const read = (query: string) => readPurchasesAddress(new URLSearchParams(query));
const now = new Date(2026, 10, 20, 12).getTime();
const day = (month: number, date: number) => new Date(2026, month, date).getTime();

describe('the address of the Purchases screen', () => {
  it('is everything where it says nothing', () => {
    expect(accountsFilterOf(read(''), now)).toEqual({});
    expect(isFiltered(read(''))).toBe(false);
    expect(read('').view).toBe('list');
  });

  it('takes nothing that it does not know', () => {
    const address = read('view=moon&state=lost&time=never&month=2026-13');
    expect(address).toMatchObject({ view: 'list', state: 'all', time: 'all', month: null });
    expect(unreadOfPurchases('view=moon&state=lost&month=2026-13&from=2026-1&purchase=a')).toEqual([
      { part: 'view=moon', instead: 'the list is shown' },
      { part: 'state=lost', instead: 'purchases in every state are shown' },
      { part: 'month=2026-13', instead: 'this month is shown' },
    ]);
  });

  it('names the states behind a choice', () => {
    expect(statesOf(read('state=unresolved'))).toEqual(['approved', 'submitted', 'pending', 'unknown']);
    expect(statesOf(read(''))).toBeUndefined();
  });

  it('cuts time by the user’s calendar, the last day whole', () => {
    expect(spanOf(read('time=week'), now)).toEqual({ from: day(10, 14) });
    expect(spanOf(read('time=last-month'), now)).toEqual({ from: day(9, 1), until: day(10, 1) });
    expect(spanOf(read('time=days&from=2026-11-01&until=2026-11-03'), now)).toEqual({
      from: day(10, 1),
      until: day(10, 4),
    });
    expect(spanOf(read('time=days&until=2026-02-31'), now)).toEqual({});
  });

  it('hands on Tool, currency and states together', () => {
    expect(accountsFilterOf(read('tool=awards&currency=USD&state=completed'), now)).toEqual({
      toolId: 'awards',
      currency: 'USD',
      states: ['completed'],
    });
  });
});
