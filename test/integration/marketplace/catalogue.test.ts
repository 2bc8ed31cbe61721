import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { requests } from '#shared/contract/index.ts';
import { type Catalogue, createCatalogue } from '../../../electron/catalogue/catalogue.ts';
import {
  type ControlledMarketplace,
  startControlledMarketplace,
} from '../../support/marketplace/controlled-marketplace.ts';
import { startLocalServer } from './local-server.ts';
import { type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';

let demo: ControlledMarketplace;
let opened: OpenedMarketplace;
let identity: string;
let topics: string[];
let catalogue: Catalogue;

beforeAll(async () => {
  demo = await startControlledMarketplace();
});
afterAll(() => demo.close());
beforeEach(async () => {
  await demo.control.reset();
  opened = openMarketplace(demo.baseUrl, { storedAs: demo.identity });
  identity = 'embedded';
  use(opened);
});
afterEach(() => opened.close());

function use({ marketplace, storage }: OpenedMarketplace): void {
  topics = [];
  catalogue = createCatalogue({
    marketplace: () => marketplace,
    identity: () => identity,
    storage,
    clock: Date.now,
    publish: (_, payload) => {
      if ('topics' in payload) topics.push(...payload.topics);
    },
  });
}

/** The same after a restart without a listener at the marketplace's address. */
async function offline(): Promise<void> {
  const stopped = await startLocalServer(() => undefined);
  await stopped.close();
  opened = opened.reopen(stopped.url);
  use(opened);
}

const everything = { from: 'service' } as const;
const cached = { from: 'cached' } as const;

async function list(
  from: 'service' | 'cached',
  more: Parameters<Catalogue['handlers']['list']>[0] | object = {},
) {
  const answer = await catalogue.handlers.list({ from, ...more });
  return requests.catalogue.list.output.parse(answer);
}

test('what was listed, described and compared is available offline, with its age and its request id', async () => {
  const tools = (await list('service'))?.items ?? [];
  expect(tools.length).toBeGreaterThanOrEqual(4);
  const refs = tools.slice(0, 3).map(({ toolRef }) => toolRef);
  const [first = ''] = refs;
  const described = await catalogue.handlers.describe({ ...everything, toolRef: first });
  const compared = await catalogue.handlers.compare({ ...everything, toolRefs: refs });
  const fresh = await catalogue.handlers.freshness(everything);
  expect(fresh?.status).toBe('fresh');
  await offline();
  const cachedList = await list('cached');
  expect(cachedList?.items).toEqual(tools);
  expect(cachedList?.provenance).toMatchObject({ source: 'cached', requestId: expect.stringMatching(/.+/) });
  expect((await catalogue.handlers.describe({ ...cached, toolRef: first }))?.tool).toEqual(described?.tool);
  expect((await catalogue.handlers.compare({ ...cached, toolRefs: refs }))?.tools).toEqual(compared?.tools);
  expect(await catalogue.handlers.freshness(cached)).toEqual(fresh);
  await expect(list('service')).rejects.toMatchObject({ failure: { code: 'offline' } });
});

test('a new search is answered offline by matching words in every known Tool', async () => {
  await list('service');
  await offline();
  const found = await catalogue.handlers.search({ ...cached, query: 'award seat' });
  expect(found?.items[0]?.capabilityId).toMatch(/api-awards-search$/);
  expect(found?.complete).toBe(false);
  const none = await catalogue.handlers.search({ ...cached, query: 'submarine rental' });
  expect(none?.items).toEqual([]);
  expect(none?.absence).toMatchObject({ proven: false, words: expect.stringContaining('cached copy') });
});

test('nothing cached is null, not an empty list', async () => {
  expect(await list('cached')).toBeNull();
  expect(await catalogue.handlers.freshness(cached)).toBeNull();
  expect(await catalogue.handlers.describe({ ...cached, toolRef: 'operation:v1:x' })).toBeNull();
});

test('what one marketplace answered is never shown for another', async () => {
  await list('service');
  identity = 'another';
  expect(await list('cached')).toBeNull();
  expect(catalogue.awardTools().tools).toEqual([]);
});

test.each([
  ['etag', '"1"', true],
  ['link', '</tools?page=2>; rel="next"', false],
])('nothing found by an answer with the header %s: %s is proven absent: %s', async (name, value, proven) => {
  opened.close();
  opened = openMarketplace(demo.baseUrl, {
    storedAs: demo.identity,
    fetch: async (...request) => {
      const { body, status, headers } = await fetch(...request);
      return new Response(body, { status, headers: [...headers, [name, value]] });
    },
  });
  use(opened);
  const found = await catalogue.handlers.search({ ...everything, query: 'submarine rental' });
  expect(found?.items).toEqual([]);
  expect(found?.absence?.proven).toBe(proven);
});

test('the award search is found by its capability, described, and known offline afterwards', async () => {
  const found = await catalogue.refreshAwardTools();
  const { tools, absence } = found;
  expect(absence).toBeNull();
  expect(tools).toEqual([
    expect.objectContaining({
      provider: 'Award Atlas',
      posture: expect.objectContaining({ state: 'callable' }),
    }),
  ]);
  requests.awards.tools.output.parse(found);
  await offline();
  expect(catalogue.awardTools().tools).toEqual(tools);
  await expect(catalogue.refreshAwardTools()).rejects.toBeInstanceOf(ContractFailure);
});

test('an award search that the service no longer finds is no longer offered', async () => {
  await catalogue.refreshAwardTools();
  const [award] = catalogue.awardTools().tools;
  await demo.control.behave({ tools: { 'get.awardatlas.api-awards-search': { hidden: true } } });
  const again = await catalogue.refreshAwardTools();
  expect(award).toBeDefined();
  expect(again.tools).toEqual([]);
  expect(again.absence?.proven).toBe(true);
});

test('screens receive one event for an answer that is requested again and again', async () => {
  await list('service');
  await catalogue.handlers.freshness(everything);
  const topicsBefore = topics.length;
  expect(topicsBefore).toBeGreaterThan(0);
  await list('service');
  await catalogue.handlers.freshness(everything);
  expect(topics).toHaveLength(topicsBefore);
});
