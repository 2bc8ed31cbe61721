import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCatalogue } from '../../../electron/catalogue/catalogue.ts';
import { member } from '../../../electron/marketplace/answers/reading.ts';
import { readAnswer } from '../../../electron/marketplace/service/read-answer.ts';
import { answerOf, type OpenedMarketplace, openMarketplace } from './open-marketplace.ts';
import { COMPLETED_AT, SECOND_KEY, startSecondMarketplace } from './second-marketplace.ts';

let second: Awaited<ReturnType<typeof startSecondMarketplace>>;
let opened: OpenedMarketplace;

beforeEach(async () => {
  second = await startSecondMarketplace();
  opened = openMarketplace(second.url, { key: SECOND_KEY });
});
afterEach(async () => {
  opened.close();
  await second.close();
});

const catalogueOf = ({ marketplace, storage }: OpenedMarketplace) =>
  createCatalogue({
    marketplace: () => marketplace,
    identity: () => 'second',
    storage,
    clock: Date.now,
    publish: () => undefined,
  });

test('every role of an unrelated marketplace is bound automatically', async () => {
  await opened.marketplace.refreshDocument();
  const { roles } = opened.marketplace.bindings();
  expect(Object.fromEntries(roles.map(({ role, bound }) => [role, bound?.operationId ?? null]))).toEqual({
    freshness: 'st_1',
    search: 'offerings_find',
    sandboxReference: null,
    list: 'offerings_index',
    describe: 'offerings_read',
    compare: 'side_by_side',
    quote: 'commitments_create',
    call: 'executions_create',
    callStatus: 'executions_read',
    callList: 'executions_index',
    cancel: 'executions_stop',
    reconcile: 'executions_evidence',
    account: 'me',
    balance: 'me_funds',
  });
});

test('its catalogue is read: Tools over pages, one described, others compared, one refused for an unknown reason', async () => {
  const { handlers, refreshAwardTools } = catalogueOf(opened);
  const first = await handlers.list({ from: 'service' });
  expect(first?.items.map(({ toolRef }) => toolRef)).toEqual(['ref-tool-1', 'ref-tool-2', 'ref-tool-3']);
  expect(first?.items[0]?.more).toEqual({ colour: 'blue' });
  const rest = await handlers.list({ from: 'service', cursor: first?.nextCursor ?? '' });
  expect(rest).toMatchObject({ hasMore: false, complete: true });
  expect((await handlers.freshness({ from: 'service' }))?.completedAt).toBe(COMPLETED_AT);
  const compared = await handlers.compare({ from: 'service', toolRefs: ['ref-tool-1', 'ref-tool-9'] });
  expect(compared).toMatchObject({ missing: ['ref-tool-9'] });
  const strange = await handlers.describe({ from: 'service', toolRef: 'ref-tool-2' });
  expect(strange?.posture).toMatchObject({ state: 'unavailable', reason: 'gone_fishing' });
  const none = await handlers.describe({ from: 'service', toolRef: 'ref-tool-99' });
  expect(none).toMatchObject({ posture: { state: 'not_found' }, absence: { proven: true } });
  const { tools } = await refreshAwardTools();
  expect(tools).toEqual([
    expect.objectContaining({
      provider: 'skyseats',
      version: '1',
      posture: expect.objectContaining({ state: 'callable' }),
    }),
  ]);
});

test('an award search that lists do not name is found by its description', async () => {
  const unnamed = await startSecondMarketplace({ listsNameCapabilities: false });
  const there = openMarketplace(unnamed.url, { key: SECOND_KEY });
  try {
    const { awardTools, refreshAwardTools } = catalogueOf(there);
    const found = await refreshAwardTools();
    expect(found.tools).toMatchObject([{ provider: 'skyseats', posture: { state: 'callable' } }]);
    expect(awardTools().tools).toEqual(found.tools);
  } finally {
    there.close();
    await unnamed.close();
  }
});

test.each([true, false])(
  'that no award search is listed is proof where lists name what each Tool does: %j',
  async (listsNameCapabilities) => {
    const without = await startSecondMarketplace({ listsNameCapabilities, hasAwardSearch: false });
    const there = openMarketplace(without.url, { key: SECOND_KEY });
    try {
      const { tools, absence } = await catalogueOf(there).refreshAwardTools();
      expect([tools, absence?.proven]).toEqual([[], listsNameCapabilities]);
    } finally {
      there.close();
      await without.close();
    }
  },
);

