import { describe, expect, it } from 'vitest';
import { readAccount } from './account.ts';
import { readBalance } from './balance.ts';

const usd = (units: string, exponent = 2) => ({ currency: 'USD', units, exponent });

describe('an account', () => {
  it.each<[string, unknown, object]>([
    ['a record of its own with an ID', { account: { id: 'a' } }, { accountRef: 'a', scopes: null }],
    ['a record of its own with a reference', { account: { ref: 7 }, id: 'x' }, { accountRef: '7' }],
    ['the subject of a token', { sub: 'p', scope: 'a b' }, { principalRef: 'p', scopes: ['a', 'b'] }],
    ['its permissions', { accountId: 'a', permissions: ['a'] }, { accountRef: 'a', scopes: ['a'] }],
    ['data around it', { data: { accountId: 'a' } }, { accountRef: 'a' }],
  ])('is known by %s', (_, answer, known) => {
    expect(readAccount(answer)).toMatchObject({ kind: 'authenticated', ...known });
  });

  it('is not known by an ID of anything', () => {
    expect(readAccount({ id: 'x' }).kind).toBe('unreadable');
    expect(readAccount({ account: 'x' }).kind).toBe('unreadable');
  });
});

describe('a balance', () => {
  it.each<[string, unknown, object]>([
    ['available', { available: usd('500') }, usd('500')],
    ['an available balance', { availableBalance: '5.00', currency: 'USD' }, usd('500')],
    ['a record within data', { data: { available: usd('500') } }, usd('500')],
    ['a record of its own', { balance: { available: usd('500'), held: usd('1') } }, usd('500')],
    ['the only one of several', { balances: [{ currency: 'USD', available: '5.00' }] }, usd('500')],
    ['what may be spent beside what is there', { balance: usd('900'), available: usd('500') }, usd('500')],
  ])('is read from %s', (_, answer, available) => {
    expect(readBalance(answer)).toMatchObject({ kind: 'available', available });
  });

  it('is not chosen of several', () => {
    const balances = [
      { currency: 'USD', available: '5.00' },
      { currency: 'AUD', available: '7.00' },
    ];
    expect(readBalance({ balances }).kind).toBe('unreadable');
  });
});
