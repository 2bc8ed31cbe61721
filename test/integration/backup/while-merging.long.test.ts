/** What else continues while a backup is merged, and what a merge waits for. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { until } from '../../support/product.ts';
import { backUp, check, restore } from './backed-up.ts';
import { it, leftovers, purchasesOf } from './machines.ts';

describe('a merge', () => {
  it('allows reads and refuses writes while a backup is merged, and is rolled back at the user’s request', async ({
    machines,
    shop,
    other,
  }) => {
    await shop.buy();
    const { restoreId } = await check(other, await backUp(shop.product));
    const holder = new Database(join(machines.elsewhere, 'milepost.sqlite'));
    try {
      holder.exec('BEGIN IMMEDIATE');
      const merging = Promise.resolve(other.handlers.restore.merge({ restoreId })).catch(
        (error: unknown) => error,
      );
      expect(await other.handlers.results.searches(undefined)).toEqual([]);
      await expect(
        Promise.resolve().then(() =>
          other.handlers.views.save({ name: 'now', path: '/results', pinned: false }),
        ),
      ).rejects.toMatchObject({ failure: { code: 'restoring' } });
      expect(await other.handlers.restore.progress(undefined)).toMatchObject({ phase: 'merging' });
      const cancelled = other.handlers.restore.cancel({ restoreId });
      holder.exec('ROLLBACK');
      await cancelled;
      expect(await merging).toMatchObject({ failure: { code: 'cancelled' } });
    } finally {
      holder.close();
    }
    expect(await purchasesOf(other)).toEqual([]);
    expect(leftovers(machines.elsewhere)).toEqual([]);
    await other.handlers.views.save({ name: 'now', path: '/results', pinned: false });
    expect((await restore(other, await backUp(shop.product))).restored).toMatchObject({ purchases: 1 });
  });

  const refused = (words: RegExp) => ({
    failure: { code: 'under_way', message: expect.stringMatching(words) },
  });

  it('waits for pages that are being bought, or for the user to stop them', async ({ shop }) => {
    const { restoreId } = await check(shop.product, await backUp(shop.product));
    const { handlers } = shop.product;
    await shop.control.behave({ callPlan: { outcome: 'pending', polls: 1000, retryAfterMs: 3_000_000 } });
    const { batchId } = await handlers.purchases.approveBatch({
      requests: [{ toolRef: shop.toolRef, input: shop.search(), pages: 2 }],
      ceiling: { currency: 'USD', units: '44000', exponent: 6 },
    });
    await until(shop.product, async () => (await shop.control.books()).calls.length === 1);
    await expect(handlers.restore.merge({ restoreId })).rejects.toMatchObject(
      refused(/^Pages are being bought/),
    );
    await handlers.purchases.stopBatch({ batchId });
    await expect(handlers.restore.merge({ restoreId })).resolves.toMatchObject({ renumbered: false });
  });

  it('waits for a quote that is being requested', async ({ shop }) => {
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
});
