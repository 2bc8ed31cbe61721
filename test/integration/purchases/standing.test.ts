/** Approvals for more than one quote, over HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { until } from '../../support/product.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const usd = (units: number) => ({ currency: 'USD', units: String(units), exponent: 6 });
const PAGE = 22_000;
/** A search with many pages of ten. */
const wide = {
  origin_airport: 'JFK,EWR,BOS',
  destination_airport: 'LHR,CDG,FRA',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-05-31',
  take: 10,
};

async function batchEnd({ batchId }: Batch): Promise<Batch> {
  const find = async () => {
    const batches = await shop.product.handlers.purchases.batches({});
    return batches.find((batch) => batch.batchId === batchId) as Batch;
  };
  await until(shop.product, async () => (await find()).state !== 'running');
  return find();
}

const approve = (pages: number, ceiling: number) =>
  shop.product.handlers.purchases.approveBatch({
    requests: [{ toolRef: shop.toolRef, input: wide, pages }],
    ceiling: usd(ceiling),
  }) as Promise<Batch>;

async function failureOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'no failure';
}

const calls = async () => (await shop.control.books()).calls.length;

describe('several pages approved as one act', () => {
  it('are bought one by one into one run, each under the approval', async () => {
    const end = await batchEnd(await approve(5, 5 * PAGE));
    expect(end).toMatchObject({ state: 'done', bought: 5, stopped: null, spent: [usd(5 * PAGE)] });
    expect(await calls()).toBe(5);
    const [search] = await shop.product.handlers.results.searches(undefined);
    const { runs } = await shop.product.handlers.results.runs({ searchId: search?.searchId ?? 0 });
    expect(runs.map(({ pages }) => pages)).toEqual([5]);
    const bought = await Promise.all(end.purchaseIds.map(shop.show));
    expect(bought.every(({ batchId, state }) => batchId === end.batchId && state === 'completed')).toBe(true);
    expect(bought[0]?.timeline.map(({ event }) => event)).toContain('approved_in_batch');
  });

  it('do not continue from a page that is no longer the last of its run', async () => {
    const { purchaseId } = await shop.buy(wide);
    const { purchases, results } = shop.product.handlers;
    const goOn = () =>
      purchases.approveBatch({ requests: [{ after: purchaseId, pages: 1 }], ceiling: usd(PAGE) });
    await batchEnd((await goOn()) as Batch);
    expect(await failureOf(goOn)).toBe('changed_meanwhile');
    const [search] = await results.searches(undefined);
    const [run] = (await results.runs({ searchId: search?.searchId ?? 0 })).runs;
    const quote = { toolRef: shop.toolRef, input: run?.next?.input ?? {}, after: purchaseId };
    expect(await failureOf(() => purchases.quote(quote))).toBe('changed_meanwhile');
    expect(await calls()).toBe(2);
  });
});
