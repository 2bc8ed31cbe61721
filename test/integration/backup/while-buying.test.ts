/** A backup is not merged in the middle of what holding the data file would break off. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../fault/product.ts';
import { openShop, type Shop } from '../purchases/shop.ts';
import { backUp, check } from './backed-up.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const refused = (words: RegExp) => ({
  failure: { code: 'under_way', message: expect.stringMatching(words) },
});

it('a merge waits for pages that are being bought, or for the person to stop them', async () => {
  const { restoreId } = await check(shop.product, await backUp(shop.product));
  const { handlers } = shop.product;
  await shop.control.behave({ callPlan: { outcome: 'pending', polls: 1000, retryAfterMs: 3_000_000 } });
  const { batchId } = await handlers.purchases.approveBatch({
    toolRef: shop.toolRef,
    input: shop.search(),
    pages: 2,
    ceiling: { currency: 'USD', units: '44000', exponent: 6 },
  });
  await until(shop.product, async () => (await shop.control.books()).calls.length === 1);
  await expect(handlers.restore.merge({ restoreId })).rejects.toMatchObject(
    refused(/^Pages are being bought/),
  );
  await handlers.purchases.stopBatch({ batchId });
  await expect(handlers.restore.merge({ restoreId })).resolves.toMatchObject({ renumbered: false });
});

it('a merge waits for a quote that is being asked for', async () => {
  const { restoreId } = await check(shop.product, await backUp(shop.product));
  const { handlers } = shop.product;
  await shop.control.inject({ on: 'tool.quote', kind: 'hang' });
  const quoted = shop.quote().catch(() => undefined);
  await until(shop.product, async () => {
    const { items } = await handlers.purchases.list({});
    return items.some(({ state }) => state === 'quoting');
  });
  await expect(handlers.restore.merge({ restoreId })).rejects.toMatchObject(
    refused(/^A quote is being asked/),
  );
  await shop.product.close();
  await quoted;
});
