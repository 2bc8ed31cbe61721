import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { ROLES } from '../http/answer.ts';
import { parseJson } from '../http/json-body.ts';
import { readProblem } from '../http/read-problem.ts';
import { bindRoles } from '../openapi/binding.ts';
import { buildRequest } from '../openapi/build-request.ts';
import { documentChanges } from '../openapi/changes.ts';
import { readDocument } from '../openapi/document.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { hostileText, mutated } from '../testing/hostile-json.ts';
import { readAccount } from './account.ts';
import { readCallList } from './call-list.ts';
import { readCallResult } from './call-result.ts';
import { readCallStatus } from './call-status.ts';
import { readQuote } from './quote.ts';

const READERS = [readQuote, readCallResult, readCallStatus, readCallList, readAccount, readProblem] as const;
const untouched = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
const BASE = new URL('https://market.example');

afterEach(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(untouched);
});

test('whatever JSON comes, every reader gives a value that can be stored', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const body: unknown = JSON.parse(text);
      for (const read of READERS) expect(() => JSON.stringify(read(body))).not.toThrow();
    }),
    { numRuns: propertyRuns(150, 2_000) },
  );
});

test('only a quote with reference, exact price and end is ever committed', () => {
  const right = {
    kind: 'committed',
    quoteRef: 'q',
    toolRef: 't',
    toolVersion: '1',
    price: { currency: 'USD', units: '1', exponent: 2 },
    expiresAt: 1_790_000_000_000,
  };
  fc.assert(
    fc.property(mutated(right), (body) => {
      const quote = readQuote(body);
      fc.pre(quote.kind === 'committed');
      expect(quote.quoteRef).not.toBe('');
      expect(quote.price.units).toMatch(/^-?\d+$/);
      expect(Number.isSafeInteger(quote.expiresAt)).toBe(true);
    }),
    { numRuns: propertyRuns(150, 2_000) },
  );
});

test('only a Call that says so, with reference and output, is ever completed', () => {
  const right = {
    kind: 'completed',
    callRef: 'c',
    output: { a: 1 },
    usage: { chargeState: 'paid', amount: { currency: 'USD', units: '1', exponent: 2 } },
  };
  fc.assert(
    fc.property(mutated(right), (body) => {
      const result = readCallResult(body);
      fc.pre(result.kind === 'completed');
      expect(result.callRef).not.toBe('');
      expect(result.output).not.toBeUndefined();
    }),
    { numRuns: propertyRuns(150, 2_000) },
  );
});

test('whatever bytes come, parsing gives a value or a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        hostileText.map((text) => new TextEncoder().encode(text)),
      ),
      (bytes) => {
        const parsed = parseJson(bytes);
        if (!parsed.ok) expect(parsed.why).not.toBe('');
      },
    ),
    { numRuns: propertyRuns(150, 2_000) },
  );
});

test('a truncated answer is never read as a complete one', () => {
  const whole = JSON.stringify({ kind: 'completed', callRef: 'c', output: { rows: [1, 2, { a: '"}]' }] } });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
      expect(parseJson(new TextEncoder().encode(whole.slice(0, length))).ok).toBe(false);
    }),
  );
});

const operation = {
  operationId: 'tools.describe',
  summary: 'Describe a Tool',
  tags: ['Tools'],
  parameters: [
    { name: 'toolRef', in: 'query', required: true, schema: { $ref: '#/components/schemas/Ref' } },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Body' }] } } },
  },
  security: [],
};
const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://market.example/{v}', variables: { v: { default: 'v1' } } }],
  paths: { '/describe': { post: operation }, '/api/v1/catalogue-status': { get: {} } },
  components: {
    schemas: {
      Ref: { type: 'string', pattern: '^[a-z]+$' },
      Body: {
        type: 'object',
        properties: {
          tool_ref: { $ref: '#/components/schemas/Ref' },
          more: { $ref: '#/components/schemas/Body' },
        },
      },
    },
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
  },
};

test('whatever document comes, roles are bound or reported, and no request leaves for another origin', () => {
  let built = 0;
  fc.assert(
    fc.property(mutated(document), mutated(document), (one, two) => {
      const read = readDocument(one, BASE);
      if (!read.ok) {
        expect(read.why).not.toBe('');
        return;
      }
      const other = readDocument(two, BASE);
      if (other.ok) documentChanges(read.document, other.document);
      const bindings = bindRoles({ document: read.document, basePath: '', manual: {} });
      for (const role of ROLES) {
        const binding = bindings[role];
        expect(binding.why).not.toBe('');
        if (!binding.bound) continue;
        const made = buildRequest(binding, ROLE_FACTS[role], {
          toolRef: 'abc',
          query: 'q',
          callRef: 'c',
          toolRefs: ['a'],
        });
        if (!made.ok) continue;
        built += 1;
        // As requests are made: whatever the path begins with comes behind the origin.
        expect(URL.parse(`${BASE.origin}${made.request.path}`)?.origin).toBe(BASE.origin);
      }
    }),
    { numRuns: propertyRuns(100, 1_500) },
  );
  expect(built).toBeGreaterThan(0);
});

/** Processor time for reading and comparing a document of as many operations as one may have over a circle of schemas. */
function readingCost(circle: number): number {
  const schemas = Object.fromEntries(
    Array.from({ length: circle }, (_, n) => [
      `S${n}`,
      { type: 'object', properties: { next: { $ref: `#/components/schemas/S${(n + 1) % circle}` } } },
    ]),
  );
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } };
  const paths = Object.fromEntries(
    Array.from({ length: 12_000 }, (_, n) => [`/p${n}`, { post: { requestBody: body } }]),
  );
  const started = process.threadCpuUsage();
  const read = readDocument({ openapi: '3.1.0', paths, components: { schemas } }, BASE);
  if (!read.ok) throw new Error(read.why);
  expect(read.document.notices.join(' ')).toContain('more than 10000');
  documentChanges(read.document, read.document);
  return process.threadCpuUsage(started).user;
}

test('a document as large as one may be does not follow every schema for each of its operations', () => {
  readingCost(20);
  const small = readingCost(20);
  expect(readingCost(2_000)).toBeLessThan(small * 4);
});
