import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { always, type Marketplace, openEmbedded } from './marketplace.ts';

/** What the screens show about a Tool that was not found, from the service's answers to the words (§1.4). */

let market: Marketplace;
let product: Product;

beforeAll(async () => {
  market = await openEmbedded();
  product = await openProduct({ marketplace: market.url, key: market.demo.issueKey() });
  await product.handlers.marketplace.refresh(undefined);
});
afterAll(async () => {
  await product.close();
  await market.demo.close();
});
afterEach(() => market.control.reset());

const UNSURE = 'No such Tool found here. There may still be one: ';
const NOWHERE = `operation:v1:${'f'.repeat(64)}`;
const AWARD = 'get.awardatlas.api-awards-search';

const { catalogue } = requests;
const search = async (more: object = {}) =>
  catalogue.search.output.parse(
    await product.handlers.catalogue.search({ from: 'service', query: 'submarine rental', ...more }),
  );
const describeTool = async () =>
  catalogue.describe.output.parse(
    await product.handlers.catalogue.describe({ from: 'service', toolRef: NOWHERE }),
  );
const compare = async () =>
  catalogue.compare.output.parse(
    await product.handlers.catalogue.compare({ from: 'service', toolRefs: [NOWHERE] }),
  );
const awardTools = () => product.handlers.awards.tools({ refresh: true });

type Change = { set: Record<string, unknown> };
const SAID: readonly [string, Change][] = [
  ['that it is partial', { set: { partialResults: true } }],
  ['what it does not declare', { set: { truncated: 1 } }],
];

test.each<[string, Change]>([...SAID, ['a list that is none', { set: { items: { first: 1 } } }]])(
  'a search that answers with %s proves nothing',
  async (_, { set }) => {
    await always(market.control, { on: 'registry.tools.search', kind: 'change_members', set });
    const found = await search();
    expect(found?.items).toEqual([]);
    expect(found?.absence?.proven).toBe(false);
    expect(found?.absence?.words).toContain(UNSURE);
  },
);

test.each(SAID)('a description or comparison with %s proves nothing', async (_, { set }) => {
  for (const on of ['registry.tools.describe', 'registry.tools.compare'])
    await always(market.control, { on, kind: 'change_members', set });
  expect((await describeTool())?.absence?.proven).not.toBe(true);
  expect((await compare())?.absence?.proven).toBe(false);
});

test('a comparison that omits a Tool without naming it as missing proves nothing', async () => {
  await always(market.control, { on: 'registry.tools.compare', kind: 'change_members', drop: ['missing'] });
  expect(await compare()).toMatchObject({
    missing: [NOWHERE],
    absence: {
      proven: false,
      words: `${UNSURE}the service did not say what became of every Tool that was asked for.`,
    },
  });
});

test('a description that names another Tool as not found proves nothing about this one', async () => {
  await always(market.control, {
    on: 'registry.tools.describe',
    kind: 'change_members',
    set: { toolRef: 'operation:v1:another' },
  });
  expect((await describeTool())?.absence?.proven).toBe(false);
});

test('what our own filter excluded is not called absent', async () => {
  await always(market.control, {
    on: 'registry.tools.search',
    kind: 'change_members',
    set: {
      kind: 'ok',
      count: 1,
      items: [{ toolRef: 'operation:v1:1', title: 'A Tool', healthStatus: 'degraded' }],
    },
  });
  const found = await search({ filters: { healthStatus: 'operational' } });
  expect(found).toMatchObject({
    items: [],
    absence: { proven: false, words: `${UNSURE}a filter was in force.` },
  });
});

const HOUR = 3_600_000;

