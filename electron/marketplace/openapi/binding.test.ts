import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../http/answer.ts';
import { type Bindings, bindRoles } from './binding.ts';
import { boundWithout } from './bound-by-contract.ts';
import { buildRequest } from './build-request.ts';
import { type ApiDocument, type ApiOperation, readDocument } from './document.ts';
import type { ManualBindings } from './plain-binding.ts';
import { ROLE_FACTS } from './roles.ts';

const BASE = new URL('https://market.example');

type Operation = Record<string, unknown>;
type Described = Record<string, Record<string, Operation>>;

const taking = (...names: string[]) => ({
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, {}])),
      },
    },
  },
});
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});
/** Of these, the objects that require something themselves. */
const neededOf = (properties: object) =>
  Object.entries(properties).flatMap(([name, schema]) => ('required' in schema ? [name] : []));
const open = { security: [] };
const closed = { security: [{ key: [] }] };

function read(paths: Described, more: object = {}): ApiDocument {
  const read = readDocument(
    { openapi: '3.1.0', paths, components: { securitySchemes: { key: { type: 'http' } } }, ...more },
    BASE,
  );
  if (!read.ok) throw new Error(read.why);
  return read.document;
}

const bind = (document: ApiDocument, manual: ManualBindings = {}): Bindings =>
  bindRoles({ document, basePath: '', manual });

const boundTo = (bindings: Bindings, role: Role): string | null => {
  const binding = bindings[role];
  return binding.bound ? (binding.operation?.id ?? null) : null;
};

function operationOf(bindings: Bindings, role: Role): ApiOperation {
  const binding = bindings[role];
  if (!binding.bound || binding.operation === null) throw new Error(binding.why);
  return binding.operation;
}

const DESCRIBE = { operationId: 'd', summary: 'Describe a Tool', requestBody: taking('toolRef'), ...open };

describe('without a document', () => {
  test('the roles that the contract shows are bound by it, and the others say what is missing', () => {
    const bindings = boundWithout('', 'There is none.');
    expect(ROLES.filter((role) => bindings[role].bound)).toEqual(['freshness', 'search']);
    expect(bindings.quote.why).toContain('There is none.');
    expect(bindings.sandboxReference.why).toContain('not its method');
  });
});

