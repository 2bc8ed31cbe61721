/** A purchase belongs to the marketplace and the account of its quote, whatever is in use later. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { openProduct, type Product, quoted, until } from '../../support/product.ts';
import { openShop, type Shop, shownOf } from './shop.ts';

let shop: Shop;
let other: Product | null = null;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  await other?.close();
  other = null;
  await shop.close();
});

/** The same folder after a start with another key, stored in the keychain meanwhile. */
async function withAnotherKey(): Promise<Product> {
  await shop.product.close();
  other = await openProduct({
    dataDir: shop.dataDir,
    marketplace: shop.demo.baseUrl,
    key: shop.demo.issueKey({ account: 'account:other' }),
  });
  await other.startedUp;
  return other;
}

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'done';
}

it('a quote of one account is void with the key of another, even where the key was changed unnoticed', async () => {
  const quoted = await shop.quote();
  const { handlers } = await withAnotherKey();
  const approval = { purchaseId: quoted.purchaseId, shown: shownOf(quoted) };
  expect(await codeOf(() => handlers.purchases.approve(approval))).toBe('approval_void');
  expect((await shop.control.books()).calls).toHaveLength(0);
});

it('an unresolved purchase of one account is neither polled nor resumed by another', async () => {
  await shop.control.behave({ callPlans: [{ outcome: 'outcome_unknown' }] });
  const { purchaseId } = await shop.buy();
  const { handlers } = await withAnotherKey();
  expect(await codeOf(() => handlers.purchases.checkAgain({ purchaseId }))).toBe('other_account');
  expect(await codeOf(() => handlers.purchases.resume({ purchaseId }))).toBe('other_account');
  expect((await handlers.purchases.show({ purchaseId })).state).toBe('unknown');
  expect(await shop.control.seen('tool.call')).toBe(1);
});

it('an order that was due while another account’s key was stored is sent once its own key is back', async () => {
  let key = shop.key;
  other = await openProduct({ marketplace: shop.demo.baseUrl, key: () => key });
  await other.startedUp;
  const { purchases, key: keys } = other.handlers;
  await shop.control.inject({
    on: 'tool.call',
    kind: 'status',
    status: 429,
    retryAfterSeconds: 1,
    problem: { retryable: true },
    times: 1,
  });
  const purchase = await quoted(other);
  const { purchaseId } = purchase;
  const show = async () => purchases.show({ purchaseId });
  await purchases.approve({ purchaseId, shown: shownOf(purchase) });
  await until(other, async () => (await show()).nextPollAt !== null);
  const due = (await show()).nextPollAt ?? 0;
  key = shop.demo.issueKey({ account: 'account:other' });
  await keys.check(undefined);
  await expect.poll(() => Date.now()).toBeGreaterThan(due + 500);
  expect((await show()).state).toBe('submitted');
  key = shop.key;
  await keys.check(undefined);
  await until(other, async () => (await show()).state === 'completed');
  expect(await shop.control.seen('tool.call')).toBe(2);
});

it('records of a purchase that is recovered later belong to the marketplace that sold it', async () => {
  await shop.control.behave({ callPlans: [{ outcome: 'pending', polls: 0, retryAfterMs: 3_000 }] });
  const { purchaseId } = await shop.buy();
  const { handlers } = shop.product;
  await handlers.settings.setMarketplace({ address: null });
  expect(await handlers.results.searches(undefined)).toEqual([]);
  expect(await codeOf(() => handlers.purchases.checkAgain({ purchaseId }))).toBe('other_account');
  await handlers.settings.setMarketplace({ address: shop.demo.baseUrl });
  await until(shop.product, async () => (await shop.show(purchaseId)).state === 'completed');
  expect(await handlers.results.searches(undefined)).toHaveLength(1);
});

it('an address that cannot be stored is not in use: purchases are made where they were shown', async () => {
  const { settings } = shop.product.handlers;
  const address = 'http://127.0.0.1:9/';
  // It was in use before, so nothing needs to be confirmed first.
  await settings.setMarketplace({ address });
  await settings.setMarketplace({ address: shop.demo.baseUrl });
  const holder = new Database(join(shop.dataDir, 'milepost.sqlite'));
  holder.exec('BEGIN IMMEDIATE');
  expect(await codeOf(() => settings.setMarketplace({ address }))).toMatch(/^storage_/u);
  holder.exec('ROLLBACK');
  holder.close();
  expect(await settings.read(undefined)).toMatchObject({ marketplaceAddress: shop.demo.baseUrl });
  const { purchaseId } = await shop.buy();
  expect(await shop.show(purchaseId)).toMatchObject({ state: 'completed' });
  expect((await shop.control.books()).calls).toHaveLength(1);
});
