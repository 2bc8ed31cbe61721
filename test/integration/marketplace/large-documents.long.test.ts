import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { workedHere } from '../../../electron/marketplace/testing/worked-here.ts';
import { BUDGET_HERE_MS } from '../../support/time-budget.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

let server: Worker | undefined;
let opened: OpenedMarketplace | undefined;
afterEach(async () => {
  opened?.close();
  await server?.terminate();
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

/** As much incompressible text as may be stored. */
const unpackable = (version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Unpackable', version },
  paths: {
    ...SEARCH,
    ...many(9, (n) => [
      `/things/${n}`,
      posting(`things.${n}`, {
        type: 'object',
        description: `${randomBytes(840_000).toString('base64')}${'And so on. '.repeat(60_000)}`,
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

const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  let fetched = 0;
  const answer = (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(request.url === '/openapi.json'
      ? workerData[Math.min(fetched++, workerData.length - 1)]
      : '{"kind":"no_candidates","items":[]}');
  };
  const server = require('node:http').createServer(answer);
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** A service in a thread of its own, so that its work is not measured: each request for its document gets the next. */
async function servedApart(documents: readonly Uint8Array[]): Promise<{ url: string; worker: Worker }> {
  const worker = new Worker(SERVER, { eval: true, workerData: documents });
  const port = await new Promise((resolve) => worker.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, worker };
}

test.each([
  ['texts that hardly pack', unpackable],
  ['deep shared references and many tags', shared],
])(
  'a legal document of 18 MB with %s is read, stored, used and read again after a change, and the main process is never blocked',
  async (_, written) => {
    const documents = ['1', '2'].map((version) => Buffer.from(JSON.stringify(written(version))));
    for (const bytes of documents) {
      expect(bytes.byteLength).toBeGreaterThan(15_000_000);
      expect(bytes.byteLength).toBeLessThan(20 * 1024 * 1024);
    }
    const { url, worker } = await servedApart(documents);
    server = worker;
    opened = openMarketplace(url);
    const { marketplace } = opened;
    await marketplace.opened();
    // What Node loads at the first request is not measured.
    await (await fetch(url)).text();
    const { parsed, held } = await workedHere(async () => {
      expect(await marketplace.refreshDocument()).toMatchObject({ ok: true });
      expect(await marketplace.ask('search', { query: 'award' })).toMatchObject({ ok: true });
      expect(await marketplace.refreshDocument()).toMatchObject({ ok: true });
      expect(marketplace.bindings().roles.find(({ role }) => role === 'search')).toMatchObject({
        bound: { operationId: 'registry.tools.search' },
      });
    });
    // That of the start, and one for each refresh: whoever asks gets an answer to that.
    expect(opened.rows.filter(({ role, status }) => role === 'openapi' && status === 200)).toHaveLength(3);
    expect(parsed).toEqual([]);
    expect(held).toBeLessThan(BUDGET_HERE_MS);
  },
);