describe('by words', () => {
  test.each([
    ['its id', { operationId: 'tools.describe' }, '/x'],
    ['its path', {}, '/x/describe'],
    ['its summary', { summary: 'Describes one Tool' }, '/x'],
    ['its tag', { tags: ['Describe'] }, '/x'],
  ])('a role is found by %s alone', (_, words, path) => {
    const document = read({ [path]: { post: { ...words, requestBody: taking('toolRef'), ...open } } });
    expect(bind(document).describe).toMatchObject({ bound: true, by: 'words' });
  });

  test.each<[string, Role, object, Record<string, unknown>, unknown]>([
    [
      'in an object around all of them',
      'quote',
      { data: object({ toolRef: {}, input: { type: 'object' } }) },
      { toolRef: 't', input: { a: 1 } },
      { data: { toolRef: 't', input: { a: 1 } } },
    ],
    [
      'as the ID of an object by its name',
      'describe',
      { tool: object({ type: { const: 'tool' }, id: { type: 'string' } }) },
      { toolRef: 't' },
      { tool: { type: 'tool', id: 't' } },
    ],
    [
      'in objects within each other',
      'call',
      {
        request: object({
          quote: object({ reference: { type: 'string' } }),
          control: object({ idempotencyKey: {} }),
        }),
      },
      { quoteRef: 'q', idempotencyKey: 'k' },
      { request: { quote: { reference: 'q' }, control: { idempotencyKey: 'k' } } },
    ],
    [
      'in an object that says where to go on, and need not be there',
      'list',
      { page: { type: 'object', properties: { limit: { type: 'integer' }, cursor: { type: 'string' } } } },
      { limit: 5, cursor: 'c' },
      { page: { limit: 5, cursor: 'c' } },
    ],
    [
      'not in an object that need not be there and says nothing of pages',
      'list',
      { budget: { type: 'object', properties: { limit: { type: 'integer' } } } },
      { limit: 5 },
      undefined,
    ],
  ])('members of a body are found %s', (_, role, properties, members, sent) => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties,
      required: neededOf(properties),
    };
    const document = read({
      '/tools/x': {
        post: {
          operationId: role === 'call' ? 'call' : `tools.${role}`,
          requestBody: { content: { 'application/json': { schema } } },
          ...(role === 'quote' || role === 'call' ? closed : open),
        },
      },
    });
    const built = buildRequest(operationOf(bind(document), role), ROLE_FACTS[role], members);
    if (!built.ok) throw new Error(built.why);
    expect(built.request.body === undefined ? undefined : JSON.parse(built.request.body)).toEqual(sent);
  });

  test.each<[string, Role, string | null]>([
    ['/tools/{id}', 'describe', '/tools/t'],
    ['/v2/offerings/{ref}', 'describe', '/v2/offerings/t'],
    ['/catalogue/services/{key}/details', 'describe', '/catalogue/services/t/details'],
    ['/tool/{id}', 'describe', '/tool/t'],
    ['/tools/{colour}', 'describe', null],
    ['/suppliers/{id}', 'describe', null],
    ['/executions/{id}/status', 'callStatus', '/executions/c/status'],
    ['/tools/{id}/calls/{callId}', 'callStatus', null],
  ])('what %s takes is known by the segment before it', (path, role, sent) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operation = { operationId: 'get', summary: 'Details of one tool, or of its call', parameters };
    const document = read({ [path]: { get: { ...operation, ...(role === 'describe' ? open : closed) } } });
    const bindings = bind(document);
    const built = bindings[role].bound
      ? buildRequest(operationOf(bindings, role), ROLE_FACTS[role], { toolRef: 't', callRef: 'c' })
      : { ok: false };
    expect(built).toMatchObject(sent === null ? { ok: false } : { ok: true, request: { path: sent } });
  });

  test('its members alone do not bind a role', () => {
    const document = read({
      '/x': { post: { operationId: 'frobnicate', requestBody: taking('toolRef'), ...open } },
    });
    expect(bind(document).describe.bound).toBe(false);
  });

  test.each<[string, object, object]>([
    ['names only what needs no key', { security: [] }, {}],
    ['gives what needs no key an empty choice', { security: [{}] }, {}],
    ['takes the key by choice', { security: [{}, { key: [] }] }, { security: [{ key: [] }, {}] }],
    ['has several kinds of key', { security: [] }, { security: [{ key: [] }, { basic: [] }] }],
  ])('a document that %s does not keep roles from being bound', (_, free, paid) => {
    const paths = {
      '/x': {
        post: { operationId: 'd', summary: 'Describe a Tool', requestBody: taking('toolRef'), ...free },
      },
      '/y': {
        post: { operationId: 'q', summary: 'Quote a Tool', requestBody: taking('toolRef', 'input'), ...paid },
      },
    };
    const bindings = bind(read(paths));
    expect([boundTo(bindings, 'describe'), boundTo(bindings, 'quote')]).toEqual(['d', 'q']);
  });

  test('of two that fit otherwise equally, the deprecated one gives way', () => {
    const document = read({
      '/a': { post: { ...DESCRIBE, operationId: 'one', deprecated: true } },
      '/b': { post: { ...DESCRIBE, operationId: 'two' } },
    });
    expect(boundTo(bind(document), 'describe')).toBe('two');
  });

  test('one operation never plays two roles', () => {
    const document = read({
      '/x': { get: { operationId: 'account.balance', summary: 'Account', ...closed } },
    });
    const bindings = bind(document);
    expect(ROLES.filter((role) => boundTo(bindings, role) === 'account.balance')).toHaveLength(1);
  });
});

