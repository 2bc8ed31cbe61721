import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

const HOSTILE = '<img src=x onerror=alert(1)> **pay** now';

/** Every problem kind of the service with its status, and the message for the user. */
const PROBLEMS = [
  [400, 'INVALID_ARGUMENT', 'invalid_request', 'The service did not accept the request as it was made.'],
  [400, 'FAILED_PRECONDITION', 'invalid_request', 'The service did not accept the request as it was made.'],
  [401, 'UNAUTHENTICATED', 'unauthenticated', 'The service does not know this access key.'],
  [402, 'PAYMENT_REQUIRED', 'payment_required', 'The service asks for payment.'],
  [403, 'PERMISSION_DENIED', 'permission_denied', 'This access key does not allow that.'],
  [404, 'NOT_FOUND', 'not_found', 'The service does not have what was asked for.'],
  [
    405,
    'METHOD_NOT_ALLOWED',
    'method_not_allowed',
    'The service does not take this request at this address.',
  ],
  [409, 'ALREADY_EXISTS', 'conflict', 'The service says that it conflicts with what was done before.'],
  [410, 'FAILED_PRECONDITION', 'gone', 'The service says that this no longer exists.'],
  [413, 'PAYLOAD_TOO_LARGE', 'payload_too_large', 'The request is larger than the service takes.'],
  [
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'unsupported_media_type',
    'The service does not take JSON at this address.',
  ],
  [418, 'SOMETHING_NEW', 'problem', 'The service answered with status 418.'],
  [429, 'RESOURCE_EXHAUSTED', 'rate_limited', 'The service asks to wait: too many requests.'],
  [500, 'INTERNAL', 'service_failed', 'The service failed (status 500).'],
  [501, 'UNIMPLEMENTED', 'service_failed', 'The service failed (status 501).'],
  [503, 'UNAVAILABLE', 'service_failed', 'The service failed (status 503).'],
] as const;

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

/** Cached answers of every kind, from before anything went wrong. */
async function everythingCached(): Promise<unknown[]> {
  return Promise.all(READS.map(([what]) => read(what, 'cached')));
}

beforeAll(async () => {
  const listed = await product.handlers.catalogue.list({ from: 'service' });
  toolRef = listed?.items[0]?.toolRef ?? '';
  for (const [what] of READS) await read(what, 'service');
});

describe.each(PROBLEMS)('%i %s', (status, kind, code, words) => {
  test('is reported in our words with the service’s separate, keeps its request id, and keeps everything stored', async () => {
    const before = await everythingCached();
    await always(market.control, {
      on: 'registry.tools.list',
      kind: 'status',
      status,
      code: 'service_token',
      problem: { kind, title: HOSTILE, detail: HOSTILE, reason: HOSTILE, retryable: false },
    });
    const failure = await failureOf(product.handlers.catalogue.list({ from: 'service' }));
    expect(failure).toEqual({
      code,
      message: words,
      requestId: expect.stringMatching(/^mp-/),
      service: { code: 'service_token', text: HOSTILE },
    });
    expect(await product.row(failure.requestId)).toMatchObject({
      role: 'list',
      method: 'POST',
      status,
      attempt: 1,
      errorCode: code,
      requestId: failure.requestId,
      requestIdSent: failure.requestId,
    });
    expect(await everythingCached()).toEqual(before);
  });
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
  [401, 'unauthenticated', 'The service does not know this access key.'],
  [403, 'permission_denied', 'This access key does not allow that.'],
  [500, 'service_failed', 'The service failed (status 500).'],
] as const)(
  'an account read answered with %i states what is wrong with the key',
  async (status, code, words) => {
    await always(market.control, { on: 'agentAccess.whoami', kind: 'status', status });
    const failure = await failureOf(product.handlers.key.check(undefined));
    expect(failure).toMatchObject({ code, message: words });
    expect(await product.row(failure.requestId)).toMatchObject({ role: 'account', status });
  },
);

test('a key without the scope for Calls is reported as such, and buys nothing', async () => {
  await market.control.changeAccount({ scopes: ['account:read'] });
  try {
    await product.handlers.key.check(undefined);
    const { items, ready } = await product.handlers.status.setup({ refresh: false });
    expect(ready).toBe(false);
    expect(items.find(({ id }) => id === 'scope')).toMatchObject({
      state: 'unmet',
      detail: 'The key has only: account:read.',
      remedy: expect.stringContaining('market_tools:call'),
    });
  } finally {
    await market.control.changeAccount({ scopes: ['account:read', 'market_tools:call'] });
    await product.handlers.key.check(undefined);
  }
});

test('a read that the service allows to repeat is repeated, each attempt with an id and a row of its own', async () => {
  await always(market.control, { on: 'registry.tools.compare', kind: 'status', status: 503 });
  const failure = await failureOf(read('compare', 'service'));
  expect(failure.code).toBe('service_failed');
  const { rows } = await product.handlers.activity.list({ text: 'compare', failedOnly: true, limit: 500 });
  const attempts = rows.filter(({ status }) => status === 503).slice(0, 3);
  expect(attempts.map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  expect(new Set(attempts.map(({ requestIdSent }) => requestIdSent)).size).toBe(3);
  expect(failure.requestId).toBe(attempts[0]?.requestId);
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
  ['no problem at all', '', null],
  ['a web page', '<h1>Bad gateway</h1>', null],
  ['a text', '"down"', null],
  ['a problem inside `error`', '{"error":{"kind":"INTERNAL","code":"inner","message":"why"}}', 'inner'],
  ['a problem of wrong types', '{"kind":5,"code":["x"],"detail":{"a":1},"retryable":"yes"}', null],
  ['a problem in other cases', '{"Kind":"INTERNAL","CODE":"shouted","Detail":"why"}', 'shouted'],
] as const)('a failure with %s loses only what it does not state', async (_, body, serviceCode) => {
  await always(market.control, { on: 'registry.tools.list', kind: 'status', status: 500, body });
  const failure = await failureOf(read('list', 'service'));
  expect(failure).toMatchObject({ code: 'service_failed', message: 'The service failed (status 500).' });
  expect(failure.service?.code ?? null).toBe(serviceCode);
});
