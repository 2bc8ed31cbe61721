import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { requests } from '#shared/contract/index.ts';
import { openProduct, type Product } from '../../support/product.ts';
import { always, type Marketplace, openEmbedded } from './marketplace.ts';

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

const list = async (from: 'service' | 'cached' = 'service') =>
  requests.catalogue.list.output.parse(await product.handlers.catalogue.list({ from }));
const search = async (query: string, from: 'service' | 'cached' = 'service') =>
  requests.catalogue.search.output.parse(await product.handlers.catalogue.search({ from, query }));
const describeTool = async (toolRef: string, from: 'service' | 'cached' = 'service') =>
  requests.catalogue.describe.output.parse(await product.handlers.catalogue.describe({ from, toolRef }));
const compare = async (toolRefs: string[], from: 'service' | 'cached' = 'service') =>
  requests.catalogue.compare.output.parse(await product.handlers.catalogue.compare({ from, toolRefs }));

/** The cached parts of some answers, without the catalogue's freshness, which is read again with each. */
const cachedPartsOf = (answers: readonly (object | null)[]): unknown[] =>
  answers.map((answer) => ({ ...answer, freshness: null }));

const UNSURE = 'No such Tool found here. There may still be one: ';
const NOWHERE = `operation:v1:${'f'.repeat(64)}`;
const NOTHING_LIKE_IT = 'submarine rental';

/** Catalogue state, and whether "not found" then proves anything. */
const STATES: readonly { set: object; status: CatalogueFreshness['status']; proven: boolean }[] = [
  { set: {}, status: 'fresh', proven: true },
  { set: { refreshState: 'refreshing' }, status: 'fresh', proven: true },
  { set: {}, status: 'stale', proven: false },
  { set: { lastError: 'directory_read_failed' }, status: 'failed', proven: false },
  { set: { completedAt: null }, status: 'absent', proven: false },
];

describe.each(STATES)('a catalogue that is $status with $set', ({ set, status, proven }) => {
  beforeEach(async () => {
    const on = 'platform.catalogueStatus';
    await always(market.control, { on, kind: 'change_members', set: { status, ...set } });
  });

  test('is shown as such in the frame and in the checklist, and stored with the time of reading', async () => {
    const shown = await product.handlers.catalogue.freshness({ from: 'service' });
    expect(shown).toMatchObject({ status, statusText: status, readAt: expect.any(Number) });
    expect(shown?.completedAt === null).toBe(status === 'absent');
    expect(shown?.lastError).toBe(status === 'failed' ? 'directory_read_failed' : null);
    expect((await product.handlers.status.read(undefined)).freshness).toEqual(shown);
    expect(await product.handlers.catalogue.freshness({ from: 'cached' })).toEqual(shown);
    const { items } = await product.handlers.status.setup({ refresh: false });
    expect(items.find(({ id }) => id === 'catalogue')).toMatchObject({
      state: status === 'fresh' ? 'met' : 'unmet',
      remedy: status === 'fresh' ? '' : expect.stringMatching(/./),
    });
  });

  test('makes a search without a match state exactly what that proves (§1.4)', async () => {
    const found = await search(NOTHING_LIKE_IT);
    expect(found).toMatchObject({ items: [], absence: { proven } });
    expect(found?.absence?.words.startsWith(UNSURE)).toBe(!proven);
    expect((await search(NOTHING_LIKE_IT, 'cached'))?.absence?.proven).toBe(false);
  });

  test('makes a Tool that is not found state the same, described or compared', async () => {
    const page = await describeTool(NOWHERE);
    expect(page).toMatchObject({ posture: { state: 'not_found' }, absence: { proven } });
    const compared = await compare([NOWHERE]);
    expect(compared?.missing).toEqual([NOWHERE]);
    expect(compared?.absence?.proven).toBe(proven);
  });
});

