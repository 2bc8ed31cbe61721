import { describe, expect, test } from 'vitest';
import type { Role } from '../http/answer.ts';
import { buildRequest } from './build-request.ts';
import { readDocument } from './document.ts';
import { ROLE_FACTS } from './roles.ts';

/** A member of this name would make the object look like a promise, were it written out. */
const THEN = 'then';
const BASE = new URL('https://market.example');

function build(
  role: Role,
  item: object,
  members: Record<string, unknown>,
  path = '/x',
  schemas: object = {},
) {
  const read = readDocument({ openapi: '3.1.0', paths: { [path]: item }, components: { schemas } }, BASE);
  if (!read.ok) throw new Error(read.why);
  const [operation] = read.document.operations;
  if (operation === undefined) throw new Error('No operation was read.');
  const built = buildRequest(operation, ROLE_FACTS[role], members);
  if (!built.ok) throw new Error(built.why);
  return built.request;
}
const posting = (schema: object) => ({
  post: { requestBody: { required: true, content: { 'application/json': { schema } } } },
});
const bodyOf = (
  schema: object,
  members: Record<string, unknown>,
  role: Role = 'list',
  schemas: object = {},
) => JSON.parse(build(role, posting(schema), members, '/x', schemas).body ?? 'null');

const STATUS = { callRef: 'c', afterVersion: 4 };
const status = (schema: object) => ({
  get: {
    parameters: [
      { name: 'callRef', in: 'path', schema: { type: 'string' } },
      { name: 'afterVersion', in: 'query', schema },
    ],
  },
});

