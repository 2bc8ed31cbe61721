import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FaultInput } from '../../support/marketplace/faults.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { type Marketplace, openEmbedded } from './marketplace.ts';

let market: Marketplace;
let product: Product;

beforeAll(async () => {
  market = await openEmbedded();
  product = await openProduct({ marketplace: market.url, key: market.demo.issueKey() });
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});
afterEach(() => market.control.reset());

let nights = 0;

/** Approves a purchase whose Call gets this fault, and lets the identical order be sent again. */
async function bought(fault: Record<string, unknown>) {
  const { handlers } = product;
  const { tools } = await handlers.awards.tools({ refresh: true });
  nights++;
  const quoted = await handlers.purchases.quote({
    toolRef: tools[0]?.tool.toolRef ?? '',
    input: { origin_airport: 'LHR', destination_airport: 'JFK', start_date: `2027-03-${10 + nights}` },
  });
  if (quoted.quote === null) throw new Error(quoted.words);
  const { quoteRef, toolVersion, inputDigest, price } = quoted.quote;
  await market.control.inject({ on: 'tool.call', ...fault } as FaultInput);
  const { purchaseId } = quoted;
  await handlers.purchases.approve({ purchaseId, shown: { quoteRef, toolVersion, inputDigest, price } });
  for (;;) {
    const notified = product.notified('purchases');
    const purchase = await handlers.purchases.show({ purchaseId });
    if (purchase.state === 'unknown') return handlers.purchases.resume({ purchaseId });
    await notified;
  }
}

test.each([
  ['JSON that stops', { kind: 'malformed_json' }, /"kind":"completed".*, "oops": $/s],
  ['a body cut in the middle', { kind: 'truncated_body' }, /^\{"kind":"completed"/],
  ['a web page', { kind: 'replace_body', body: '<h1>Thanks</h1>' }, /^<h1>Thanks<\/h1>$/],
])(
  'a Call that was carried out and answered with %s is returned by the identical order, charged once, and its exact bytes are stored',
  async (_, fault, rawResponse) => {
    const charges = (await market.control.books()).charges.length;
    const purchase = await bought(fault);
    expect(purchase.state).toBe('completed');
    expect(purchase.timeline.map(({ event }) => event)).toContain('answer_lost');
    expect((await market.control.books()).charges).toHaveLength(charges + 1);
    const { entries } = await product.handlers.purchases.evidence({ purchaseId: purchase.purchaseId });
    const lost = entries.find(({ event }) => event === 'answer_lost')?.detail as {
      rawResponse?: { text?: string };
    };
    expect(lost.rawResponse?.text).toMatch(rawResponse);
    expect((await product.handlers.results.searches(undefined)).length).toBeGreaterThan(0);
  },
);
