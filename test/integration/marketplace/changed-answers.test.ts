import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAnswer } from '../../../electron/marketplace/service/read-answer.ts';
import { json, type LocalServer, startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

/** What becomes of a read whose answer does not fit what the document declared of it. */

const PATH = '/api/v1/catalogue-status';
const documentOf = (name: string, path: string) => ({
  openapi: '3.1.0',
  info: { title: 'One that changes' },
  paths: {
    [path]: { get: { operationId: 'tools.list', summary: 'List the Tools', security: [] } },
    [PATH]: {
      get: {
        operationId: 'freshness',
        security: [],
        responses: {
          200: {
            content: {
              'application/json': { schema: { type: 'object', properties: { [name]: { type: 'string' } } } },
            },
          },
        },
      },
    },
  },
});

let server: LocalServer;
let opened: OpenedMarketplace;
let declared: string;
let answered: string;
let listed: string;
let now: number;
const sent = () => server.received.filter(({ url }) => url === PATH).length;

beforeEach(async () => {
  declared = 'status';
  answered = 'status';
  listed = '/tools/list';
  now = 1_790_000_000_000;
  server = await startLocalServer(({ url }, response) => {
    if (url === PATH) json(response, 200, { [answered]: 'fresh' });
    else if (url === listed) json(response, 200, { kind: 'ok', items: [] });
    else if (url === '/openapi.json') json(response, 200, documentOf(declared, listed));
    else json(response, 404, {});
  });
  opened = openMarketplace(server.url, { clock: () => now });
  await opened.marketplace.refreshDocument();
});
afterEach(async () => {
  opened.close();
  await server.close();
});

/** The kind that is read of the answer, and how many requests it took. */
async function ask(): Promise<[string, number]> {
  // A document is read again at most once a minute.
  now += 61_000;
  const before = sent();
  const reply = await opened.marketplace.ask('freshness', {});
  return [reply.ok ? readAnswer('freshness', reply.answer).kind : reply.failure.code, sent() - before];
}

test('it is repeated once where the document has changed along with it', async () => {
  expect(await ask()).toEqual(['report', 1]);
  declared = 'state';
  answered = 'state';
  expect(await ask()).toEqual(['report', 2]);
  expect(await ask()).toEqual(['report', 1]);
});

test('it is not repeated where the document says what it said before', async () => {
  answered = 'state';
  expect(await ask()).toEqual(['unreadable', 1]);
});

test('one that does not fit the changed document either is not repeated again', async () => {
  declared = 'state';
  answered = 'condition';
  expect(await ask()).toEqual(['unreadable', 2]);
});

test('a read that is refused under its old path is repeated under the one that the document now has', async () => {
  const read = () => opened.marketplace.ask('list', {});
  expect(await read()).toMatchObject({ ok: true });
  listed = '/shelves/tools/list';
  // The document was read just now, so it is not read again at every refusal.
  expect(await read()).toMatchObject({ ok: false });
  now += 61_000;
  expect(await read()).toMatchObject({ ok: true, answer: { body: { kind: 'ok' } } });
});
