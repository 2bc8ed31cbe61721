import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../http/answer.ts';
import { bindRoles } from './binding.ts';
import { buildRequest } from './build-request.ts';
import { type ApiDocument, readDocument } from './document.ts';
import { requestLine, suggestedMembers } from './manual-binding.ts';
import type { ManualBindings } from './plain-binding.ts';
import { ROLE_FACTS } from './roles.ts';

type Operation = Record<string, unknown>;

const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const body = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  content: { 'application/json': { schema: object(properties, required) } },
});
const CLOSED = { security: [{ key: [] }] };

function documentOf(paths: Record<string, Record<string, Operation>>) {
  const read = readDocument({ openapi: '3.1.0', paths }, new URL('https://market.example'));
  if (!read.ok) throw new Error(read.why);
  return read.document;
}
type Chosen = Readonly<
  Record<string, string | { operationId: string; members: Record<string, string | null> }>
>;

/** The bindings that a user confirmed on this document. */
function confirmed(document: ApiDocument, chosen: Chosen): ManualBindings {
  return Object.fromEntries(
    Object.entries(chosen).map(([role, one]) => {
      const { operationId, members } = typeof one === 'string' ? { operationId: one, members: {} } : one;
      const operation = document.operations.find(({ id }) => id === operationId);
      return [
        role,
        {
          operationId,
          members,
          request: operation === undefined ? '' : requestLine(role as Role, operation, members),
        },
      ];
    }),
  );
}
function bind(paths: Record<string, Record<string, Operation>>, chosen: Chosen) {
  const document = documentOf(paths);
  return bindRoles({ document, basePath: '', manual: confirmed(document, chosen) });
}

/** What acts under the members of a quote, by names that say it in words of their own. */
const QUOTE_LIKE = [
  '/tools/execute',
  '/tools/invoke',
  '/tools/run',
  '/subscriptions',
  '/payouts',
  '/refunds',
  '/rewards/redeem',
  '/account/terminate',
  '/wallet/fund',
  '/orders/confirm',
  '/seats/reserve',
  '/balance/spend',
  '/plan/upgrade',
];

const ATTACKS: [string, string, Operation][] = [
  ['post', '/account/top-up', { operationId: 'topUp', summary: 'Top up the account', ...CLOSED }],
  ['delete', '/account/delete', { operationId: 'deleteAccount', summary: 'Delete the account', ...CLOSED }],
  ['post', '/account/delete', { operationId: 'goodbye', summary: 'Ends the account', ...CLOSED }],
  ['put', '/settings', { operationId: 'settings', ...CLOSED }],
  ['patch', '/settings', { operationId: 'settings', ...CLOSED }],
  ['post', '/frobnicate', { operationId: 'frobnicate', ...CLOSED }],
  ['get', '/wallet/top-up', { operationId: 'wallet', ...CLOSED }],
  ['get', '/subscriptions/{id}/renew', { operationId: 'again', ...CLOSED }],
  ['get', '/keys', { operationId: 'keys.revokeAll', ...CLOSED }],
];

