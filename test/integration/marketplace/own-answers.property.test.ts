import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { SYSTEM_TIMING, type Timing } from '../../../electron/marketplace/waits/timing.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

const open: (Pick<LocalServer, 'close'> | Pick<OpenedMarketplace, 'close'>)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const text = { type: 'string' };
const FAILURE = { type: 'object', required: ['fault', 'ticket'], properties: { fault: text, ticket: text } };
const of = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const responses = (schema: unknown) => ({
  200: of(schema),
  '4XX': of(FAILURE),
  503: { description: 'later' },
});
const report = { type: 'object', required: ['status'], properties: { status: text, completedAt: text } };
const found = {
  type: 'object',
  required: ['items', 'hasMore'],
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { toolRef: text, title: text } } },
    hasMore: { type: 'boolean' },
  },
};
const body = {
  content: { 'application/json': { schema: { type: 'object', properties: { query: text } } } },
};
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A marketplace that sends no request ids' },
  paths: {
    '/api/v1/catalogue-status': { get: { operationId: 'status', responses: responses(report) } },
    '/api/v1/market-tools/search': {
      post: { operationId: 'search', requestBody: body, responses: responses(found) },
    },
  },
};

const DEADLINE_MS = 9_999;

type Given = { status: number; text: string; headers: Record<string, string> };

/** A marketplace that sends no request ids and has shown its document; from then on this is answered in its place. */
async function behind() {
  let given: Given | null = null;
  const server = await startLocalServer(({ url }, response) => {
    if (given !== null) response.writeHead(given.status, given.headers).end(given.text);
    else if (url === '/openapi.json') json(response, 200, DOCUMENT);
    else json(response, 200, { status: 'fresh', completedAt: '2026-11-01T00:00:00Z' });
  });
  let waited = 0;
  const timing: Timing = {
    ...SYSTEM_TIMING,
    monotonic: () => waited,
    after: (ms, run) =>
      SYSTEM_TIMING.after(ms >= DEADLINE_MS ? ms : 1, () => {
        waited += ms;
        run();
      }),
  };
  const product = openMarketplace(server.url, { timing });
  open.push(product, server);
  await product.marketplace.refreshDocument();
  return {
    marketplace: product.marketplace,
    answer: (next: Given) => {
      given = next;
      waited += 3_600_000;
    },
  };
}

const NAMES = ['status', 'message', 'error', 'code', 'detail', 'title', 'data', 'ok', 'items', 'requestId'];
const bodies = fc.oneof(
  fc.constantFrom('', 'Too many requests', 'upstream connect error', '[]', 'null', '{}', 'true'),
  fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue({ maxDepth: 2 })).map((one) => JSON.stringify(one)),
  fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.stringify(one)),
);
const answers: fc.Arbitrary<Given> = fc.record({
  status: fc.constantFrom(200, 202, 204, 400, 402, 404, 405, 409, 410, 418, 429, 451, 500, 502, 503, 504),
  text: bodies,
  headers: fc.record({
    'content-type': fc.constantFrom('application/json', 'text/plain', 'application/problem+json'),
    'retry-after': fc.constant('86400'),
  }),
});

/** What the service itself may say: a declared answer, or a problem in the shape seen live. */
function mayBeItsOwn({ status, text }: Given): boolean {
  try {
    const said = JSON.parse(text);
    if (status >= 300) return /^[a-z]/i.test(String(said?.code ?? '')) && said?.status === status;
    return Array.isArray(said?.items) || /^(?:fresh|stale|failed|absent)$/.test(said?.status);
  } catch {
    return false;
  }
}

test('no other answer counts as that of a service without request ids, whatever its body and status', async () => {
  const { marketplace, answer } = await behind();
  await fc.assert(
    fc.asyncProperty(
      answers.filter((one) => !mayBeItsOwn(one)),
      fc.constantFrom('freshness', 'search'),
      async (given, role) => {
        answer({ ...given, text: given.status === 204 ? '' : given.text });
        // A wait of 429 is honoured (§7.1), and would hold back what comes after.
        if (given.status === 429) delete given.headers['retry-after'];
        const reply = await marketplace.ask(
          role as 'freshness',
          { query: 'any' },
          { deadlineMs: DEADLINE_MS },
        );
        expect(marketplace.network()).toMatchObject({ state: 'offline', instead: true });
        expect(marketplace.wait().tooLong).toBeUndefined();
        if (!reply.ok) expect(reply.failure.delivery).toBe('maybe');
      },
    ),
    { numRuns: 60 },
  );
});

test.each<[string, number, unknown]>([
  ['the declared report', 200, { status: 'old', completedAt: '2026-11-01T00:00:00Z' }],
  ['a failure as it is declared', 404, { fault: 'unknown', ticket: 'a1' }],
  ['a problem as seen live', 503, { kind: 'UNAVAILABLE', code: 'catalogue_down', title: 'Down' }],
])('what a service without request ids declares is its own: %s', async (_name, status, said) => {
  const { marketplace, answer } = await behind();
  answer({ status, text: JSON.stringify(said), headers: { 'content-type': 'application/json' } });
  await marketplace.ask('freshness', {}, { deadlineMs: DEADLINE_MS });
  expect(marketplace.network()).toMatchObject({ state: 'online' });
});
