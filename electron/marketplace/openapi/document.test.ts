import { describe, expect, test } from 'vitest';
import { type ApiDocument, readDocument } from './document.ts';
import { bodyForms } from './request-members.ts';

const BASE = new URL('https://market.example');

function read(document: object): ApiDocument {
  const read = readDocument({ openapi: '3.1.0', paths: {}, ...document }, BASE);
  if (!read.ok) throw new Error(read.why);
  return read.document;
}
const only = (document: object) => {
  const [operation] = read(document).operations;
  if (operation === undefined) throw new Error('No operation was read.');
  return operation;
};
const posting = (schema: unknown) => ({
  post: { operationId: 'o', requestBody: { content: { 'application/json': { schema } } } },
});

test.each([
  [null, 'it is no OpenAPI document'],
  ['text', 'it is no OpenAPI document'],
  [{}, 'it is no OpenAPI document'],
  [{ swagger: '2.0' }, 'it is no OpenAPI document'],
  [{ openapi: '4.0.0', paths: {} }, 'it is OpenAPI 4.0.0, and Milepost reads 3.0 to 3.2'],
  [{ openapi: '3.1.0' }, 'it declares no paths'],
])('%j is reported as: %s', (document, why) => {
  expect(readDocument(document, BASE)).toEqual({ ok: false, why });
});

test('a part that cannot be read costs its operation, not the document', () => {
  const { operations } = read({
    paths: { '/a': null, '/b': { post: 7 }, 'no-slash': posting({}), '/c': posting({}) },
  });
  expect(operations.map(({ path }) => path)).toEqual(['/c']);
});

test('parameters, bodies and path items are found through references', () => {
  const operation = only({
    paths: { '/x/{a}': { $ref: '#/components/pathItems/X' } },
    components: {
      pathItems: {
        X: {
          parameters: [{ $ref: '#/components/parameters/A' }],
          post: { requestBody: { $ref: '#/components/requestBodies/B' } },
        },
      },
      parameters: { A: { name: 'a', in: 'path', schema: { $ref: '#/components/schemas/S' } } },
      requestBodies: {
        B: { content: { 'application/json': { schema: { $ref: '#/components/schemas/T' } } } },
      },
      schemas: {
        S: { type: 'string' },
        T: { allOf: [{ $ref: '#/components/schemas/U' }, { required: ['v'], properties: { v: {} } }] },
        U: { type: 'object', properties: { u: { $ref: '#/components/schemas/S' } } },
      },
    },
  });
  expect(operation.parameters).toEqual([
    expect.objectContaining({ name: 'a', place: 'path', required: true }),
  ]);
  expect(bodyForms(operation)[0]?.members.map(({ name, required }) => [name, required])).toEqual([
    ['u', false],
    ['v', true],
  ]);
  expect(operation.id).toBe('POST /x/{a}');
});

describe('references that lead nowhere make the operation unusable, and say why', () => {
  test.each([
    ['itself alone', { A: { $ref: '#/components/schemas/A' } }, 'refers to nothing but itself'],
    [
      'a circle',
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      'refers to nothing but itself',
    ],
    [
      'another document',
      { A: { $ref: 'https://elsewhere.example/s.json' } },
      'another document, and none is fetched',
    ],
    ['nothing', { A: { $ref: '#/components/schemas/None' } }, 'does not have'],
  ])('%s', (_, schemas, why) => {
    const operation = only({
      paths: { '/x': posting({ $ref: '#/components/schemas/A' }) },
      components: { schemas },
    });
    expect(operation.unusable).toContain(why);
  });

  test('a schema that contains itself is no such circle', () => {
    const Tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    };
    const operation = only({
      paths: { '/x': posting({ $ref: '#/components/schemas/Tree' }) },
      components: { schemas: { Tree } },
    });
    expect(operation.unusable).toBeNull();
    expect(bodyForms(operation)[0]?.members.map(({ name }) => name)).toEqual(['children']);
  });
});

describe('servers', () => {
  test.each([
    [[{ url: 'https://market.example/base/' }], '/base/x'],
    [[{ url: '/base' }], '/base/x'],
    [[{ url: 'https://other.example/base' }], '/x'],
    [[{ url: 'https://other.example/' }, { url: 'https://market.example/here' }], '/here/x'],
    [[], '/x'],
    [[{ url: 'http://' }], '/x'],
    [[{ url: '/{ver}/a', variables: { ver: { default: 'v2', enum: ['v1', 'v2'] } } }], '/v2/a/x'],
    [
      [
        {
          url: 'https://{host}/{a}',
          variables: { host: { default: 'market.example' }, a: { default: 'b' } },
        },
      ],
      '/b/x',
    ],
    [[{ url: '/{ver}' }, { url: '/here' }], '/here/x'],
    [[{ url: '/{ver}', variables: { ver: { description: 'none' } } }], '/x'],
    [[{ url: '/{constructor}', variables: {} }], '/x'],
  ])('%j makes the path %s', (servers, path) => {
    expect(only({ servers, paths: { '/x': posting({}) } }).path).toBe(path);
  });

  test('one with a variable of no default is passed over, and reported', () => {
    const { notices } = read({ servers: [{ url: '/{ver}/a' }], paths: { '/x': posting({}) } });
    expect(notices).toEqual([expect.stringContaining('“ver”')]);
  });

  test('one that names another origin is reported and not followed', () => {
    const { notices } = read({ servers: [{ url: 'https://other.example' }], paths: { '/x': posting({}) } });
    expect(notices).toEqual([expect.stringMatching(/https:\/\/other\.example.*https:\/\/market\.example/u)]);
  });
});

test('operations that share an id are reported, and called by method and path', () => {
  const { operations, notices } = read({ paths: { '/a': posting({}), '/b': posting({}) } });
  expect(operations.map(({ id }) => id)).toEqual(['POST /a', 'POST /b']);
  expect(notices).toHaveLength(1);
});

test.each([
  [{ security: [] }, {}, true],
  [{ security: [{}] }, {}, true],
  [{ security: [{ k: [] }] }, {}, false],
  [{ security: [{ k: [] }, {}] }, {}, null],
  [{ security: [{ k: [] }, { other: ['a'] }] }, {}, false],
  [{}, { security: [{}, { k: [] }] }, null],
  [{}, { security: [{}] }, true],
  [{}, { security: [{ k: [] }] }, false],
  [{}, { components: { securitySchemes: { k: {} } } }, null],
  [{}, { components: { securitySchemes: { k: {} } }, security: [{ k: [] }] }, false],
  [{}, {}, null],
])('security %j in a document with %j: public is %s', (operation, document, isPublic) => {
  expect(only({ ...document, paths: { '/x': { post: operation } } }).isPublic).toBe(isPublic);
});

test('an operation that takes no JSON is reported as unusable', () => {
  const operation = only({ paths: { '/x': { post: { requestBody: { content: { 'text/xml': {} } } } } } });
  expect(operation.unusable).toBe('it takes no JSON body');
});
