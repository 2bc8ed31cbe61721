/** What a restore means for money: limits, permissions, quotes, and orders that are open on one machine or on two. */
import { describe, expect } from 'vitest';
import { until } from '../../support/product.ts';
import { shownOf } from '../purchases/shop.ts';
import { backUp, changed, check, restore } from './backed-up.ts';
import { allRows, it, purchasesOf } from './machines.ts';

const USD = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
describe('money after a restore', () => {
  it('raises no limit, ends permissions, voids quotes and counts what was spent', async ({ shop, other }) => {
    await shop.buy();
    const quoted = await shop.quote();
    await shop.product.handlers.purchases.giveGrant({
      toolRef: shop.toolRef,
      input: shop.search(),
      pages: 1,
      everyHours: 24,
      perDay: USD(50_000),
      until: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    });
    const limits = (await other.handlers.settings.read(undefined)).limits;
    const { restored } = await restore(other, await backUp(shop.product));

    expect(restored).toMatchObject({ permissionsEnded: 1, voided: 1 });
    expect((await other.handlers.settings.read(undefined)).limits).toEqual(limits);
    const grants = await other.handlers.purchases.grants(undefined);
    expect(grants).toHaveLength(1);
    expect(grants[0]).toMatchObject({ state: 'over' });
    expect((await other.handlers.status.read(undefined)).spending.standing).toBeUndefined();
    const there = await other.handlers.purchases.show({ purchaseId: quoted.purchaseId });
    expect(there.state).toBe('void');
    expect(there.approvable.ok).toBe(false);
    const [spent] = (await other.handlers.status.read(undefined)).spending.today;
    const [here] = (await shop.product.handlers.status.read(undefined)).spending.today;
    expect(spent).toEqual(here);
    // Where it was made, the quote still awaits its approval.
    expect((await shop.show(quoted.purchaseId)).state).toBe('quoted');
  });

  it('lowers nothing where more would count as spent than was confirmed, whatever is bought after the check', async ({
    shop,
  }) => {
    await shop.buy();
    const quoted = await shop.quote();
    const free = changed(
      await backUp(shop.product),
      `UPDATE purchases SET state = 'completed', charged = '{"currency":"USD","units":"0","exponent":6}',
         updated_at = updated_at + 1000000`,
    );
    const { restoreId, contents } = await check(shop.product, free);
    expect(contents.lowered).toBe(1);
    await shop.product.handlers.purchases.approve({
      purchaseId: quoted.purchaseId,
      shown: shownOf(quoted),
    });
    await until(shop.product, async () => (await shop.show(quoted.purchaseId)).state === 'completed');
    const spent = async () => (await shop.product.handlers.status.read(undefined)).spending.today;
    const before = await spent();
    const restored = await shop.product.handlers.restore.merge({ restoreId });
    expect(shop.product.requested().at(-1)).toMatchObject({ words: expect.stringContaining('1 purchase ') });
    expect(restored).toMatchObject({ heldBack: 2, purchases: 0 });
    expect(await spent()).toEqual(before);
  });

  it('restores an unresolved Call as such, which blocks its request and is settled by the identical order, charged once', async ({
    shop,
    other,
  }) => {
    const search = shop.search();
    await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 500, times: 'always' });
    const bought = await shop.buy(search);
    expect(bought.state).toBe('unknown');
    const file = await backUp(shop.product);
    const { restored } = await restore(other, file);

    expect(restored).toMatchObject({ purchases: 1, unresolved: 1 });
    const there = await other.handlers.purchases.show({ purchaseId: bought.purchaseId });
    expect(there.state).toBe('unknown');
    expect((await other.handlers.status.read(undefined)).spending.unresolved).toBe(1);
    await expect(
      other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search }),
    ).rejects.toMatchObject({ failure: { code: 'already_open' } });

    await shop.control.reset();
    await other.handlers.purchases.resume({ purchaseId: bought.purchaseId });
    expect((await purchasesOf(other))[0]?.state).toBe('completed');
    expect((await allRows(other))[0]?.found.length).toBeGreaterThan(0);
    const books = await shop.control.books();
    expect(books.charges).toHaveLength(1);
    // Brought home, the settled copy takes the place of the open one, and never the other way.
    const home = await restore(shop.product, await backUp(other));
    expect((await shop.show(bought.purchaseId)).state).toBe('completed');
    expect(home.restored.settled + home.restored.purchases).toBeLessThanOrEqual(1);
    await restore(other, file);
    expect((await purchasesOf(other))[0]?.state).toBe('completed');
    expect((await shop.control.books()).charges).toHaveLength(1);
  });
});

describe('two machines at once', () => {
  it('keeps both of two open Calls of one request; the request stays blocked until both are settled', async ({
    shop,
    other,
  }) => {
    const search = shop.search();
    await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement', times: 2 });
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 500, times: 'always' });
    const mine = await shop.buy(search);
    const quoted = await other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await other.handlers.purchases.approve({
      purchaseId: quoted.purchaseId,
      shown: shownOf(quoted as never),
    });
    await until(other, async () => (await purchasesOf(other))[0]?.state === 'unknown');
    const { restored } = await restore(other, await backUp(shop.product));
    expect(restored).toMatchObject({ purchases: 1, unresolved: 1 });
    expect((await other.handlers.status.read(undefined)).spending.unresolved).toBe(2);
    const ask = () => other.handlers.purchases.quote({ toolRef: shop.toolRef, input: search });
    await expect(ask()).rejects.toMatchObject({ failure: { code: 'already_open' } });

    await shop.control.clearFaults();
    for (const { purchaseId } of [mine, quoted]) await other.handlers.purchases.checkAgain({ purchaseId });
    // The list does not show which Call is whose: each is repeated with its own key, and charged once.
    for (const { purchaseId } of [mine, quoted])
      if ((await other.handlers.purchases.show({ purchaseId })).state === 'unknown')
        await other.handlers.purchases.resume({ purchaseId });
    await until(other, async () => (await purchasesOf(other)).every(({ state }) => state === 'completed'));
    expect((await shop.control.books()).charges).toHaveLength(2);
    await expect(ask()).resolves.toMatchObject({ state: 'quoted' });
  });
});
