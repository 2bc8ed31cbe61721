import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { workedHere } from '../../../electron/marketplace/testing/worked-here.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

/** The longest that the main process may be held, in ms of its own work. */
const LONGEST_TURN_MS = 50;

let server: LocalServer | undefined;
let opened: OpenedMarketplace | undefined;
afterEach(async () => {
  opened?.close();
  await server?.close();
});

const many = <Value>(count: number, one: (n: number) => [string, Value]): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => one(n)));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const posting = (operationId: string, schema: object, more: object = {}) => ({
  post: {
    operationId,
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 200: { description: 'Done.' } },
    ...more,
  },
});
const QUERY = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const SEARCH = { '/api/v1/market-tools/search': posting('registry.tools.search', QUERY) };

/** Little is operations: descriptions of a megabyte each, that no packing makes smaller, and examples as large. */
const described = (version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Described', version, description: randomBytes(750_000).toString('base64') },
  paths: {
    ...SEARCH,
    ...many(8, (n) => [
      `/things/${n}`,
      posting(`things.${n}`, {
        type: 'object',
        description: randomBytes(750_000).toString('base64'),
        examples: [many(20_000, (i) => [`k${i}`, { value: i, text: `Example ${i} of operation ${n}` }])],
      }),
    ]),
  },
});

const LEVELS = 60;
/** Schemas that all refer to shared ones, sixty deep, in operations of many tags. */
const shared = (version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Shared', version },
  tags: Array.from({ length: 20_000 }, (_, n) => ({ name: `tag-${n}`, description: `Things of kind ${n}.` })),
  paths: {
    ...SEARCH,
    ...many(1_500, (n) => [
      `/things/${n}/make`,
      posting(`things.${n}.make`, ref(`C${n}L0`), {
        tags: Array.from({ length: 40 }, (_, tag) => `tag-${(n * 40 + tag) % 20_000}`),
      }),
    ]),
  },
  components: {
    schemas: {
      Shared: {
        type: 'object',
        properties: many(300, (n) => [`s${n}`, { type: 'string', maxLength: n + 1 }]),
      },
      ...many(1_500 * LEVELS, (n): [string, object] => {
        const [one, level] = [Math.floor(n / LEVELS), n % LEVELS];
        const next = level === LEVELS - 1 ? 'Shared' : `C${one}L${level + 1}`;
        return [
          `C${one}L${level}`,
          {
            type: 'object',
            properties: { inner: ref(next), common: ref('Shared'), text: { type: 'string' } },
          },
        ];
      }),
    },
  },
});

test.each([
  ['giant descriptions and examples', described],
  ['deep shared references and many tags', shared],
])(
  'a legal document of 18 MB with %s is read, stored, asked by and read again changed, and the main process is never held',
  async (_, written) => {
    const documents = ['1', '2'].map((version) => Buffer.from(JSON.stringify(written(version))));
    for (const bytes of documents) {
      expect(bytes.byteLength).toBeGreaterThan(15_000_000);
      expect(bytes.byteLength).toBeLessThan(20 * 1024 * 1024);
    }
    let fetched = 0;
    server = await startLocalServer((request, response) => {
      if (request.url !== '/openapi.json') return json(response, 200, { kind: 'no_candidates', items: [] });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(documents[Math.min(fetched++, 1)]);
    });
    opened = openMarketplace(server.url);
    const { marketplace } = opened;
    await marketplace.opened();
    const { parsed, held } = await workedHere(async () => {
      expect(await marketplace.refreshDocument()).toMatchObject({ ok: true });
      expect(await marketplace.ask('search', { query: 'award' })).toMatchObject({ ok: true });
      expect(await marketplace.refreshDocument()).toMatchObject({ ok: true });
      expect(marketplace.bindings().roles.find(({ role }) => role === 'search')).toMatchObject({
        bound: { operationId: 'registry.tools.search' },
      });
    });
    expect(fetched).toBe(2);
    expect(parsed).toEqual([]);
    expect(held).toBeLessThan(LONGEST_TURN_MS);
  },
);
