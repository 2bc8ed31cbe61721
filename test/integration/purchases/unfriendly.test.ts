/** Legal but unexpected answers, over real HTTP: charges, quotes, normalised input, lists and refusals. */
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
const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as { failure: { code: string } }).failure.code;
  }
  return 'no failure';
};
const batchOf = (input: Record<string, unknown>) =>
  shop.product.handlers.purchases.approveBatch({
    requests: [{ toolRef: shop.toolRef, input, pages: 2, pagePrice: usd(100_000) }],
    ceiling: usd(900_000),
  });
const endOf = async (batchId: string) => {
  const read = async () =>
    (await shop.product.handlers.purchases.batches({})).find((batch) => batch.batchId === batchId);
  await until(shop.product, async () => (await read())?.state === 'stopped');
  return read();
};

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

describe('a charge that is not what was approved', () => {
  it.each([
    [
      'in another currency',
      { charged: { currency: 'AUD', units: '30000', exponent: 6 } },
      [usd(22_000), { currency: 'AUD', units: '30000', exponent: 6 }],
    ],
  ])('%s is an alarm until it is seen, and counts as the larger', async (_name, plan, counted) => {
    await shop.control.behave({ callPlans: [{ outcome: 'completed', ...plan }] });
    const bought = await shop.buy();
    const { purchases } = shop.product.handlers;
    expect(bought).toMatchObject({ state: 'completed', chargeAlarm: { seen: false } });
    expect((await shop.product.handlers.status.read(undefined)).spending.today).toEqual(counted);
    const { accounts, rows } = await purchases.statement({
      month: new Date().toLocaleDateString('sv').slice(0, 7),
    });
    expect(accounts.totals).toEqual(counted);
    expect(rows[0]).toMatchObject({ quoted: usd(22_000), chargeDiffers: bought.chargeAlarm?.words });

    // Nothing is bought unattended until then, including after a restart.
    expect(await codeOf(() => batchOf(shop.search()))).toBe('charge_alarm');
    await shop.restart();
    expect(await codeOf(() => batchOf(shop.search()))).toBe('charge_alarm');
    const [alarmed] = await shop.product.handlers.purchases.alarms(undefined);
    if (alarmed === undefined) throw new Error('There is no alarm.');
    const { purchaseId, alarm } = alarmed;
    expect(
      await codeOf(() => shop.product.handlers.purchases.seeCharge({ purchaseId, mark: 'another' })),
    ).toBe('changed_meanwhile');
    const seen = await shop.product.handlers.purchases.seeCharge({ purchaseId, mark: alarm.mark });
    expect(seen).toMatchObject({ chargeAlarm: { seen: true } });
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'charge_seen', by: 'user' });
    expect(await shop.product.handlers.purchases.alarms(undefined)).toEqual([]);
    expect((await shop.product.handlers.status.read(undefined)).spending.today).toEqual(counted);
    expect(await codeOf(() => batchOf(shop.search()))).toBe('no failure');
  });

  it('stops its batch', async () => {
    await shop.control.behave({ callPlans: [{ outcome: 'completed', charged: usd(9_000_000) }] });
    const { batchId } = await batchOf(shop.search());
    expect(await endOf(batchId)).toMatchObject({ bought: 1, stopped: { code: 'charge_alarm' } });
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
