import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { openProduct, type Product, quoted, shownOf, until } from '../../support/product.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { always, type Marketplace, openEmbedded } from './marketplace.ts';

/** What the whole program sends to one origin that requested a wait, whichever part received it (§7.1). */

let market: Marketplace;
let product: Product | undefined;

beforeAll(async () => {
  market = await openEmbedded();
});
afterAll(() => market.demo.close());
afterEach(async () => {
  await product?.close();
  product = undefined;
  await market.control.reset();
});

const AIRPORTS = { origin_airport: 'LHR', destination_airport: 'JFK' };

/** Every part of the program that sends requests to the origin, ready to send; their results do not matter here. */
async function openParts() {
  const sent: string[] = [];
  product = await openProduct({
    marketplace: market.url,
    key: market.demo.issueKey(),
    fetch: (input, init) => {
      sent.push(new URL(input instanceof Request ? input.url : input).pathname);
      return productFetch(input, init);
    },
  });
  const { handlers } = product;
  await handlers.marketplace.refresh(undefined);
  await handlers.mcp.connect({ readonly: true });
  const { tools } = requests.mcp.read.output.parse(await handlers.mcp.read(undefined));
  const account = tools.find(({ name }) => name.includes('account'))?.name ?? '';
  const quote = await quoted(product);
  await product.startedUp;
  const parts = {
    'the award provider’s probe': () =>
      handlers.marketplace.askProvider({ address: market.url, input: AIRPORTS }),
    'a read without a key': () => handlers.catalogue.list({ from: 'service' }),
    'a read with the key': () => handlers.key.check(undefined),
    'a purchase': async () => {
      const { purchaseId } = quote;
      await handlers.purchases.approve({ purchaseId, shown: shownOf(quote) });
      const settled = async () =>
        (await handlers.purchases.show({ purchaseId }))?.waitUntil !== null ||
        (await handlers.purchases.show({ purchaseId }))?.state === 'not_sent';
      await until(product as Product, settled);
    },
    'a tool of its connection': () => handlers.mcp.tryTool({ name: account, input: {} }),
  };
  return { sent, parts };
}

const PARTS = [
  'the award provider’s probe',
  'a read without a key',
  'a read with the key',
  'a purchase',
  'a tool of its connection',
] as const;

test.each(PARTS)(
  'an origin that requests a wait by %s gets no request of any other part until then',
  async (first) => {
    const { sent, parts } = await openParts();
    await always(market.control, {
      on: '*',
      kind: 'status',
      status: 429,
      retryAfterSeconds: 3600,
      problem: { retryable: true },
    });
    sent.length = 0;
    const quiet = async (part: keyof typeof parts) => {
      await Promise.resolve(parts[part]()).catch(() => undefined);
    };
    await quiet(first);
    expect(sent).toHaveLength(1);
    for (const part of PARTS.filter((one) => one !== first)) await quiet(part);
    expect(sent).toHaveLength(1);
  },
);
