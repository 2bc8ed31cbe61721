/** A purchase is made at the marketplace that was shown. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

it('an address that cannot be stored is not in use: purchases are made where they were shown', async () => {
  const { settings } = shop.product.handlers;
  const address = 'http://127.0.0.1:9/';
  // It was in use before, so nothing needs to be confirmed first.
  await settings.setMarketplace({ address });
  await settings.setMarketplace({ address: shop.demo.baseUrl });
  const holder = new Database(join(shop.dataDir, 'milepost.sqlite'));
  holder.exec('BEGIN IMMEDIATE');
  await expect(async () => settings.setMarketplace({ address })).rejects.toMatchObject({
    failure: { code: expect.stringMatching(/^storage_/u) },
  });
  holder.exec('ROLLBACK');
  holder.close();
  expect(await settings.read(undefined)).toMatchObject({ marketplaceAddress: shop.demo.baseUrl });
  const { purchaseId } = await shop.buy();
  expect(await shop.show(purchaseId)).toMatchObject({ state: 'completed' });
  expect((await shop.control.books()).calls).toHaveLength(1);
});