test.each([
  ['a state never seen', { status: 'half_done' }, [], 'Catalogue state not understood: “half_done”'],
  ['no state', {}, ['status'], 'Catalogue state not understood: “not given”'],
  ['a state of a wrong type', { status: { a: 1 } }, [], 'Catalogue state not understood: “not given”'],
  ['a state in other letters', { status: 'FRESH' }, [], 'Catalogue fresh'],
] as const)(
  'a freshness report with %s is reported, and proves nothing beyond its content',
  async (_, set, drop, words) => {
    await always(market.control, {
      on: 'platform.catalogueStatus',
      kind: 'change_members',
      set,
      drop: [...drop],
    });
    await product.handlers.catalogue.freshness({ from: 'service' });
    const { items } = await product.handlers.status.setup({ refresh: false });
    expect(items.find(({ id }) => id === 'catalogue')?.detail).toBe(words);
    const { absence } = (await search(NOTHING_LIKE_IT)) ?? {};
    expect(absence?.proven).toBe(words === 'Catalogue fresh');
    if (words !== 'Catalogue fresh')
      expect(absence?.words).toBe(`${UNSURE}the service gave a catalogue state that Milepost does not know.`);
  },
);

test.each(['query_invalid', 'source_unavailable', 'source_capacity_exceeded', 'reason_never_seen'])(
  'unavailable because of %s is reported for list, search and compare, proves nothing, and keeps what is stored',
  async (reason) => {
    const notice = expect.stringMatching(reason === 'reason_never_seen' ? /reason_never_seen/ : /./);
    const [first] = (await list())?.items ?? [];
    const toolRefs = [first?.toolRef ?? ''];
    await search('award seats');
    await compare(toolRefs);
    const cached = async () =>
      cachedPartsOf(
        await Promise.all([list('cached'), search('award seats', 'cached'), compare(toolRefs, 'cached')]),
      );
    const before = await cached();
    for (const on of ['registry.tools.list', 'registry.tools.search', 'registry.tools.compare'])
      await always(market.control, { on, kind: 'replace_body', body: { kind: 'unavailable', reason } });
    for (const answer of [await list(), await search('award seats')])
      expect(answer).toMatchObject({ items: [], complete: false, notice, absence: { proven: false } });
    expect(await compare(toolRefs)).toMatchObject({ tools: [], notice, absence: { proven: false } });
    expect(await cached()).toEqual(before);
  },
);

test('an unknown kind is reported as such by every reader, is shown completely, and removes nothing', async () => {
  const [first] = (await list())?.items ?? [];
  const toolRef = first?.toolRef ?? '';
  await compare([toolRef]);
  await describeTool(toolRef);
  const cached = async () =>
    cachedPartsOf(
      await Promise.all([list('cached'), describeTool(toolRef, 'cached'), compare([toolRef], 'cached')]),
    );
  const before = await cached();
  const body = { kind: 'something_new', items: 7, payload: [1, { a: 2 }] };
  for (const on of ['list', 'describe', 'compare'])
    await always(market.control, { on: `registry.tools.${on}`, kind: 'replace_body', body });
  const unknown = expect.stringContaining('something_new');
  expect(await list()).toMatchObject({ items: [], notice: unknown, raw: body });
  expect(await describeTool(toolRef)).toMatchObject({
    posture: { state: 'unknown', words: unknown },
    raw: body,
  });
  expect(await compare([toolRef])).toMatchObject({ tools: [], notice: unknown });
  expect(await cached()).toEqual(before);
});

