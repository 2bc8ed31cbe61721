import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { always, failureOf, type Marketplace, openEmbedded } from './marketplace.ts';

let market: Marketplace;
let product: Product;

beforeAll(async () => {
  market = await openEmbedded();
  product = await openProduct({ marketplace: market.url, key: market.demo.issueKey() });
  await product.handlers.marketplace.refresh(undefined);
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});
afterEach(() => market.control.reset());

/** Every read that needs no key, as a screen requests it, and its endpoint. */
const READS = [
  ['freshness', 'platform.catalogueStatus'],
  ['list', 'registry.tools.list'],
  ['search', 'registry.tools.search'],
  ['describe', 'registry.tools.describe'],
  ['compare', 'registry.tools.compare'],
] as const;
type Read = (typeof READS)[number][0];

let toolRef = '';
async function read(what: Read, from: 'service' | 'cached'): Promise<unknown> {
  const { catalogue } = product.handlers;
  switch (what) {
    case 'freshness':
      return catalogue.freshness({ from });
    case 'list':
      return catalogue.list({ from });
    case 'search':
      return catalogue.search({ from, query: 'award seats' });
    case 'describe':
      return catalogue.describe({ from, toolRef });
    case 'compare':
      return catalogue.compare({ from, toolRefs: [toolRef] });
  }
}

beforeAll(async () => {
  const listed = await product.handlers.catalogue.list({ from: 'service' });
  toolRef = listed?.items[0]?.toolRef ?? '';
  for (const [what] of READS) await read(what, 'service');
});

test.each(READS)(
  '%s fails with a message at every status of the service, and its cached answer stays',
  async (what, on) => {
    const before = await read(what, 'cached');
    for (const status of [400, 500]) {
      const id = await always(market.control, { on, kind: 'status', status });
      const failure = await failureOf(read(what, 'service'));
      expect(failure.code).toBe(status === 400 ? 'invalid_request' : 'service_failed');
      expect((await product.row(failure.requestId)).role).toBe(what);
      await market.control.clearFaults(id);
    }
    expect(await read(what, 'cached')).toEqual(before);
  },
);

test.each([
  [401, 'unauthenticated'],
  [403, 'permission_denied'],
  [500, 'service_failed'],
] as const)('an account read answered with %i states what is wrong with the key', async (status, code) => {
  await always(market.control, { on: 'agentAccess.whoami', kind: 'status', status });
  const failure = await failureOf(product.handlers.key.check(undefined));
  expect(failure).toMatchObject({ code });
  expect(await product.row(failure.requestId)).toMatchObject({ role: 'account', status });
});

test('404 on a description is a Tool that is not found, in any wording, with what that does not prove (§1.4)', async () => {
  await market.control.behave({ catalogue: { status: 'stale' } });
  await always(market.control, {
    on: 'registry.tools.describe',
    kind: 'status',
    status: 404,
    code: 'tool_not_found',
    problem: { kind: 'NOT_FOUND' },
  });
  const page = requests.catalogue.describe.output.parse(
    await product.handlers.catalogue.describe({ from: 'service', toolRef: `operation:v1:${'e'.repeat(64)}` }),
  );
  expect(page).toMatchObject({
    posture: { state: 'not_found' },
    absence: {
      proven: false,
      words: 'No such Tool found here. There may still be one: the catalogue is stale.',
    },
  });
});

test.each([
  ['no problem at all', '', {}],
  ['a web page', '<h1>Bad gateway</h1>', {}],
  ['a text', '"down"', {}],
  [
    'a problem inside `error`, as data',
    '{"error":{"kind":"INTERNAL","code":"inner","message":"<img src=x onerror=alert(1)>"}}',
    { code: 'inner', text: '<img src=x onerror=alert(1)>' },
  ],
  ['a problem of wrong types', '{"kind":5,"code":["x"],"detail":{"a":1},"retryable":"yes"}', {}],
  [
    'a problem in other cases',
    '{"Kind":"INTERNAL","CODE":"shouted","Detail":"why"}',
    { code: 'shouted', text: 'why' },
  ],
] as const)('a failure with %s loses only what it does not state', async (_, body, service) => {
  await always(market.control, { on: 'registry.tools.list', kind: 'status', status: 500, body });
  const failure = await failureOf(read('list', 'service'));
  expect(failure.code).toBe('service_failed');
  expect(failure.message).not.toContain('<img');
  expect(failure.service ?? {}).toMatchObject(service);
});