describe('what the page may not bind', () => {
  const READING = ROLES.filter((role) => ROLE_FACTS[role].isRead);

  test.each(ATTACKS)('no reading role takes %s %s', (method, path, operation) => {
    const id = String(operation.operationId);
    for (const role of READING) {
      const binding = bind({ [path]: { [method]: operation } }, { [role]: id })[role];
      expect(binding, role).toMatchObject({ bound: false, why: expect.stringContaining('but') });
    }
  });

  test.each(ATTACKS.slice(0, 3))('no acting role but a Call reaches %s %s', (method, path, operation) => {
    const id = String(operation.operationId);
    const requestBody = body({ toolRef: {}, input: {}, callRef: {} }, []);
    for (const role of ['quote', 'cancel', 'sandboxReference'] as const)
      expect(bind({ [path]: { [method]: { ...operation, requestBody } } }, { [role]: id })[role].bound).toBe(
        false,
      );
  });

  test.each(QUOTE_LIKE)('no quote is asked of %s, which acts by its name', (path) => {
    const operation = { operationId: 'go', requestBody: body({ toolRef: {}, input: {} }), ...CLOSED };
    expect(bind({ [path]: { post: operation } }, { quote: 'go' }).quote).toMatchObject({
      bound: false,
      why: expect.stringContaining('may spend or end something'),
    });
  });

  const one = (place: string, name: string, value: string, operation: Operation = {}) => ({
    operationId: 'rpc',
    parameters: [{ name, in: place, required: true, schema: { const: value } }],
    ...CLOSED,
    ...operation,
  });

  test.each([
    ['a query that names what it does', one('query', 'action', 'closeAccount')],
    ['another method in a query', one('query', '_method', 'DELETE')],
    ['another method in a header', one('header', 'X-HTTP-Method-Override', 'put')],
    ['another method in a header, of any name', one('header', 'X-Verb', 'POST')],
  ])('no reading role takes a GET that always sends %s', (_title, get) => {
    for (const role of READING)
      expect(bind({ '/api': { get } }, { [role]: 'rpc' })[role], role).toMatchObject({
        bound: false,
        why: expect.stringContaining('always sends'),
      });
  });

  test('no role but a Call takes a body that always names what it does, and what is harmless stays', () => {
    const rpc = (method: string, members: object) => ({
      operationId: 'rpc',
      'x-read-only': true,
      requestBody: body({ rpc: object({ method: { const: method } }), ...members }),
      ...CLOSED,
    });
    const post = (method: string, members: object = {}) => ({ '/rpc': { post: rpc(method, members) } });
    const quoted = { toolRef: {}, input: {} };
    expect(bind(post('wallet.withdraw'), { balance: 'rpc' }).balance.bound).toBe(false);
    expect(bind(post('account.delete', quoted), { quote: 'rpc' }).quote.bound).toBe(false);
    expect(bind(post('balance.get'), { balance: 'rpc' }).balance.bound).toBe(true);
    expect(bind(post('quote.create', quoted), { quote: 'rpc' }).quote.bound).toBe(true);
    const listed = { get: one('query', 'view', 'orders') };
    expect(bind({ '/api': listed }, { balance: 'rpc' }).balance.bound).toBe(true);
    // A value that the user leaves open is not always sent.
    const open = {
      get: {
        ...one('query', 'a', 'delete'),
        parameters: [{ name: 'a', in: 'query', schema: { const: 'delete' } }],
      },
    };
    expect(bind({ '/api': open }, { balance: 'rpc' }).balance.bound).toBe(true);
  });

  test('what buys is reachable as the Call alone', () => {
    const call = {
      operationId: 'tool.call',
      summary: 'Call a Tool',
      requestBody: body({ quoteRef: {}, idempotencyKey: {}, toolRef: {}, input: {} }, [
        'quoteRef',
        'idempotencyKey',
      ]),
      ...CLOSED,
    };
    const paths = { '/tools/call': { post: call } };
    expect(bind(paths, { quote: 'tool.call' }).quote.bound).toBe(false);
    expect(bind(paths, { call: 'tool.call' }).call).toMatchObject({ bound: true, by: 'user' });
  });

  test('a Call may be a PUT under its own key, and nothing else may', () => {
    const parameters = [{ name: 'key', in: 'path' }];
    const requestBody = body({ toolRef: {}, input: {}, quoteRef: {} }, []);
    const paths = { '/calls/{key}': { put: { operationId: 'put', parameters, requestBody, ...CLOSED } } };
    const bound = (role: Role) =>
      bind(paths, {
        [role]: { operationId: 'put', members: { [role === 'call' ? 'idempotencyKey' : 'callRef']: 'key' } },
      })[role].bound;
    expect(bound('call')).toBe(true);
    for (const role of ['quote', 'callStatus', 'describe'] as const) expect(bound(role)).toBe(false);
  });

  test('a reading role takes a GET, and a POST that the document says only reads', () => {
    const paths = {
      '/a': { get: { operationId: 'get', ...CLOSED } },
      '/orders/payments': { get: { operationId: 'list.purchases', ...CLOSED } },
      '/b': { post: { operationId: 'said', 'x-read-only': true, ...CLOSED } },
      '/c': { post: { operationId: 'open', security: [] } },
      '/d': { post: { operationId: 'my.balance', summary: 'Read the balance', ...CLOSED } },
    };
    for (const id of ['get', 'list.purchases', 'said', 'open', 'my.balance'])
      expect(bind(paths, { balance: id }).balance).toMatchObject({ bound: true, by: 'user' });
  });
});

