import { expect, test } from 'vitest';
import type { Role } from '../http/answer.ts';
import { buildRequest } from './build-request.ts';
import { readDocument } from './document.ts';
import { documentedRequest } from './documented-request.ts';
import { ROLE_FACTS } from './roles.ts';

const BASE = new URL('https://market.example');

function build(role: Role, item: object, members: Record<string, unknown>, path = '/x', more: object = {}) {
  const read = readDocument({ openapi: '3.1.0', paths: { [path]: item }, ...more }, BASE);
  if (!read.ok) throw new Error(read.why);
  const [operation] = read.document.operations;
  if (operation === undefined) throw new Error('No operation was read.');
  return buildRequest(operation, ROLE_FACTS[role], members);
}
const posting = (properties: object, more: object = {}) => ({
  post: {
    requestBody: {
      content: {
        'application/json': { schema: { type: 'object', additionalProperties: false, properties, ...more } },
      },
    },
  },
});
const requestOf = (built: ReturnType<typeof build>) => {
  if (!built.ok) throw new Error(built.why);
  return built.request;
};
const TEXT = { type: 'string' };

test('members go out under the operation’s own names, and what it does not declare is left out', () => {
  const item = posting({ outcome_query: TEXT, Query: TEXT, page_size: { type: 'integer' } });
  const { body } = requestOf(build('search', item, { query: 'seats', limit: 5, cursor: 'c', filters: {} }));
  expect(JSON.parse(body ?? '')).toEqual({ Query: 'seats', page_size: 5 });
});

test('filters are renamed inside, put into lists where lists are wanted, and dropped where undeclared', () => {
  const filters = {
    type: 'object',
    properties: {
      health_status: { type: 'array', items: TEXT },
      maximum_price: { $ref: '#/components/schemas/Amount' },
    },
  };
  const more = { components: { schemas: { Amount: { type: 'object', properties: { units: TEXT } } } } };
  const members = { filters: { healthStatus: 'operational', maximumPrice: { units: '1' }, location: 'x' } };
  const { body } = requestOf(build('list', posting({ filters }), members, '/x', more));
  expect(JSON.parse(body ?? '')).toEqual({
    filters: { health_status: ['operational'], maximum_price: { units: '1' } },
  });
});

test('an input goes out untouched, whatever its members are called', () => {
  const input = JSON.parse('{"__proto__":{"a":1},"tool_ref":"x","constructor":null}') as unknown;
  const item = posting({ toolRef: TEXT, input: { type: 'object' } });
  const { body } = requestOf(build('quote', item, { toolRef: 't', input }));
  expect(body).toBe('{"toolRef":"t","input":{"__proto__":{"a":1},"tool_ref":"x","constructor":null}}');
});

test('parameters go into path, query and headers, each written as it must be', () => {
  const parameter = (where: string, name: string, schema: object = TEXT) => ({ name, in: where, schema });
  const item = {
    post: {
      parameters: [
        parameter('path', 'call_ref'),
        parameter('header', 'Idempotency-Key'),
        parameter('query', 'state'),
      ],
      security: [],
    },
  };
  const request = requestOf(
    build('cancel', item, { callRef: 'a/b c?', idempotencyKey: 'k' }, '/calls/{call_ref}/stop'),
  );
  expect(request).toEqual({
    method: 'POST',
    path: '/calls/a%2Fb%20c%3F/stop',
    headers: { 'Idempotency-Key': 'k' },
    body: undefined,
  });
});

test.each(['.', '..', ''])('a reference of %j cannot lead to another path', (callRef) => {
  const item = { get: { parameters: [{ name: 'callRef', in: 'path', schema: TEXT }] } };
  expect(build('callStatus', item, { callRef }, '/calls/{callRef}').ok).toBe(false);
});

test('what does not fit the declared schema is reported before it leaves', () => {
  const item = posting({ toolRef: { type: 'string', pattern: '^t-' } });
  expect(build('describe', item, { toolRef: 'x' })).toEqual({
    ok: false,
    why: expect.stringContaining('/toolRef'),
  });
});

test('a role’s own member that the operation has no place for is reported', () => {
  expect(build('describe', posting({ colour: TEXT }), { toolRef: 'x' })).toEqual({
    ok: false,
    why: expect.stringContaining('toolRef'),
  });
  expect(build('describe', posting({ toolRef: TEXT }), {})).toEqual({ ok: false, why: 'It needs toolRef.' });
});

test('3.0’s nullable and exclusive bounds mean what they mean', () => {
  const item = posting({
    toolRef: { type: 'string', nullable: true },
    limit: { type: 'integer', minimum: 1, exclusiveMinimum: true },
  });
  expect(requestOf(build('list', item, { limit: 1 })).body).toBeUndefined();
  expect(requestOf(build('list', item, { limit: 2 })).body).toBe('{"limit":2}');
  expect(build('describe', item, { toolRef: null }).ok).toBe(true);
});

test('a pattern of repeated groups is left to the service to check', () => {
  const item = posting({ toolRef: { type: 'string', pattern: '^(a+)+$' } });
  expect(build('describe', item, { toolRef: `${'a'.repeat(400)}!` }).ok).toBe(true);
});

test('a schema that is a part of itself costs its operation and no more', () => {
  const Loop = {
    properties: { toolRef: TEXT },
    allOf: Array.from({ length: 30 }, () => ({ $ref: '#/components/schemas/Loop' })),
  };
  const item = {
    post: {
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } },
    },
  };
  const built = build('describe', item, { toolRef: 'x' }, '/x', { components: { schemas: { Loop } } });
  expect(!built.ok && built.why).toContain('cannot be checked');
});

test('without a declaration nothing but what the contract shows is sent (§2.5)', () => {
  const shown = { method: 'POST', path: '/p' };
  expect(documentedRequest(shown, ROLE_FACTS.search, { query: 'q', limit: 5, cursor: 'c' })).toEqual({
    ok: true,
    request: { method: 'POST', path: '/p', headers: {}, body: '{"query":"q"}' },
  });
});
