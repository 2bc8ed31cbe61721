import { expect, test } from 'vitest';
import type { Role } from '../http/answer.ts';
import { bindRoles } from './binding.ts';
import { readDocument } from './document.ts';
import type { ManualBindings } from './plain-binding.ts';

const taking = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
});
const WITH_TOOL = { type: 'object', required: ['toolRef'], properties: { toolRef: { type: 'string' } } };
const CLOSED = { security: [{ key: [] }] };
const OPEN = { security: [] };

/** Each way in which a role can fail to bind, and the reason that is true of it. */
const WAYS: [string, Role, object, ManualBindings, string][] = [
  [
    'nobody says its word',
    'quote',
    { '/x': { post: { operationId: 'hello' } } },
    {},
    'No operation of the document says “quote” in its id, path, summary or tags.',
  ],
  [
    'its method',
    'quote',
    { '/x': { get: { operationId: 'tool.quote' } } },
    {},
    '“tool.quote” comes nearest, but is a GET, and what acts is never one.',
  ],
  [
    'its method',
    'describe',
    { '/x': { delete: { operationId: 'tool.describe' } } },
    {},
    '“tool.describe” comes nearest, but is a DELETE, and what only reads is a GET or a POST.',
  ],
  [
    'no key where one is needed',
    'quote',
    { '/x': { post: { operationId: 'tool.quote', ...OPEN } } },
    {},
    '“tool.quote” comes nearest, but is declared to need no key, and this needs one.',
  ],
  [
    'a key where none is needed',
    'describe',
    { '/x': { post: { operationId: 'tool.describe', ...CLOSED } } },
    {},
    '“tool.describe” comes nearest, but needs a key, and this needs none (§5.1).',
  ],
  [
    'no place for a member',
    'quote',
    { '/x': { post: { operationId: 'tool.quote', requestBody: taking({ toolRef: {} }) } } },
    {},
    '“tool.quote” comes nearest, but takes no input.',
  ],
  [
    'a member within an object',
    'callStatus',
    {
      '/x': {
        post: {
          operationId: 'call.status',
          requestBody: taking({ call: { required: ['number'], properties: { number: { type: 'string' } } } }),
          'x-read-only': true,
        },
      },
    },
    {},
    '“call.status” comes nearest, but takes no callRef.',
  ],
  [
    'a body of another type',
    'quote',
    {
      '/x': {
        post: {
          operationId: 'tool.quote',
          requestBody: { content: { 'multipart/form-data': { schema: WITH_TOOL } } },
        },
      },
    },
    {},
    '“tool.quote” comes nearest, but cannot be used: it takes no JSON body.',
  ],
  [
    'a member within two objects',
    'describe',
    {
      '/x': {
        post: {
          operationId: 'tool.describe',
          requestBody: taking({ one: WITH_TOOL, other: WITH_TOOL }),
        },
      },
    },
    {},
    '“tool.describe” comes nearest, but takes no toolRef.',
  ],
  [
    'a body that is the member itself',
    'quote',
    {
      '/{toolRef}/x': {
        post: {
          operationId: 'tool.quote',
          parameters: [{ name: 'toolRef', in: 'path' }],
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
    {},
    '“tool.quote” comes nearest, but takes no input.',
  ],
  [
    'another required member',
    'describe',
    { '/x': { post: { operationId: 'tool.describe', requestBody: taking({ toolRef: {}, region: {} }) } } },
    {},
    '“tool.describe” comes nearest, but requires “region”, which Milepost does not know.',
  ],
  [
    'a required parameter of which nothing is declared',
    'describe',
    {
      '/{version}/x': {
        get: { operationId: 'tool.describe', parameters: [{ name: 'toolRef', in: 'query' }] },
      },
    },
    {},
    '“tool.describe” comes nearest, but requires “version”, which Milepost does not know.',
  ],
  [
    'a schema that leads nowhere',
    'describe',
    {
      '/x': { post: { operationId: 'tool.describe', requestBody: taking({ toolRef: { $ref: '#/gone' } }) } },
    },
    {},
    '“tool.describe” comes nearest, but cannot be used: its schema refers to something that the document does not have.',
  ],
  [
    'no JSON',
    'describe',
    {
      '/x': {
        post: {
          operationId: 'tool.describe',
          parameters: [{ name: 'toolRef', in: 'query' }],
          requestBody: { content: { 'text/xml': {} } },
        },
      },
    },
    {},
    '“tool.describe” comes nearest, but cannot be used: it takes no JSON body.',
  ],
  [
    'what it is about',
    'callList',
    { '/x': { get: { operationId: 'pets.list' } } },
    {},
    '“pets.list” comes nearest, but does not say that it is about calls.',
  ],
  [
    'two alike',
    'describe',
    {
      '/a': { post: { operationId: 'a.describe', requestBody: taking({ toolRef: {} }) } },
      '/b': { post: { operationId: 'b.describe', requestBody: taking({ toolRef: {} }) } },
    },
    {},
    'Several operations fit equally well: “a.describe”, “b.describe”. Choose one.',
  ],
  [
    'taken by hand',
    'describe',
    {
      '/a': {
        post: { operationId: 'tool.describe', requestBody: taking({ toolRef: {}, query: {} }, []), ...OPEN },
      },
    },
    { list: { operationId: 'tool.describe', members: {}, request: 'POST /a' } },
    '“tool.describe” fits, but you bound it to “List Tools”.',
  ],
  [
    'gone since',
    'list',
    { '/a': { get: { operationId: 'x' } } },
    { list: { operationId: 'y', members: {}, request: 'GET /y' } },
    'You bound it to “y”, which the document no longer has. Choose another, or return to the rule.',
  ],
  [
    'a shown path without its method',
    'sandboxReference',
    {},
    {},
    'The contract shows its path but not its method, and the service’s document does not declare it.',
  ],
];

test.each(WAYS)('%s: %s', (_, role, paths, manual, why) => {
  const read = readDocument({ openapi: '3.1.0', paths }, new URL('https://market.example'));
  if (!read.ok) throw new Error(read.why);
  const bindings = bindRoles({ document: read.document, basePath: '', manual });
  expect(bindings[role]).toEqual({ bound: false, why });
});

test('schemes that no operation asks for leave open what needs a key, and protected roles are bound', () => {
  const read = readDocument(
    {
      openapi: '3.1.0',
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths: {
        '/q': { post: { operationId: 'tool.quote', requestBody: taking({ toolRef: {}, input: {} }) } },
      },
    },
    new URL('https://market.example'),
  );
  if (!read.ok) throw new Error(read.why);
  expect(bindRoles({ document: read.document, basePath: '', manual: {} }).quote.bound).toBe(true);
});