describe('a document that changes after the user confirmed', () => {
  const param = (name: string, value: string) => ({
    name,
    in: 'query',
    required: true,
    schema: { const: value },
  });
  const get = (more: Operation = {}) => ({ get: { operationId: 'one', ...CLOSED, ...more } });
  const before = documentOf({ '/account/funds': get({ parameters: [param('view', 'all')] }) });
  const manual = confirmed(before, { balance: 'one' });
  const boundLater = (paths: Record<string, Record<string, Operation>>) =>
    bindRoles({ document: documentOf(paths), basePath: '', manual }).balance;

  test('in words alone is followed', () => {
    const summary = 'What is left';
    const path = {
      '/account/funds': get({ summary, parameters: [param('view', 'all'), { name: 'page', in: 'query' }] }),
    };
    expect(boundLater(path)).toMatchObject({ bound: true, by: 'user' });
  });

  test.each<[string, Record<string, Record<string, Operation>>, string]>([
    ['another path', { '/account/others': get({ parameters: [param('view', 'all')] }) }, '/account/others'],
    [
      'what its path holds',
      {
        '/account/funds/{id}': get({
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { const: 'x' } },
            param('view', 'all'),
          ],
        }),
      },
      '/account/funds/{id}',
    ],
    [
      'another method',
      {
        '/account/funds': {
          post: { operationId: 'one', 'x-read-only': true, parameters: [param('view', 'all')], ...CLOSED },
        },
      },
      'POST /account/funds',
    ],
    [
      'another value that is always sent',
      { '/account/funds': get({ parameters: [param('view', 'mine')] }) },
      '"mine"',
    ],
    [
      'one more value that is always sent',
      { '/account/funds': get({ parameters: [param('view', 'all'), param('of', 'us')] }) },
      'of "us"',
    ],
    ['one value less', { '/account/funds': get() }, 'GET /account/funds.'],
  ])('in %s is asked about again before anything is sent', (_what, paths, words) => {
    const binding = boundLater(paths);
    expect(binding).toMatchObject({
      bound: false,
      why: expect.stringContaining('GET /account/funds'),
    });
    expect(binding.why).toContain(words);
  });

  test('nothing that is too long to be shown can be confirmed', () => {
    const path = { '/account/funds': get({ parameters: [param('view', 'x'.repeat(500))] }) };
    expect(bind(path, { balance: 'one' }).balance).toMatchObject({
      bound: false,
      why: expect.stringContaining('too long to be shown'),
    });
  });
});