describe('by the contract and by hand', () => {
  const DOCUMENTED = { post: { operationId: 's', requestBody: taking('query'), ...open } };

  test('a documented path is bound whatever its operation is called', () => {
    const document = read({ '/api/v1/market-tools/search': DOCUMENTED });
    expect(bind(document).search).toMatchObject({ bound: true, by: 'contract' });
    expect(boundTo(bind(document), 'search')).toBe('s');
  });

  test('documented paths are relative to the marketplace’s own address (§4)', () => {
    const base = new URL('https://market.example/shop');
    const result = readDocument(
      { openapi: '3.0.1', paths: { '/api/v1/market-tools/search': DOCUMENTED } },
      base,
    );
    if (!result.ok) throw new Error(result.why);
    const bindings = bindRoles({ document: result.document, basePath: '/shop', manual: {} });
    expect(bindings.search).toMatchObject({
      operation: { id: 's', path: '/shop/api/v1/market-tools/search' },
    });
  });

  test('documented paths are known on a server of the marketplace’s that has a path of its own', () => {
    const document = read(
      {
        '/api/v1/market-tools/search': DOCUMENTED,
        '/api/v1/catalogue-status': { get: { operationId: 'f', ...open } },
      },
      { servers: [{ url: '/gateway/' }] },
    );
    const { search, freshness } = bind(document);
    expect([search, freshness]).toMatchObject([
      { by: 'contract', operation: { id: 's', path: '/gateway/api/v1/market-tools/search' } },
      { by: 'contract', operation: { id: 'f', path: '/gateway/api/v1/catalogue-status' } },
    ]);
  });

  test('of the same path on two servers the one under the marketplace’s own address is taken', () => {
    const elsewhere = { ...DOCUMENTED.post, operationId: 'other', servers: [{ url: '/gateway' }] };
    const document = read({
      '/api/v1/market-tools/search': { post: elsewhere },
      '/api/v1/{area}/search': { post: { ...DOCUMENTED.post, operationId: 'area' } },
      '/v1/market-tools/search': { post: { ...DOCUMENTED.post, servers: [{ url: '/api' }] } },
    });
    expect(boundTo(bind(document), 'search')).toBe('s');
  });

  test('what the document declares elsewhere is bound by its words, where it says what it is about', () => {
    const elsewhere = {
      '/v2/catalog/freshness': { get: { operationId: 'f', ...open } },
      '/v2/discovery': {
        post: { operationId: 'discovery', summary: 'Search tools', requestBody: taking('query'), ...open },
      },
    };
    const { freshness, search } = bind(read(elsewhere));
    expect([freshness, search]).toMatchObject([
      { by: 'words', operation: { id: 'f' } },
      { by: 'words', operation: { id: 'discovery' } },
    ]);
    const unlike = bind(
      read({
        '/v2/health': { get: { operationId: 'status', ...open } },
        '/v2/flights': { post: { operationId: 'search', requestBody: taking('query'), ...open } },
      }),
    );
    expect([unlike.freshness, unlike.search]).toMatchObject([
      { by: 'contract', operation: null },
      { by: 'contract', operation: null },
    ]);
  });

  test('the user’s hand wins, also over the contract', () => {
    const document = read({
      '/api/v1/market-tools/search': DOCUMENTED,
      '/x': { post: { ...DESCRIBE, requestBody: taking('query') } },
    });
    const hand = { operationId: 'd', members: {}, request: 'POST /x' };
    expect(bind(document, { search: hand }).search).toMatchObject({
      bound: true,
      by: 'user',
      operation: { id: 'd' },
    });
  });
});

test('a type that is no word, even one that cannot become a text, is not sent anything', () => {
  const toolRef = { type: { toString: 0 } };
  const bindings = bind(
    read({
      '/describe': {
        post: {
          operationId: 'tools.describe',
          ...open,
          requestBody: { content: { 'application/json': { schema: object({ toolRef }) } } },
        },
      },
    }),
  );
  const operation = operationOf(bindings, 'describe');
  expect(buildRequest(operation, ROLE_FACTS.describe, { toolRef: 't' })).toMatchObject({
    ok: false,
    why: expect.stringContaining('cannot be checked'),
  });
});

