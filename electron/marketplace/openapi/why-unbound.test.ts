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
const ofType = (type: string) => ({ content: { [type]: { schema: WITH_TOOL } } });
const post = (operationId: string, more: object = {}) => ({ '/x': { post: { operationId, ...more } } });
/** What describes a Tool, with these members of its body. */
const describing = (properties: object) => post('tool.describe', { requestBody: taking(properties) });
const parameters = [{ name: 'toolRef', in: 'query' }];
const nearest = (id: string, why: string) => `“${id}” comes nearest, but ${why}.`;
const ofQuote = (why: string) => nearest('tool.quote', why);
const ofDescribe = (why: string) => nearest('tool.describe', why);

/** Each way in which a role can fail to bind, and the reason that is true of it. */
const WAYS: [string, Role, object, ManualBindings, string][] = [
  [
    'nobody says its word',
    'quote',
    post('hello'),
    {},
    'No operation of the document says “quote” in its id, path, summary or tags.',
  ],
  [
    'its method',
    'quote',
    { '/x': { get: { operationId: 'tool.quote' } } },
    {},
    ofQuote('is a GET, and what acts is never one'),
  ],
  [
    'its method',
    'describe',
    { '/x': { delete: { operationId: 'tool.describe' } } },
    {},
    ofDescribe('is a DELETE, and what only reads is a GET or a POST'),
  ],
  [
    'no key where one is needed',
    'quote',
    post('tool.quote', OPEN),
    {},
    ofQuote('is declared to need no key, and this needs one'),
  ],
  [
    'a key where none is needed',
    'describe',
    post('tool.describe', CLOSED),
    {},
    ofDescribe('needs a key, and this needs none (§5.1)'),
  ],
  [
    'no place for a member',
    'quote',
    post('tool.quote', { requestBody: taking({ toolRef: {} }) }),
    {},
    ofQuote('takes no input'),
  ],
  [
    'a member within an object',
    'callStatus',
    post('call.status', {
      requestBody: taking({ call: { required: ['number'], properties: { number: { type: 'string' } } } }),
      'x-read-only': true,
    }),
    {},
    nearest('call.status', 'takes no callRef'),
  ],
  [
    'a body of another type',
    'quote',
    post('tool.quote', { requestBody: ofType('multipart/form-data') }),
    {},
    ofQuote('cannot be used: it takes no JSON body'),
  ],
  [
    'a member within two objects',
    'describe',
    describing({ one: WITH_TOOL, other: WITH_TOOL }),
    {},
    ofDescribe('takes no toolRef'),
  ],
  [
    'another required member',
    'describe',
    describing({ toolRef: {}, region: {} }),
    {},
    ofDescribe('requires “region”, which Milepost does not know'),
  ],
  [
    'a required parameter of which nothing is declared',
    'describe',
    { '/{version}/x': { get: { operationId: 'tool.describe', parameters } } },
    {},
    ofDescribe('requires “version”, which Milepost does not know'),
  ],
  [
    'a schema that leads nowhere',
    'describe',
    describing({ toolRef: { $ref: '#/gone' } }),
    {},
    ofDescribe('cannot be used: its schema refers to something that the document does not have'),
  ],
  [
    'no JSON',
    'describe',
    post('tool.describe', { parameters, requestBody: ofType('text/xml') }),
    {},
    ofDescribe('cannot be used: it takes no JSON body'),
  ],
  [
    'what it is about',
    'callList',
    { '/x': { get: { operationId: 'pets.list' } } },
    {},
    nearest('pets.list', 'does not say that it is about calls'),
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
    post('tool.describe', { requestBody: taking({ toolRef: {}, query: {} }, []), ...OPEN }),
    { list: { operationId: 'tool.describe', members: {}, request: 'POST /x' } },
    '“tool.describe” fits, but you bound it to “List Tools”.',
  ],
  [
    'gone since',
    'list',
    post('x'),
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
