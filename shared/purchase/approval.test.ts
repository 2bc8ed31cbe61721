import { describe, expect, it } from 'vitest';
import { approvalStands } from './approval.ts';

const terms = {
  quoteRef: 'q',
  toolRef: 't',
  toolVersion: '1',
  inputDigest: 'd',
  price: { currency: 'USD', units: '22000', exponent: 6 },
  expiresAt: 1_000,
};
const accountContext = { marketplace: 'https://market.example', account: 'a', keyMark: 'k' };

describe('an approval', () => {
  it.each([
    ['everything is as it was shown', {}, {}],
    ['the account is not known any more', {}, { account: null }],
    ['the account was not known before', { account: null }, {}],
  ])('is valid while %s', (_what, before, now) => {
    const [then, after] = [
      { ...accountContext, ...before },
      { ...accountContext, ...now },
    ];
    expect(approvalStands(terms, terms, then, after, 999)).toEqual({ ok: true });
  });

  it.each([
    ['quote', { quoteRef: 'other' }, {}, 0],
    ['tool', { toolVersion: '2' }, {}, 0],
    ['tool', { toolRef: 'other' }, {}, 0],
    ['input', { inputDigest: 'other' }, {}, 0],
    ['price', { price: { currency: 'USD', units: '22001', exponent: 6 } }, {}, 0],
    ['marketplace', {}, { marketplace: 'https://other.example' }, 0],
    ['account', {}, { account: 'b' }, 0],
    ['key', {}, { keyMark: 'l' }, 0],
    ['expiry', {}, {}, 1_000],
  ])('becomes void when the %s changes', (changed, held, now, at) => {
    expect(
      approvalStands(terms, { ...terms, ...held }, accountContext, { ...accountContext, ...now }, at),
    ).toMatchObject({
      ok: false,
      changed,
    });
  });
});