describe('an optional member never stops a request', () => {
  test.each([
    ['a text', { type: 'string' }, '?afterVersion=4'],
    ['a text of one pattern', { type: 'string', pattern: '^v' }, ''],
    ['one of other values', { enum: ['latest'] }, ''],
    ['nothing at all', false, ''],
    ['a text by allOf', { allOf: [{ type: 'string' }] }, '?afterVersion=4'],
    ['a text by a reference', { $ref: '#/components/schemas/Text' }, '?afterVersion=4'],
    ['what the way there decides', { $dynamicRef: '#text' }, ''],
    ['an object', { type: 'object' }, ''],
  ])('afterVersion declared as %s', (_, schema, query) => {
    const item = status(schema as object);
    const { path } = build('callStatus', item, STATUS, '/calls/{callRef}', {
      Text: { type: 'string', $dynamicAnchor: 'text' },
    });
    expect(path).toBe(`/calls/c${query}`);
  });

  test('a cursor declared as a number is sent as one where it writes one, and else left out', () => {
    const schema = { type: 'object', properties: { cursor: { type: 'integer' } } };
    expect(bodyOf(schema, { cursor: '17' })).toEqual({ cursor: 17 });
    expect(bodyOf(schema, { cursor: 'abc' })).toEqual({});
    expect(bodyOf(schema, { cursor: '0017' })).toEqual({});
  });

  test('a member that may have no value is left out, in a body too', () => {
    const schema = { type: 'object', properties: { cursor: { enum: [] }, limit: { type: 'integer' } } };
    expect(bodyOf(schema, { cursor: '17', limit: 5 })).toEqual({ limit: 5 });
  });

  test.each([
    ['properties', { properties: { limit: { type: 'integer', maximum: 20 } } }, 20],
    ['$ref', { properties: { limit: { $ref: '#/components/schemas/Size' } } }, 30],
    [
      'its own $defs',
      { $defs: { S: { type: 'integer', maximum: 12 } }, properties: { limit: { $ref: '#/$defs/S' } } },
      12,
    ],
    [
      'allOf',
      { allOf: [{ properties: { limit: { type: 'integer' } } }, { properties: { limit: { maximum: 8 } } }] },
      8,
    ],
    ['anyOf', { anyOf: [{ properties: { limit: { type: 'integer', maximum: 9 } } }] }, 9],
    [
      'a reference and beside it',
      { properties: { limit: { $ref: '#/components/schemas/Size', maximum: 20 } } },
      20,
    ],
    ['null and an integer', { properties: { limit: { type: ['null', 'integer'], maximum: 5 } } }, 5],
    ['a text', { properties: { limit: { type: 'string' } } }, '50'],
  ])('a page size is lowered to the maximum in %s', (_, schema, limit) => {
    const schemas = { Size: { type: 'integer', maximum: 30 } };
    expect(bodyOf({ type: 'object', ...schema }, { limit: 50 }, 'list', schemas)).toEqual({ limit });
  });

  test.each([
    ['a step', { type: 'integer', multipleOf: 7 }],
    ['a least size', { type: 'integer', minimum: 60 }],
    ['a reference to another document', { $ref: './size.json' }],
    ['a reference to nothing', { allOf: [{ $ref: '#/components/schemas/None' }] }],
    ['a reference in a circle', { $ref: '#/components/schemas/Circle' }],
    ['false', false],
    ['a not of everything', { not: {} }],
    ['contains', { type: 'array', contains: { type: 'object' } }],
    ['an enumeration of objects', { enum: [{ size: 10 }] }],
    ['two choices that both hold', { oneOf: [{ type: 'integer' }, { type: 'number' }] }],
  ])('a member whose own schema forbids its value, by %s, is left out', (_, limit) => {
    const schemas = { Circle: { $ref: '#/components/schemas/Circle' } };
    expect(bodyOf({ type: 'object', properties: { limit } }, { limit: 50 }, 'list', schemas)).toEqual({});
  });

  test.each([
    ['dependentRequired', { dependentRequired: { limit: ['secret'] } }],
    ['maxProperties', { maxProperties: 0 }],
    ['propertyNames', { propertyNames: { maxLength: 3 } }],
    ['not', { not: { required: ['limit'] } }],
    ['if and then', { if: { required: ['limit'] }, [THEN]: { required: ['secret'] } }],
  ])('what %s of the whole body forbids is not sent, and the reason is told', (_, rule) => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' } }, ...rule };
    expect(() => bodyOf(schema, { limit: 50 })).toThrow(/does not fit what the service declares/);
  });

  test('an optional member is left out where its object requires what nobody knows', () => {
    const page = { type: 'object', required: ['zone'], properties: { cursor: {}, zone: { type: 'string' } } };
    expect(bodyOf({ type: 'object', properties: { page } }, { cursor: 'c' })).toEqual({});
  });

  test('a required member that cannot be read stops it, and says why', () => {
    const schema = {
      type: 'object',
      required: ['toolRef'],
      properties: { toolRef: { $ref: './tool.json' } },
    };
    expect(() => bodyOf(schema, { toolRef: 't' }, 'describe')).toThrow(/refers to another document/);
  });

  test('parameters of the path item count, and the operation’s own stand for them', () => {
    const shared = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 20 } };
    const own = { ...shared, schema: { type: 'integer', maximum: 10 } };
    expect(build('list', { parameters: [shared], get: {} }, { limit: 50 }).path).toBe('/x?limit=20');
    expect(build('list', { parameters: [shared], get: { parameters: [own] } }, { limit: 50 }).path).toBe(
      '/x?limit=10',
    );
  });

  test.each([
    [{}, 'toolRefs=a&toolRefs=b'],
    [{ explode: false }, 'toolRefs=a%2Cb'],
  ])('a list in a query is written as its explosion is declared: %j', (style, written) => {
    const parameter = { name: 'toolRefs', in: 'query', schema: { type: 'array' }, ...style };
    expect(build('compare', { get: { parameters: [parameter] } }, { toolRefs: ['a', 'b'] }).path).toBe(
      `/x?${written}`,
    );
  });

  test('a part of a path in a style of its own is not written, and the reason is told', () => {
    const parameter = { name: 'callRef', in: 'path', style: 'matrix', schema: { type: 'string' } };
    const item = { get: { parameters: [parameter] } };
    expect(() => build('callStatus', item, { callRef: 'c' }, '/calls/{callRef}')).toThrow(/style “?matrix/);
  });

  test('the members of an object in a query are written one by one', () => {
    const schema = { type: 'object', properties: { kind: {}, tag: { type: 'array' } } };
    const item = { get: { parameters: [{ name: 'filters', in: 'query', schema }] } };
    expect(build('list', item, { filters: { kind: 'a', tag: ['b', 'c'] } }).path).toBe(
      '/x?kind=a&tag=b&tag=c',
    );
  });

  test.each([
    [['application/vnd.market+json'], { 'content-type': 'application/vnd.market+json' }],
    [['application/vnd.market+json', 'application/json'], {}],
    [['application/json; charset=utf-8'], {}],
    [
      ['application/vnd.market+json; charset=utf-8'],
      { 'content-type': 'application/vnd.market+json; charset=utf-8' },
    ],
    [['application/json;version="2 a"'], { 'content-type': 'application/json;version="2 a"' }],
    [['application/vnd.market+json; q\r\nX: y'], {}],
    [['*/*'], {}],
  ])('a body declared as %s goes out as the type that is declared', (types, headers) => {
    const schema = { type: 'object', properties: { limit: {} } };
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    expect(build('list', { post: { requestBody: { content } } }, { limit: 5 }).headers).toEqual(headers);
  });

  test('a parameter has one legal value where the other is null, which cannot be written', () => {
    const schema = { anyOf: [{ const: 'full' }, { type: 'null' }] };
    const item = { get: { parameters: [{ name: 'view', in: 'query', required: true, schema }] } };
    expect(build('list', item, {}).path).toBe('/x?view=full');
  });

  test('a query goes on after one that the path itself begins', () => {
    const parameters = [
      { name: 'callRef', in: 'path', schema: { type: 'string' } },
      { name: 'afterVersion', in: 'query', schema: {} },
    ];
    expect(build('callStatus', { get: { parameters } }, STATUS, '/calls?ref={callRef}').path).toBe(
      '/calls?ref=c&afterVersion=4',
    );
  });

  test('a header that only says how a message is carried is left to the transport', () => {
    const header = (name: string) => ({ name, in: 'header', required: true, schema: { const: '5' } });
    const item = { get: { parameters: ['Host', 'content-length', 'Connection'].map(header) } };
    expect(build('list', item, {}).headers).toEqual({});
  });

  test('a parameter that is declared as JSON is written as JSON', () => {
    const parameter = {
      name: 'toolRefs',
      in: 'query',
      content: { 'application/json': { schema: { type: 'array' } } },
    };
    expect(build('compare', { get: { parameters: [parameter] } }, { toolRefs: ['a', 'b'] }).path).toBe(
      `/x?toolRefs=${encodeURIComponent('["a","b"]')}`,
    );
  });
});

