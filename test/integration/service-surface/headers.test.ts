import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProduct, type Product } from '../../support/product.ts';
import { always, failureOf, type Marketplace, openEmbedded } from './marketplace.ts';

const KEY_WORD = 'Bearer';
let market: Marketplace;
let key: string;
let product: Product;

beforeAll(async () => {
  market = await openEmbedded();
  key = market.demo.issueKey();
  product = await openProduct({ marketplace: market.url, key });
  await product.handlers.marketplace.refresh(undefined);
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});
afterEach(() => market.control.reset());

const STATUS = 'platform.catalogueStatus';

/** The notices in the activity row of an answer with these headers. */
async function noticesOf(headers: Record<string, string>): Promise<string[]> {
  await market.control.behave({ headers: { [STATUS]: headers } });
  await product.handlers.catalogue.freshness({ from: 'service' });
  return (await product.row(undefined, 'freshness')).notices;
}

describe('limits and retirement (§8, §9.3) are shown where they are sent and read, and never assumed', () => {
  test('in the row of the answer', async () => {
    const notices = await noticesOf({
      Deprecation: '@1767225600',
      Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT',
      RateLimit: '"<b>x</b>";r=1',
    });
    expect(notices).toEqual([
      'Limit “bxb”: 1 left',
      'Deprecated as of 2026-01-01',
      'Will stop answering on 2026-12-31',
    ]);
    expect(await noticesOf({})).toEqual([]);
  });

  test('a retirement is shown beside the role in Settings with its date, until an answer no longer states it', async () => {
    const notices = async () => (await product.handlers.marketplace.bindings(undefined)).notices;
    await noticesOf({ Deprecation: '@1767225600', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' });
    expect(await notices()).toEqual(
      expect.arrayContaining([
        'Read how fresh the catalogue is: Deprecated as of 2026-01-01.',
        'Read how fresh the catalogue is: Will stop answering on 2026-12-31.',
      ]),
    );
    await noticesOf({});
    expect((await notices()).join()).not.toContain('Deprecated');
  });
});

describe('x-ae-request-id (§7.2)', () => {
  test('an unprintable one is not stored, and the one that was sent is', async () => {
    await always(market.control, {
      on: 'registry.tools.list',
      kind: 'status',
      status: 500,
      headers: { 'x-ae-request-id': 'a'.repeat(200) },
    });
    await market.control.behave({ headers: { 'registry.tools.list': { 'x-ae-request-id': 'a b' } } });
    const failure = await failureOf(product.handlers.catalogue.list({ from: 'service' }));
    expect(failure.requestId).toBeUndefined();
    const row = await product.row(undefined, 'list');
    expect(row).toMatchObject({ requestId: null, requestIdSent: expect.stringMatching(/^mp-/) });
  });
});

test('a key repeated in headers and body gets into no row, no failure and no export', async () => {
  await always(market.control, {
    on: 'agentAccess.whoami',
    kind: 'status',
    status: 403,
    code: key,
    problem: { detail: `${KEY_WORD} ${key}`, title: key },
    headers: {
      'x-ae-request-id': key,
      RateLimit: `"${key}";r=1`,
      'RateLimit-Policy': `"Authorization ${key}";q=1`,
    },
  });
  await market.control.behave({ headers: { 'agentAccess.whoami': { 'x-ae-request-id': key } } });
  const failure = await failureOf(product.handlers.key.check(undefined));
  expect(failure.code).toBe('permission_denied');
  const texts = [
    JSON.stringify(failure),
    JSON.stringify(await product.handlers.activity.list({ limit: 500 })),
    (await product.handlers.activity.export({ format: 'csv' })).text,
    (await product.handlers.activity.export({ format: 'json' })).text,
  ];
  for (const text of texts) {
    expect(text).not.toContain(key);
    // Not even parts that could be joined.
    expect(text).not.toContain(key.slice(-20));
    expect(text.toLowerCase()).not.toContain('authorization');
  }
});

test('an export contains every row that passes the filter, as a file without secrets', async () => {
  await product.handlers.key.check(undefined);
  const { text, rows } = await product.handlers.activity.export({ format: 'json', text: 'account' });
  const parsed = JSON.parse(text) as { role: string; path: string }[];
  expect(parsed).toHaveLength(rows);
  expect(parsed.length).toBeGreaterThan(0);
  for (const row of parsed) expect(`${row.role} ${row.path}`).toContain('account');
  const csv = (await product.handlers.activity.export({ format: 'csv' })).text;
  expect(csv.split('\r\n').length).toBeGreaterThan(parsed.length);
  expect(csv).not.toContain(key);
  expect(csv).not.toContain(KEY_WORD);
});
