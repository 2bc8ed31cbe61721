import { beforeEach, describe, expect, it } from 'vitest';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  open,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import { failed, pendingCall, settled } from '../testing/purchase-desk.ts';
import { isOfSameAccount } from './purchase-account.ts';

eachInItsFolder();

describe.each([
  ['pending', () => pendingCall()],
  ['unknown', () => failed({})],
] as const)('a purchase that is %s', (state, call) => {
  let purchase: Awaited<ReturnType<typeof quotePurchase>>;
  beforeEach(async () => {
    open(service({ call, callStatus: () => failed({}), callList: () => failed({}) }));
    purchase = await quotePurchase();
    await approvePurchase(purchase);
    await settled();
  });
  const words = async () => {
    const shown = await show(purchase);
    const [listed] = (await desk.purchases.handlers.list({})).items;
    expect([shown.state, listed?.words]).toEqual([state, shown.words]);
    return shown.words;
  };

  it('says whose account it belongs to and that it waits for it, where the key is of another', async () => {
    Object.assign(desk.state.accountContext, { account: 'acct_other', keyMark: 'other' });
    expect(await words()).toMatch(/“acct”.*waits.*“acct_other”/u);
    expect(await words()).not.toContain('reads its status');
  });

  it('says whose account it belongs to where nobody says whose the new key is', async () => {
    Object.assign(desk.state.accountContext, { account: null, keyMark: 'other' });
    expect(await words()).toContain('“acct”');
    expect(await words()).not.toMatch(/reads its status|did not say/u);
  });

  it('says which marketplace it waits for', async () => {
    Object.assign(desk.state.accountContext, { marketplace: 'https://other.example' });
    expect(await words()).toMatch(/https:\/\/market\.example.*waits/u);
    expect(await words()).not.toContain('reads its status');
  });

  it('says that the key is refused, and reads nothing that it claims to read', async () => {
    Object.assign(desk.state.accountContext, { refused: 'The service does not accept the access key.' });
    expect(await words()).toContain('does not accept the access key');
    expect(await words()).not.toContain('reads its status');
  });

  it('says that its status is read only where it is', async () => {
    expect(await words()).toMatch(state === 'unknown' ? /reads its status/u : /working on it/u);
  });
});

it.each([
  ['named alike, with another key', ['a', 'k'], ['a', 'other'], true],
  ['named otherwise, with one key', ['a', 'k'], ['b', 'k'], false],
  ['of which one is not named, with one key', [null, 'k'], ['a', 'k'], true],
  ['of which the other is not named, with one key', ['a', 'k'], [null, 'k'], true],
  ['of which one is not named, with two keys', [null, 'k'], ['a', 'other'], false],
] as const)('two accounts %s', (_what, [account, keyMark], [other, otherMark], isSame) => {
  const marketplace = 'https://market.example';
  const one = { marketplace, account, keyMark };
  expect(isOfSameAccount(one, { marketplace, account: other, keyMark: otherMark })).toBe(isSame);
  expect(isOfSameAccount(one, { ...one, marketplace: 'https://other.example' })).toBe(false);
});
