/** Legal but unexpected answers, over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/product.ts';
import { storedOutput } from '../../support/stored-output.ts';
import { openShop, type Shop, shownOf } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
describe('an answer to a Call that is not understood', () => {
  const nested = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`;
  it.each([
    ['JSON that nests too deep to be read', nested, nested],
    ['nothing but bytes', '\u0000\ufffd\u0001', '\u0000\ufffd\u0001'],
  ])('with %s is stored as it came, shown, and survives a restart', async (_name, body, shown) => {
    // The list of Calls does not answer, so nothing settles it.
    await shop.control.inject({ on: 'call.list', kind: 'status', status: 503, times: 'always' });
    await shop.control.inject({ on: 'tool.call', kind: 'replace_body', body });
    const { purchaseId, state } = await shop.buy();
    expect(state).toBe('unknown');
    await shop.restart();
    const { outputs } = shop.product.handlers;
    expect((await outputs.list({})).items).toMatchObject([{ purchaseId, understood: false }]);
    expect(await storedOutput(shop.product.handlers, purchaseId)).toMatchObject({
      understood: false,
      output: shown,
    });
  });

  it('is replaced by the output that the identical order returns', async () => {
    await shop.control.inject({ on: 'tool.call', kind: 'replace_body', body: 'Your seats: JFK to LHR' });
    const { purchaseId } = await shop.buy();
    expect((await shop.product.handlers.purchases.resume({ purchaseId })).state).toBe('completed');
    expect((await shop.control.books()).charges).toHaveLength(1);
    const read = await storedOutput(shop.product.handlers, purchaseId);
    expect(read).not.toHaveProperty('understood');
    expect(read.output).toMatchObject({ data: expect.any(Array) });
  });
});

describe('a lost acknowledgement of a Call that was charged', () => {
  it.each([410, 402] as const)(
    'is not written off by a repeated order answered %i, and is identified by the user',
    async (repeatedOrderStatus) => {
      await shop.control.behave({ repeatedOrderStatus });
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
