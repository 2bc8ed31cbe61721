/** A purchase belongs to the marketplace and the account of its quote, whatever is in use later. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { type Product, until } from '../../support/product.ts';
import { openShop, type Shop } from './shop.ts';

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

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'done';
}

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