test.each<[string, Record<string, unknown>, string]>([
  ['a failed refresh', { refreshState: 'failed' }, 'its refresh is “failed”'],
  ['a last error', { lastError: 'x' }, 'its report says “lastError”'],
  ['a great age', { ageHours: 40 }, 'it was last read completely 40 hours ago'],
  [
    'a stamp to come',
    { completedAt: Date.now() + 48 * HOUR },
    'its last complete reading lies in the future',
  ],
])('a fresh with %s is reported as what it is, and proves nothing', async (_, set, because) => {
  await always(market.control, { on: 'platform.catalogueStatus', kind: 'change_members', set });
  const freshness = await product.handlers.catalogue.freshness({ from: 'service' });
  expect(freshness).toMatchObject({ status: 'unknown', statusText: 'fresh', contradiction: because });
  const { items } = await product.handlers.status.setup({ refresh: false });
  expect(items.find(({ id }) => id === 'catalogue')).toMatchObject({
    state: 'unmet',
    detail: `Catalogue called fresh, but ${because}`,
  });
  for (const absence of [
    (await search())?.absence,
    (await describeTool())?.absence,
    (await compare())?.absence,
  ])
    expect(absence).toEqual({
      proven: false,
      words: `${UNSURE}the service calls its catalogue fresh, but ${because}.`,
    });
});

describe('the award search itself', () => {
  test('is absent where every page of a fresh and complete list was read without it', async () => {
    await market.control.behave({ tools: { [AWARD]: { hidden: true } } });
    await product.handlers.catalogue.list({ from: 'service' });
    const { tools, absence } = await awardTools();
    expect(tools).toEqual([]);
    expect(absence).toMatchObject({ proven: true });
  });

  test.each([
    ['whose capability it does not name', {}, ['Award Atlas'], undefined],
    ['that names another capability', { capabilityId: 'get.other.1' }, [], true],
    ['that is described as nothing', {}, [], false],
  ])('of a list with a single Tool, %s', async (_, more, providers, proven) => {
    const [listed] = (await awardTools()).tools;
    const items = [{ toolRef: listed?.tool.toolRef, title: 'A Tool', ...more }];
    const set = { count: 1, items, pagination: { limit: 50, hasMore: false } };
    await always(market.control, {
      on: 'registry.tools.search',
      kind: 'change_members',
      set: { ...set, kind: 'no_candidates', count: 0, items: [] },
    });
    await always(market.control, { on: 'registry.tools.list', kind: 'change_members', set });
    if (proven === false)
      await always(market.control, {
        on: 'registry.tools.describe',
        kind: 'replace_body',
        body: { kind: 'unavailable', reason: 'under_review' },
      });
    const { tools, absence } = await awardTools();
    expect([tools.map(({ provider }) => provider), absence?.proven]).toEqual([providers, proven]);
  });

  test.each(SAID)('is not called absent where the list states %s', async (_, { set }) => {
    await market.control.behave({ tools: { [AWARD]: { hidden: true } } });
    await always(market.control, { on: 'registry.tools.list', kind: 'change_members', set });
    expect(await awardTools()).toMatchObject({ tools: [], absence: { proven: false } });
  });

  test('is not called absent where it is listed and not described', async () => {
    await always(market.control, {
      on: 'registry.tools.describe',
      kind: 'replace_body',
      body: { kind: 'not_found' },
    });
    expect(await awardTools()).toMatchObject({
      tools: [],
      absence: { proven: false, words: `${UNSURE}the service lists one that it does not describe.` },
    });
  });

  test('is not called absent where what is listed does not say what it does', async () => {
    const other = (await product.handlers.catalogue.list({ from: 'service' }))?.items.at(-1)?.toolRef;
    const set = { count: 1, items: [{ toolRef: other, title: 'A Tool' }] };
    await market.control.behave({ tools: { [AWARD]: { hidden: true } } });
    await always(market.control, { on: 'registry.tools.list', kind: 'change_members', set });
    await always(market.control, { on: 'registry.tools.describe', kind: 'status', status: 500 });
    expect(await awardTools()).toMatchObject({ tools: [], absence: { proven: false } });
  });
});
