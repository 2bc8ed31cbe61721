/** Legal but unexpected answers, over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repeatedOrders } from '../../support/marketplace/control-client.ts';
import { until } from '../../support/product.ts';
import { openShop, type Shop, shownOf } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
describe('a lost acknowledgement of a Call that was charged', () => {
  it.each([410, 402] as const)(
    'is not written off by a repeated order answered %i, and is identified by the user',
    async (repeatedOrderStatus) => {
      await shop.control.inject(repeatedOrders(repeatedOrderStatus));
      await shop.control.inject({ on: 'tool.call', kind: 'drop_acknowledgement' });
      const quoted = await shop.quote();
      const { purchaseId } = quoted;
      const { approve, resume, callCandidates, placeCall } = shop.product.handlers.purchases;
      await approve({ purchaseId, shown: shownOf(quoted) });
      await until(shop.product, async () => (await shop.show(purchaseId)).state === 'unknown');
      await resume({ purchaseId });
      expect(await shop.show(purchaseId)).toMatchObject({ state: 'unknown', counted: usd(22_000) });
      const [{ callRef } = { callRef: '' }, ...more] = (await shop.control.books()).calls;
      expect(more).toEqual([]);
      expect(await callCandidates({ purchaseId })).toMatchObject({ complete: true, calls: [{ callRef }] });
      expect(await placeCall({ purchaseId, callRef, isOwn: true })).toMatchObject({
        state: 'completed',
        callRef,
        charged: usd(22_000),
      });
      expect((await shop.control.books()).charges).toHaveLength(1);
    },
  );
});
