import { expect, onTestFinished, test, vi } from 'vitest';
import { parseDocument } from './document-text.ts';

const parsed = (text: string) => parseDocument(new TextEncoder().encode(text));

test('a document in YAML reads as the same in JSON, with codes, dates and versions as texts where they are names or quoted', () => {
  const yaml = `# a service
openapi: "3.1.0"
info: { title: Tools, version: 2026-11-23 }
paths:
  /api/v1/catalogue-status:
    get: &read
      operationId: status
      responses:
        200: { description: fresh }
  /other:
    get: *read
`;
  const get = { operationId: 'status', responses: { 200: { description: 'fresh' } } };
  expect(parsed(yaml)).toEqual({
    ok: true,
    value: {
      openapi: '3.1.0',
      info: { title: 'Tools', version: '2026-11-23' },
      paths: { '/api/v1/catalogue-status': { get }, '/other': { get } },
    },
  });
});

test.each([
  [
    'aliases that stand for a thousand million values',
    `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefghij'.replace(/./gu, (name) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1);
      return `${name}: &${name} [${Array(10).fill(`*${before}`).join()}]\n`;
    })}`,
    'it holds more than 2000000 values, with its aliases written out',
  ],
  ['an alias of itself', 'openapi: 3.1.0\npaths: &p\n  again: *p\n', 'it is nested deeper than 200 levels'],
  ['brackets without end', `a: ${'['.repeat(100_000)}`, 'it is neither JSON nor YAML'],
  ['a name twice', 'openapi: 3.1.0\nopenapi: 3.0.0\n', 'it is neither JSON nor YAML'],
  ['a type of a program', 'a: !!js/function "function () {}"\n', 'it is neither JSON nor YAML'],
  ['JSON that is cut off', '{"openapi": "3.1.0"', 'it is not JSON'],
  ['a sentence', 'Not here.', 'it is not JSON'],
  ['nothing', '', 'it is empty'],
])('%s is refused in words', (_, text, why) => {
  expect(parsed(text)).toEqual({ ok: false, why });
});

test('a member by the name of what all objects have is no more than that', () => {
  const read = parsed('__proto__: { polluted: true }\nopenapi: 3.1.0\n');
  expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__', 'openapi']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

const TOO_HEAVY = { ok: false, why: 'it holds more than Milepost reads at once' };

test.each([
  ['lists', `{"x":[${'[],'.repeat(2_000_000)}0]}`],
  ['objects', `{"x":[${'{},'.repeat(2_000_000)}0]}`],
])('more %s than a document has are refused before any of them takes memory', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => {
    parse.mockRestore();
  });
  expect(parsed(text)).toEqual(TOO_HEAVY);
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ['lists', `x: [${'[],'.repeat(2_000_000)}0]`],
  ['lists in a list', `x:\n${'- - 0\n'.repeat(1_000_001)}`],
  ['names', 'k: v\n'.repeat(2_000_001)],
])('more %s than a document has are refused in YAML before it is parsed', (_, text) => {
  expect(parsed(text)).toEqual(TOO_HEAVY);
});