/** Why a found Tool cannot be called. */
const REASONS = [
  ['setup_required', 'needs_setup'],
  ['inspection_required', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
  ['readiness_expired', 'unavailable'],
  ['publisher_withdrew', 'unavailable'],
  ['under_review', 'unavailable'],
  ['updated_terms_require_review', 'needs_setup'],
  ['not_supported_by_ae', 'unavailable'],
] as const;

const AWARD = 'get.awardatlas.api-awards-search';
async function awardRef(): Promise<string> {
  const award = (await list())?.items.find(({ capabilityId }) => capabilityId === AWARD);
  if (award === undefined) throw new Error('The award search is not listed.');
  return award.toolRef;
}

test.each(REASONS)(
  'a Tool that is %s is described in those terms, on its page, on Search and offline, and cannot be quoted',
  async (posture, state) => {
    await market.control.behave({ tools: { [AWARD]: { posture } } });
    const toolRef = await awardRef();
    const page = await describeTool(toolRef);
    expect(page).toMatchObject({ posture: { state, reason: posture }, absence: null });
    const { posture: shown } = page as { posture: { words: string } };
    expect(shown.words).not.toContain(posture);
    const { words } = shown;
    expect(await describeTool(toolRef, 'cached')).toMatchObject({ posture: shown });
    const { tools } = await product.handlers.awards.tools({ refresh: true });
    expect(tools).toEqual([expect.objectContaining({ posture: shown })]);
    const { items } = await product.handlers.status.setup({ refresh: false });
    expect(items.find(({ id }) => id === 'tool')).toMatchObject({
      state: 'unmet',
      detail: expect.stringContaining(words),
      remedy: expect.stringMatching(/./),
    });
    const requested = await market.control.seen('tool.quote');
    await expect(
      product.handlers.purchases.quote({
        toolRef,
        input: { origin_airport: 'LHR', destination_airport: 'JFK' },
      }),
    ).rejects.toMatchObject({ failure: { code: 'not_callable', message: expect.stringContaining(words) } });
    expect(await market.control.seen('tool.quote')).toBe(requested);
  },
);

test('404 on a description is a Tool that is not found, with what that does not prove (§1.4)', async () => {
  const set = { status: 'stale' };
  await always(market.control, { on: 'platform.catalogueStatus', kind: 'change_members', set });
  await always(market.control, {
    on: 'registry.tools.describe',
    kind: 'status',
    status: 404,
    code: 'tool_not_found',
  });
  expect(await describeTool(NOWHERE)).toMatchObject({
    posture: { state: 'not_found' },
    absence: { proven: false, words: `${UNSURE}the catalogue is stale.` },
  });
});

test('a candidate with nothing but its reference is listed, and one without is counted as unread', async () => {
  await always(market.control, {
    on: 'registry.tools.list',
    kind: 'change_members',
    set: {
      items: [
        { toolRef: 'operation:v1:bare' },
        { title: 'No reference' },
        {
          toolRef: 'operation:v1:odd',
          title: 5,
          displayPrice: { kind: 'unavailable', reason: 'r' },
          healthStatus: ['x'],
          lastCheckedAt: 'soon',
          colour: { shade: 'blue' },
        },
      ],
    },
  });
  const answer = await list();
  expect(answer).toMatchObject({ complete: false, notice: '1 of its Tools could not be read.' });
  expect(answer?.items).toMatchObject([
    { toolRef: 'operation:v1:bare', title: 'operation:v1:bare', displayPrice: null, more: {} },
    {
      title: '5',
      displayPrice: null,
      healthStatus: null,
      lastCheckedAt: null,
      more: { colour: { shade: 'blue' } },
    },
  ]);
});

test('ten simultaneous identical requests of screens are one request, and each gets its answer', async () => {
  await always(market.control, { on: 'registry.tools.list', kind: 'delay', ms: 100 });
  const before = await market.control.seen('registry.tools.list');
  const answers = await Promise.all(Array.from({ length: 10 }, () => list()));
  expect(await market.control.seen('registry.tools.list')).toBe(before + 1);
  expect(new Set(answers.map((answer) => answer?.provenance.requestId)).size).toBe(1);
  expect(answers.every((answer) => (answer?.items.length ?? 0) > 0)).toBe(true);
  await list();
  expect(await market.control.seen('registry.tools.list')).toBe(before + 2);
});
