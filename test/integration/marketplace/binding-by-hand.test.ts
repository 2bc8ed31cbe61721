import { afterEach, beforeEach, expect, test } from 'vitest';
import { marketplaceHandlers } from '../../../electron/marketplace/handlers.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

const KEY = 'key-of-the-user-0123456789';
const CLOSED = { security: [{ key: [] }] };
const body = (properties: object) => ({
  content: {
    'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
  },
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Other words' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/account/top-up': { post: { operationId: 'topUp', summary: 'Top up', ...CLOSED } },
    '/account/delete': { delete: { operationId: 'deleteAccount', summary: 'Delete the account', ...CLOSED } },
    '/jobs/{id}': {
      get: {
        operationId: 'job',
        summary: 'One job',
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
        ...CLOSED,
      },
    },
    '/tools/{id}/offers': {
      post: {
        operationId: 'offerOf',
        parameters: [{ name: 'id', in: 'path' }],
        requestBody: {
          required: true,
          content: { 'application/vnd.shop+json': { schema: { type: 'object' } } },
        },
        ...CLOSED,
      },
    },
    '/tools/{id}/jobs/{key}': {
      put: {
        operationId: 'begin',
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'key', in: 'path' },
          {
            name: 'mode',
            in: 'query',
            required: true,
            schema: { default: { live: true } },
          },
        ],
        requestBody: body({
          data: {
            type: 'object',
            required: ['type', 'offer'],
            properties: { type: { const: 'job' }, offer: {} },
          },
        }),
        ...CLOSED,
      },
    },
    '/offers': {
      post: {
        operationId: 'offer',
        summary: 'An offer',
        requestBody: body({ capability: { type: 'string' }, arguments: { type: 'object' } }),
        ...CLOSED,
      },
    },
  },
};

let server: LocalServer;
let document: object;
let opened: OpenedMarketplace;
let questions: { title: string; words: string; detail: string }[];
let answer: boolean;
let received: { method: string; url: string }[];
let status: number;
let answered: object;
/** What the service was seen to answer to a status read, for operations that declare no answer. */
const OBSERVED = {
  kind: 'found',
  callRef: 'c1',
  version: 1,
  toolRef: 't',
  state: 'terminal',
  result: { kind: 'completed', callRef: 'c1', toolRef: 't', output: { a: 1 }, evidenceHash: 'e' },
};

beforeEach(async () => {
  document = DOCUMENT;
  questions = [];
  received = [];
  answer = true;
  status = 200;
  answered = OBSERVED;
  server = await startLocalServer(({ method, url }, response) => {
    if (url === '/openapi.json') {
      json(response, 200, document);
      return;
    }
    received.push({ method, url });
    json(response, status, answered);
  });
  opened = openMarketplace(server.url, { key: KEY });
  await opened.marketplace.refreshDocument();
});
afterEach(async () => {
  opened.close();
  await server.close();
});

const handlers = () =>
  marketplaceHandlers({
    marketplace: () => opened.marketplace,
    mayReach: async () => true,
    confirm: async (question) => {
      questions.push(question);
      return answer;
    },
    opened: () => {},
  });

test.each([
  ['balance', 'topUp'],
  ['account', 'deleteAccount'],
  ['callList', 'topUp'],
  ['quote', 'topUp'],
  ['cancel', 'deleteAccount'],
  ['sandboxReference', 'topUp'],
])('the page cannot bind %s to %s, and nothing is asked or sent', async (role, operationId) => {
  await expect(handlers().bind({ role, operationId, members: null, answer: null })).rejects.toMatchObject({
    failure: { code: 'not_bindable' },
  });
  // Bindings already in the settings, from another source, are subject to the same rule.
  opened.hand.bindings = { [role]: { operationId, members: {}, request: 'GET /' } };
  opened = opened.reopen();
  await opened.marketplace.refreshDocument();
  const requested = await opened.marketplace.ask(role as 'balance', {
    toolRef: 't',
    input: {},
    callRef: 'c',
  });
  expect(requested).toMatchObject({ ok: false, failure: { code: 'unbound', delivery: 'not_sent' } });
  expect(questions).toEqual([]);
  expect(received).toEqual([]);
});

