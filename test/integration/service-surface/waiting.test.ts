import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { requests } from '#shared/contract/index.ts';
import { openProduct, type Product, quoted, shownOf, until } from '../../support/product.ts';
import { always, failureOf, type Marketplace, openEmbedded } from './marketplace.ts';

let market: Marketplace;
let product: Product;

beforeAll(async () => {
  market = await openEmbedded();
});
afterAll(() => market.demo.close());
// A wait belongs to the origin and outlives its cause: each test has a program of its own.
beforeEach(async () => {
  product = await openProduct({ marketplace: market.url, key: market.demo.issueKey() });
  await product.handlers.marketplace.refresh(undefined);
});
afterEach(async () => {
  await product.close();
  await market.control.reset();
});

const LIST = 'registry.tools.list';
const list = () => product.handlers.catalogue.list({ from: 'service' });
const wait = async () =>
  requests.marketplace.wait.output.parse(await product.handlers.marketplace.wait(undefined));

/** Resolves once the frame would show that something waits for the service, and `enough` is satisfied. */
async function shownWaiting(
  enough: (waiting: readonly string[]) => boolean = (waiting) => waiting.length > 0,
): Promise<Awaited<ReturnType<typeof wait>>> {
  for (;;) {
    const notified = product.notified('wait');
    const state = await wait();
    if (enough(state.waiting)) return state;
    await notified;
  }
}

test('waiting requests are distinguished from all others of the screens, and reading about them sends nothing', async () => {
  await market.control.inject({ on: LIST, kind: 'status', status: 429, retryAfterSeconds: 12 });
  const topics = new Set<string>();
  const refused = failureOf(list());
  const stop = product.subscribe((_, payload) => {
    for (const topic of (payload as { topics?: string[] }).topics ?? []) topics.add(topic);
  });
  await shownWaiting();
  await product.handlers.marketplace.cancelWait(undefined);
  await refused;
  stop();
  expect(topics).toContain('wait');
  expect(topics).not.toContain('marketplace');
});

test('a 429 that names its time is waited for visibly, and then continues automatically (§7.1)', async () => {
  await market.control.inject({ on: LIST, kind: 'status', status: 429, retryAfterSeconds: 1 });
  const answer = list();
  const shown = await shownWaiting();
  expect(shown.waiting).toContain('List Tools');
  expect(shown.until).toBeGreaterThan(Date.now());
  expect((await product.handlers.status.read(undefined)).network).toMatchObject({
    state: 'online',
    words: expect.stringMatching(/ \d+ s /),
  });
  expect((await answer)?.items.length).toBeGreaterThan(0);
  expect((await wait()).waiting).toEqual([]);
  const { rows } = await product.handlers.activity.list({ text: 'list', limit: 10 });
  const [second, first] = rows.filter(({ role }) => role === 'list');
  expect(first).toMatchObject({ status: 429, attempt: 1, errorCode: 'rate_limited' });
  expect(second).toMatchObject({ status: 200, attempt: 2, errorCode: null });
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
});

test('waiting can be cancelled: everything that waits ends unsent, and later requests wait again', async () => {
  await market.control.inject({ on: LIST, kind: 'status', status: 429, retryAfterSeconds: 12 });
  const refused = failureOf(list());
  await shownWaiting();
  const behind = failureOf(product.handlers.catalogue.search({ from: 'service', query: 'award' }));
  const account = failureOf(product.handlers.key.check(undefined));
  await shownWaiting((waiting) => waiting.length >= 3);
  const seen = (await market.control.state()).seen;
  await product.handlers.marketplace.cancelWait(undefined);
  for (const failure of [await refused, await behind, await account]) {
    expect(failure.code).toBe('cancelled');
    expect(failure.retryAfterMs).toBeGreaterThan(5_000);
  }
  const after = await wait();
  expect(after.waiting).toEqual([]);
  expect(after.until).not.toBeNull();
  expect((await market.control.state()).seen).toEqual(seen);

  const again = failureOf(product.handlers.catalogue.freshness({ from: 'service' }));
  expect((await shownWaiting()).waiting).toEqual(['Read how fresh the catalogue is']);
  await product.handlers.marketplace.cancelWait(undefined);
  expect((await again).code).toBe('cancelled');
});

test('a quote that waits for the service can be cancelled, and nothing was requested', async () => {
  const { tools } = await product.handlers.awards.tools({ refresh: true });
  const toolRef = tools[0]?.tool.toolRef ?? '';
  // The key's account is requested once, before the first quote.
  await product.handlers.key.check(undefined);
  await market.control.inject({ on: LIST, kind: 'status', status: 429, retryAfterSeconds: 12 });
  const refused = failureOf(list());
  await shownWaiting();
  const quoted = Promise.resolve(
    product.handlers.purchases.quote({
      toolRef,
      input: { origin_airport: 'LHR', destination_airport: 'JFK', cabin: 'business' },
    }),
  ).then(
    (purchase) => purchase.state,
    (error: unknown) => error,
  );
  await shownWaiting((waiting) => waiting.some((words) => words.startsWith('Quote')));
  await product.handlers.marketplace.cancelWait(undefined);
  await refused;
  expect(await quoted).not.toBe('quoted');
  expect(await market.control.seen('tool.quote')).toBe(0);
  expect((await product.handlers.purchases.list({})).items.filter(({ state }) => state === 'quoted')).toEqual(
    [],
  );
});

test('a running program sends neither a read nor a paid Call while another on its folder was asked to wait', async () => {
  const other = await openProduct({
    marketplace: market.url,
    key: market.demo.issueKey(),
    dataDir: product.dataDir,
  });
  try {
    await other.startedUp;
    const quote = await quoted(other);
    const searches = await market.control.seen('registry.tools.search');
    await always(market.control, { on: LIST, kind: 'status', status: 429, retryAfterSeconds: 3600 });
    await failureOf(list());
    const failure = await failureOf(other.handlers.catalogue.search({ from: 'service', query: 'award' }));
    expect(failure.code).toBe('rate_limited');
    expect(failure.retryAfterMs).toBeGreaterThan(3_500_000);
    const { purchaseId } = quote;
    await other.handlers.purchases.approve({ purchaseId, shown: shownOf(quote) });
    await until(
      other,
      async () => (await other.handlers.purchases.show({ purchaseId }))?.state !== 'submitted',
    );
    expect((await other.handlers.purchases.show({ purchaseId })).state).toBe('not_sent');
    expect(await market.control.seen('tool.call')).toBe(0);
    expect(await market.control.seen('registry.tools.search')).toBe(searches);
  } finally {
    await other.close();
  }
});