describe('an operation that the key goes to and that says more than its role', () => {
  const CALL_REF = [{ name: 'callRef', in: 'path', required: true, schema: { type: 'string' } }];
  const post = (operationId: string | undefined, more: object = {}) => ({
    post: { ...(operationId === undefined ? {} : { operationId }), ...closed, ...more },
  });
  const forQuote = { requestBody: taking('toolRef', 'input') };

  /** No list holds all of these, so none is needed: what is not of the role is not taken for harmless. */
  test.each(
    'adjust recharge cashOut sweep rotateKey autoReload transferOut settle accept pay buy execute reset close purge void trade'.split(
      ' ',
    ),
  )('is not bound by itself: “%s”', (act) => {
    const shapes: [Role, Described][] = [
      ['balance', { [`/account/balance/${act}`]: post(`account.balance.${act}`) }],
      ['balance', { [`/account/${act}-balance`]: post(undefined) }],
      ['account', { [`/account/${act}`]: post('account') }],
      ['callList', { '/calls/list': post(`call.list.${act}`) }],
      ['callStatus', { [`/calls/{callRef}/status/${act}`]: post('call.status', { parameters: CALL_REF }) }],
      ['cancel', { [`/calls/{callRef}/cancel-and-${act}`]: post('c', { parameters: CALL_REF }) }],
      ['quote', { [`/tools/quote/${act}`]: post('tool.quote', forQuote) }],
      ['quote', { '/tools/quote': post(`quote_and_${act}`, forQuote) }],
      ['balance', { '/x': post('q', { summary: `${act} the balance` }) }],
    ];
    for (const [role, paths] of shapes) {
      const { operationId } = Object.values(Object.values(paths)[0] ?? {})[0] as { operationId?: string };
      expect(bind(read(paths))[role], `${role} ${operationId}`).toMatchObject({
        bound: false,
        why: expect.stringContaining('may do something else'),
      });
    }
  });

  test('gives way to one that says only the role, however few of its words that says', () => {
    const paths = {
      '/me': { get: { operationId: 'me.get', ...closed } },
      '/account/rotate-key': post('account.rotateKey', { summary: 'Account' }),
      '/account/purge': { get: { operationId: 'account.purge', ...closed } },
      '/account/top-up': { get: { operationId: 'account', ...closed } },
    };
    expect(boundTo(bind(read(paths)), 'account')).toBe('me.get');
  });

  test('is not bound by itself by what it always sends', () => {
    const schema = {
      type: 'object',
      required: ['action'],
      properties: { action: { const: 'closeAccount' } },
    };
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    expect(
      bind(read({ '/account/balance': post('account.balance', { requestBody }) })).balance,
    ).toMatchObject({
      bound: false,
      why: expect.stringContaining('always sends “action” with “closeAccount”'),
    });
  });

  test.each([
    [
      'account.balance.sweep',
      '“account.balance.sweep” comes nearest, but it says “sweep” too, and may do something else. It can be bound by hand.',
    ],
    [
      'account.balance.topUp',
      '“account.balance.topUp” comes nearest, but it says “top” too, and may do something else.',
    ],
  ])('can be bound by hand unless it is known to act: %s', (operationId, why) => {
    expect(bind(read({ '/x': post(operationId) })).balance).toMatchObject({ bound: false, why });
  });

  test.each<[Role, string, string | undefined, object]>([
    ['quote', '/api/v1/tools/quote', 'tool.quote', { summary: 'Quote before you buy', ...forQuote }],
    ['quote', '/quotes', 'createQuote', forQuote],
    ['quote', '/orders/quote', 'orders.quote', { summary: 'Quotes an order', ...forQuote }],
    ['quote', '/x', 'q', { summary: 'Quote a Tool', ...forQuote }],
    ['quote', '/tool-quotes', 'ToolQuotes_Post', forQuote],
    ['quote', '/v1/quote', undefined, forQuote],
    ['balance', '/wallet/balance', 'getWalletBalance', {}],
    ['balance', '/me/funds', 'me_funds', { summary: 'What is left' }],
    ['account', '/account/info', 'accountInfo', {}],
    ['callList', '/calls/history', 'callHistory', { summary: 'Recent calls' }],
    ['callStatus', '/executions/{callRef}/state', 'poll-execution-state', { parameters: CALL_REF }],
    ['cancel', '/calls/{callRef}/cancel', 'cancelPendingCall', { parameters: CALL_REF }],
    ['balance', '/account/balance/sweep', 'x', { 'x-read-only': true }],
  ])('is none: %s is bound to %s (%s)', (role, path, operationId, more) => {
    expect(bind(read({ [path]: post(operationId, more) }))[role]).toMatchObject({ bound: true, by: 'words' });
  });
});