describe('a required member with one legal value is filled in', () => {
  test.each([
    ['const', { const: 'v1' }, 'v1'],
    ['one enum value', { enum: ['v1'] }, 'v1'],
    ['default', { type: 'string', default: 'v1' }, 'v1'],
    ['const in allOf', { allOf: [{ type: 'string' }, { const: 'v1' }] }, 'v1'],
    ['const by reference', { $ref: '#/components/schemas/Version' }, 'v1'],
    ['a default of false', { type: 'boolean', default: false }, false],
    ['null', { const: null }, null],
    ['what two enumerations share', { allOf: [{ enum: ['v0', 'v1'] }, { enum: ['v1', 'v2'] }] }, 'v1'],
    ['one value twice', { enum: ['v1', 'v1'] }, 'v1'],
    ['the same in each choice', { anyOf: [{ const: 'v1' }, { enum: ['v1'], type: 'string' }] }, 'v1'],
    ['a constant list', { const: ['v1'] }, ['v1']],
    [
      'an object of such members',
      { type: 'object', required: ['name'], properties: { name: { const: 'v1' }, other: {} } },
      { name: 'v1' },
    ],
    ['the only choice that is not forbidden', { anyOf: [false, { const: 'v1' }] }, 'v1'],
    [
      'an object that does not say that it is one',
      { required: ['a'], properties: { a: { const: 1 } } },
      { a: 1 },
    ],
    [
      'an object beside what only the answer has',
      { type: 'object', required: ['a', 'id'], properties: { a: { const: 1 }, id: { readOnly: true } } },
      { a: 1 },
    ],
  ])('%s', (_, member, value) => {
    const schema = { type: 'object', required: ['schemaVersion'], properties: { schemaVersion: member } };
    const body = bodyOf(schema, {}, 'list', { Version: { const: 'v1' } });
    expect(body).toEqual({ schemaVersion: value });
  });

  test.each([
    ['its const', { const: { all: true } }],
    ['its default', { type: 'object', minProperties: 1, default: { all: true } }],
    ['its only entry', { enum: [{ all: true }] }],
  ])('a whole body is %s where nothing else is to be sent', (_, schema) => {
    expect(bodyOf(schema, {}, 'list')).toEqual({ all: true });
  });

  test('a default of a whole body stands for no member that is needed', () => {
    const schema = { type: 'object', default: { all: true }, properties: { query: { type: 'string' } } };
    expect(bodyOf(schema, { query: 'x' }, 'search')).toEqual({ query: 'x' });
    expect(() => bodyOf({ ...schema, const: { all: true } }, { query: 'x' }, 'search')).toThrow(/constant/);
  });

  test('a body that needs members of which there are none stops it, and says so', () => {
    const schema = { type: 'object', minProperties: 1, properties: { verbose: { type: 'boolean' } } };
    expect(() => bodyOf(schema, {}, 'list')).toThrow(/must NOT have fewer than 1 properties/);
    expect(bodyOf({ ...schema, properties: { limit: {} } }, { limit: 5 }, 'list')).toEqual({ limit: 5 });
  });

  const REF = { toolRef: {} };
  const choice = (kind: string, properties: object) => ({
    type: 'object',
    required: ['kind', ...Object.keys(properties)],
    properties: { kind: { const: kind }, ...properties },
  });
  test.each<[string, object, object]>([
    ['the choice that has it', { oneOf: [choice('url', { url: {} }), choice('ref', REF)] }, { kind: 'ref' }],
    ['a choice without it', { anyOf: [choice('ref', REF), { type: 'object' }] }, { kind: 'ref' }],
  ])('what hangs on a member that is sent, by %s', (_, schema, expected) => {
    expect(bodyOf(schema, { toolRef: 't' }, 'describe')).toEqual({ toolRef: 't', ...expected });
  });

  test('in the path, the query and a header too', () => {
    const parameters = [
      { name: 'version', in: 'path', schema: { const: 'v1' } },
      { name: 'format', in: 'query', required: true, schema: { enum: ['json'] } },
      { name: 'X-Client', in: 'header', required: true, schema: { default: 'web' } },
    ];
    expect(build('list', { get: { parameters } }, {}, '/{version}/tools')).toMatchObject({
      path: '/v1/tools?format=json',
      headers: { 'X-Client': 'web' },
    });
  });

  test.each([
    ['two entries', { enum: ['v1', 'v2'] }],
    ['nothing that is listed', { type: 'string' }],
    ['a number between its bounds', { type: 'number', minimum: 2, maximum: 3 }],
    ['a choice that is open', { anyOf: [{ const: 'v1' }, { type: 'string' }] }],
    ['an object that holds itself', { $ref: '#/components/schemas/Self' }],
  ])('%s leave a choice', (_, member) => {
    const schema = { type: 'object', required: ['schemaVersion'], properties: { schemaVersion: member } };
    const self = { $ref: '#/components/schemas/Self' };
    const names = Array.from({ length: 40 }, (_one, at) => `a${at}`);
    const Self = {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, self])),
    };
    expect(() => bodyOf(schema, {}, 'list', { Self })).toThrow(/schemaVersion/);
  });

  test.each([
    ['by itself', { type: 'string', readOnly: true }],
    ['by reference', { $ref: '#/components/schemas/Id' }],
  ])('one that only the answer has, %s, is not', (_, id) => {
    const schema = { type: 'object', required: ['id'], properties: { id, limit: {} } };
    expect(bodyOf(schema, { limit: 5 }, 'list', { Id: { type: 'string', readOnly: true } })).toEqual({
      limit: 5,
    });
  });

  test('one that is optional is not', () => {
    expect(bodyOf({ type: 'object', properties: { verbose: { const: true } } }, {})).toEqual({});
  });
});