test('a binding is confirmed outside the page, with method, path and purpose', async () => {
  answer = false;
  const bind = () =>
    handlers().bind({ role: 'callStatus', operationId: 'job', members: { callRef: 'id' }, answer: null });
  await expect(bind()).rejects.toMatchObject({ failure: { code: 'not_confirmed' } });
  expect(questions[0]?.words).toContain(`GET ${server.url}/jobs/{id}`);
  expect(questions[0]?.words).toContain('Read the status of a Call');
  expect(questions[0]?.words).not.toContain('always sends');
  const acting = {
    role: 'call',
    operationId: 'begin',
    members: { toolRef: 'id', idempotencyKey: 'key', quoteRef: 'data.offer' },
    answer: null,
  };
  await expect(handlers().bind(acting)).rejects.toMatchObject({ failure: { code: 'not_confirmed' } });
  expect(questions[1]?.words).toMatch(/It always sends mode .*live.*, data\.type 'job'\./u);
  expect(opened.hand.bindings).toEqual({});
  answer = true;
  await bind();
  expect(opened.hand.bindings).toEqual({
    callStatus: { operationId: 'job', members: { callRef: 'id' }, request: 'GET /jobs/{id}', answer: {} },
  });
});

test('a document that gives the confirmed operation another path gets no request there, now or after a restart', async () => {
  await handlers().bind({ role: 'callStatus', operationId: 'job', members: null, answer: null });
  const { '/jobs/{id}': job, ...others } = DOCUMENT.paths;
  document = { ...DOCUMENT, paths: { ...others, '/accounts/{id}/statement': job } };
  await opened.marketplace.refreshDocument();
  const request = () => opened.marketplace.ask('callStatus', { callRef: 'c' });
  const unbound = { ok: false, failure: { code: 'unbound', delivery: 'not_sent' } };
  expect(await request()).toMatchObject(unbound);
  opened = opened.reopen();
  await opened.marketplace.refreshDocument();
  expect(await request()).toMatchObject(unbound);
  const available = opened.marketplace.available('callStatus');
  expect(available).toMatchObject({
    ok: false,
    why: expect.stringMatching(/GET \/jobs\/\{id\}.* GET \/accounts\/\{id\}\/statement/u),
  });
  expect(received).toEqual([]);

  await handlers().bind({ role: 'callStatus', operationId: 'job', members: null, answer: null });
  expect(questions).toHaveLength(2);
  await request();
  expect(received).toEqual([{ method: 'GET', url: '/accounts/c/statement' }]);
});

test('members with other names are suggested, bound, used, and removed', async () => {
  const proposal = await handlers().propose({
    role: 'callStatus',
    operationId: 'job',
    members: null,
    answer: null,
  });
  expect(proposal).toMatchObject({ refusal: null, map: { callRef: 'id' } });
  await handlers().bind({ role: 'callStatus', operationId: 'job', members: null, answer: null });
  await opened.marketplace.ask('callStatus', { callRef: 'a/b' });
  expect(received).toEqual([{ method: 'GET', url: '/jobs/a%2Fb' }]);
  await handlers().release({ role: 'callStatus' });
  expect(opened.marketplace.available('callStatus').ok).toBe(false);
});

test('a quote whose body is the input, and a paid Call with its Tool, arrive as bound', async () => {
  const { map } = await handlers().propose({
    role: 'quote',
    operationId: 'offerOf',
    members: null,
    answer: null,
  });
  expect(map).toEqual({ toolRef: 'id', input: null });
  await handlers().bind({
    role: 'quote',
    operationId: 'offerOf',
    members: { ...map, input: 'whole body' },
    answer: null,
  });
  const members = { quoteRef: 'data.offer', idempotencyKey: 'key', toolRef: 'id' };
  await handlers().bind({ role: 'call', operationId: 'begin', members, answer: null });
  await opened.marketplace.ask('quote', { toolRef: 't', input: { origin: 'LHR' } });
  await opened.marketplace.ask('call', { quoteRef: 'q', idempotencyKey: 'k/1', toolRef: 't' });
  expect(
    server.received
      .slice(-2)
      .map(({ method, url, body: sent, headers }) => [method, url, sent, headers['content-type']]),
  ).toEqual([
    ['POST', '/tools/t/offers', '{"origin":"LHR"}', 'application/vnd.shop+json'],
    ['PUT', '/tools/t/jobs/k%2F1?live=true', '{"data":{"type":"job","offer":"q"}}', 'application/json'],
  ]);
});

test('what was bound by hand is never repeated by itself', async () => {
  await handlers().bind({ role: 'callStatus', operationId: 'job', members: null, answer: null });
  status = 503;
  await opened.marketplace.ask('callStatus', { callRef: 'c' });
  expect(received).toHaveLength(1);
});