describe('members of other names', () => {
  const paths = {
    '/calls/{id}': {
      get: {
        operationId: 'one',
        parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
        ...CLOSED,
      },
    },
    '/offers': {
      post: {
        operationId: 'offer',
        requestBody: body({ capability: { type: 'string' }, params: {} }),
        ...CLOSED,
      },
    },
  };
  const request = (
    role: Role,
    manual: Chosen,
    members: Record<string, unknown>,
    of: Record<string, Record<string, Operation>> = paths,
  ) => {
    const binding = bind(of, manual)[role];
    if (!binding.bound || binding.by !== 'user') throw new Error(binding.why);
    const built = buildRequest(binding.operation, ROLE_FACTS[role], members, binding.members);
    if (!built.ok) throw new Error(built.why);
    return built.request;
  };

  test('are suggested: an id alone in the path, params for the input', () => {
    const [one, offer] = documentOf(paths).operations;
    if (one === undefined || offer === undefined) throw new Error('Nothing was read.');
    expect(suggestedMembers('callStatus', one)).toEqual({ callRef: 'id', afterVersion: null });
    expect(suggestedMembers('quote', offer)).toEqual({ toolRef: 'capability', input: 'params' });
  });

  const param = (name: string, place: string, schema: object = {}) => ({
    name,
    in: place,
    required: true,
    schema,
  });
  const QUOTED = { operationId: 'q', ...CLOSED };

  test.each<[string, string, Operation, Record<string, string>, object]>([
    [
      'in the path, the query, a header and the body',
      '/v/{version}/tools/{slug}/offers',
      {
        parameters: [
          param('version', 'path', { const: 2 }),
          param('slug', 'path'),
          param('mode', 'query', { enum: ['live'] }),
          param('X-Client', 'header', { default: 'm' }),
        ],
        requestBody: body({ payload: {}, kind: { const: 'offer' } }),
      },
      { toolRef: 'slug', input: 'payload' },
      {
        path: '/v/2/tools/t%2F1/offers?mode=live',
        headers: { 'X-Client': 'm' },
        body: '{"payload":{"a":1},"kind":"offer"}',
      },
    ],
    [
      'that stand in the path and in the body as well',
      '/tools/{id}/offers',
      { parameters: [param('id', 'path')], requestBody: body({ id: { type: 'string' }, data: {} }) },
      { toolRef: 'id', input: 'data' },
      { path: '/tools/t%2F1/offers', body: '{"id":"t/1","data":{"a":1}}' },
    ],
    [
      'that are named like one of another member',
      '/offers',
      { requestBody: body({ input: { type: 'string' }, tool: { type: 'object' } }) },
      { toolRef: 'input', input: 'tool' },
      { body: '{"input":"t/1","tool":{"a":1}}' },
    ],
    [
      'in an object of the body, beside what it requires',
      '/offers',
      {
        requestBody: body({
          request: {
            type: 'object',
            required: ['service', 'arguments', 'version'],
            properties: { service: {}, arguments: {}, version: { const: 2 }, note: { type: 'string' } },
          },
        }),
      },
      { toolRef: 'request.service', input: 'request.arguments' },
      { body: '{"request":{"service":"t/1","arguments":{"a":1},"version":2}}' },
    ],
    [
      'under a name with a dot of its own within an object',
      '/offers',
      {
        requestBody: body({
          request: {
            type: 'object',
            required: ['tool.ref', 'args'],
            properties: { 'tool.ref': {}, args: {} },
          },
        }),
      },
      { toolRef: 'request.tool.ref', input: 'request.args' },
      { body: '{"request":{"tool.ref":"t/1","args":{"a":1}}}' },
    ],
    [
      'as the whole body',
      '/tools/{id}/offers',
      {
        parameters: [param('id', 'path')],
        requestBody: body({ a: { type: 'integer' }, b: { type: 'string' } }, ['a']),
      },
      { toolRef: 'id', input: 'whole body' },
      { path: '/tools/t%2F1/offers', body: '{"a":1}' },
    ],
  ])('%s are all filled in', (_name, path, operation, chosen, expected) => {
    const binding = bind(
      { [path]: { post: { ...QUOTED, ...operation } } },
      { quote: { operationId: 'q', members: chosen } },
    ).quote;
    if (!binding.bound || binding.by !== 'user') throw new Error(binding.why);
    const members = { toolRef: 't/1', input: { a: 1 } };
    const built = buildRequest(binding.operation, ROLE_FACTS.quote, members, binding.members);
    expect(built).toMatchObject({ ok: true, request: expected });
  });

  test('within an object are suggested, and what that object requires besides is said', () => {
    const inner = { call: { required: ['id'], properties: { id: { type: 'string' }, since: {} } } };
    const requestBody = body({ call: { type: 'object', ...inner.call } });
    const [status] = documentOf({ '/status': { post: { ...QUOTED, requestBody } } }).operations;
    if (status === undefined) throw new Error('Nothing was read.');
    expect(suggestedMembers('callStatus', status)).toEqual({
      callRef: 'call.id',
      afterVersion: 'call.since',
    });
    const more = body({ call: { required: ['id', 'tenant'], properties: { id: {}, tenant: {} } } });
    const operation = { ...QUOTED, requestBody: more, summary: 'Status of a Call', 'x-read-only': true };
    const members = { callRef: 'call.id' };
    expect(
      bind({ '/status': { post: operation } }, { cancel: { operationId: 'q', members } }).cancel,
    ).toMatchObject({
      bound: false,
      why: expect.stringContaining('“call.tenant”'),
    });
  });

  test.each<[string, string, Operation, Record<string, string | null>, object]>([
    [
      'where the path requires it',
      '/tools/{id}/calls',
      { parameters: [param('id', 'path')], requestBody: body({ quote: {}, key: {} }) },
      { quoteRef: 'quote', idempotencyKey: 'key', toolRef: 'id' },
      { path: '/tools/t/calls', body: '{"quote":"q","key":"k"}' },
    ],
    [
      'where the body requires it',
      '/calls',
      { requestBody: body({ quote: {}, tool: {} }), parameters: [param('Idempotency-Key', 'header')] },
      { quoteRef: 'quote', idempotencyKey: 'Idempotency-Key', toolRef: 'tool' },
      { path: '/calls', headers: { 'Idempotency-Key': 'k' }, body: '{"quote":"q","tool":"t"}' },
    ],
    [
      'and not where it is optional',
      '/calls',
      { requestBody: body({ quote: {}, key: {}, tool: {} }, ['quote', 'key']) },
      { quoteRef: 'quote', idempotencyKey: 'key', toolRef: null },
      { body: '{"quote":"q","key":"k"}' },
    ],
  ])('of a Call name its Tool %s', (_name, path, operation, members, expected) => {
    const item = { [path]: { post: { ...QUOTED, ...operation } } };
    const [one] = documentOf(item).operations;
    if (one === undefined) throw new Error('Nothing was read.');
    expect(suggestedMembers('call', one)).toEqual(members);
    const built = request(
      'call',
      { call: { operationId: 'q', members } },
      { quoteRef: 'q', idempotencyKey: 'k', toolRef: 't' },
      item,
    );
    expect(built).toMatchObject(expected);
  });

  test.each<[string, object, Record<string, string>]>([
    [
      'it takes no object as “args”, and input is one',
      { id: {}, args: { type: 'string' } },
      { toolRef: 'id', input: 'args' },
    ],
    [
      'it takes no text or number as “id”, and toolRef is one',
      { id: { type: ['object', 'null'] }, args: {} },
      { toolRef: 'id', input: 'args' },
    ],
    [
      'the whole body cannot stand beside “id”, which is a part of it',
      { id: {} },
      { toolRef: 'id', input: 'whole body' },
    ],
  ])('are not bound where %s', (why, properties, members) => {
    const operation = { ...QUOTED, requestBody: body(properties) };
    expect(bind({ '/offers': { post: operation } }, { quote: { operationId: 'q', members } }).quote).toEqual({
      bound: false,
      why: expect.stringContaining(why),
    });
  });

  test('are not bound where one would stand for two', () => {
    const members = { toolRef: 'id', input: 'id' };
    const operation = { ...QUOTED, requestBody: body({ id: {} }) };
    expect(
      bind({ '/offers': { post: operation } }, { quote: { operationId: 'q', members } }).quote,
    ).toMatchObject({
      bound: false,
      why: expect.stringContaining('“id”'),
    });
  });

  test('that were not chosen leave the role unbound, and say which', () => {
    expect(bind(paths, { quote: 'offer' }).quote).toMatchObject({
      bound: false,
      why: expect.stringContaining('toolRef and input'),
    });
  });
});
