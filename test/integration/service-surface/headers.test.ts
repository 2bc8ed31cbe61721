import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { productFetch } from '../../support/product-fetch.ts';
import { type Marketplace, openEmbedded } from './marketplace.ts';

let market: Marketplace;
let product: Product;
/** Added to each answer about the catalogue's freshness. */
let added: Record<string, string> = {};

beforeAll(async () => {
  market = await openEmbedded();
  product = await openProduct({
    marketplace: market.url,
    fetch: async (...request) => {
      const { body, status, headers } = await productFetch(...request);
      const more = String(request[0]).includes('catalogue-status') ? Object.entries(added) : [];
      return new Response(body, { status, headers: [...headers, ...more] });
    },
  });
  await product.handlers.marketplace.refresh(undefined);
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});

test('limits and retirement (§8, §9.3) are shown where they are sent and read, until an answer no longer states them', async () => {
  const read = async (headers: Record<string, string>) => {
    added = headers;
    await product.handlers.catalogue.freshness({ from: 'service' });
    const { notices } = await product.handlers.marketplace.bindings(undefined);
    return { inRow: (await product.row(undefined, 'freshness')).notices, notices };
  };
  const stated = await read({
    Deprecation: '@1767225600',
    Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
    RateLimit: '"<b>x</b>";r=1',
  });
  expect(stated.inRow).toEqual([
    'Limit “bxb”: 1 left',
    'Deprecated as of 2026-01-01',
    'Will stop answering on 2026-12-31',
  ]);
  expect(stated.notices).toEqual(
    expect.arrayContaining([
      'Read how fresh the catalogue is: Deprecated as of 2026-01-01.',
      'Read how fresh the catalogue is: Will stop answering on 2026-12-31.',
    ]),
  );
  const later = await read({});
  expect(later.inRow).toEqual([]);
  expect(later.notices.join()).not.toContain('Deprecated');
});