test('the main workflow passes on it: quote, Call, the same Call again, status, list, account', async () => {
  const { marketplace } = opened;
  const input = { origin_airport: 'YYZ', destination_airport: 'FRA' };
  const quote = readAnswer(
    'quote',
    answerOf(await marketplace.ask('quote', { toolRef: 'ref-tool-1', input })),
  );
  if (quote.kind !== 'committed') throw new Error(JSON.stringify(quote));
  expect(quote).toMatchObject({
    toolVersion: '1',
    price: { currency: 'EUR', units: '2', exponent: 2 },
    normalizedInput: input,
  });
  expect(quote.expiresAt).toBeGreaterThan(Date.now());
  const command = { quoteRef: quote.quoteRef, idempotencyKey: 'the-same' };
  const [one, two] = [
    readAnswer('call', answerOf(await marketplace.ask('call', command))),
    readAnswer('call', answerOf(await marketplace.ask('call', command))),
  ];
  expect(two).toEqual(one);
  expect(second.charged()).toBe(1);
  expect(one).toMatchObject({
    kind: 'completed',
    callRef: 'ref-call-1',
    usage: { chargeState: 'paid', amount: { units: '2' } },
  });
  expect(member(one.kind === 'completed' && one.output, 'hasMore')).toBe(false);

  const status = readAnswer(
    'callStatus',
    answerOf(await marketplace.ask('callStatus', { callRef: 'ref-call-1' })),
  );
  expect(status).toMatchObject({
    kind: 'found',
    version: 4,
    state: 'terminal',
    result: { kind: 'completed' },
  });
  const unchanged = await marketplace.ask('callStatus', { callRef: 'ref-call-1', afterVersion: 4 });
  expect(readAnswer('callStatus', answerOf(unchanged))).toMatchObject({ kind: 'unchanged', version: 4 });
  expect(
    readAnswer('callList', answerOf(await marketplace.ask('callList', { limit: 50, state: 'pending' }))),
  ).toMatchObject({
    kind: 'available',
    items: { items: [{ callRef: 'ref-call-1' }] },
  });
  expect(readAnswer('account', answerOf(await marketplace.ask('account', {})))).toMatchObject({
    accountRef: 'ref-account-1',
    scopes: ['market_tools:call', 'account:read'],
  });
  const cancelled = await marketplace.ask('cancel', { callRef: 'ref-call-1', idempotencyKey: 'c' });
  expect(!cancelled.ok && cancelled.failure).toMatchObject({
    status: 409,
    problem: { code: 'call_not_pending' },
  });
});

test('a role bound by hand takes precedence over the rule, and can be reset', async () => {
  const { marketplace } = opened;
  await marketplace.refreshDocument();
  const proposed = await marketplace.bindingEditor.propose('list', 'suppliers_index', null, null);
  if (!proposed.ok) throw new Error(proposed.why);
  await marketplace.bindingEditor.bind(proposed.proposal);
  expect(await marketplace.bindingEditor.propose('list', 'not_there', null, null)).toMatchObject({
    code: 'no_such_operation',
  });
  expect(await marketplace.bindingEditor.propose('no_role', 'me', null, null)).toMatchObject({
    code: 'no_such_role',
  });
  const by = (at: OpenedMarketplace) =>
    at.marketplace.bindings().roles.find(({ role }) => role === 'list')?.bound;
  expect(by(opened)).toMatchObject({ operationId: 'suppliers_index', by: 'user' });
  opened = opened.reopen();
  await opened.marketplace.opened();
  expect(by(opened)?.by).toBe('user');
  await opened.marketplace.bindingEditor.release('list');
  expect(by(opened)).toMatchObject({ operationId: 'offerings_index', by: 'words' });
});

test('input that does not match the declared schema is reported and never sent', async () => {
  const { marketplace } = opened;
  await marketplace.refreshDocument();
  const before = second.received.length;
  for (const toolRef of ['not a reference', '..', ''])
    expect(await marketplace.ask('describe', { toolRef })).toMatchObject({
      ok: false,
      failure: { code: 'invalid_request', delivery: 'not_sent' },
    });
  expect(second.received.length).toBe(before);
});
