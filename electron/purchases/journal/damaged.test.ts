import { expect, it } from 'vitest';
import {
  approvePurchase,
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  orderPurchase,
  resume,
  service,
} from '../testing/one-purchase.ts';
import {
  answered,
  callsListed,
  completedCall,
  failed,
  PRICE,
  settled,
  TOOL,
  usd,
} from '../testing/purchase-desk.ts';
import { completedFromHistory } from './damaged.ts';
import { COLUMNS, type Entry, type StoredField } from './entry.ts';

eachInItsFolder();

const status = async () => desk.purchases.spending();
const list = async () => desk.purchases.handlers.list({});
const unitsToday = async () =>
  (await status()).today.map(({ units, exponent }) => Number(units) / 10 ** exponent);

const purchaseThatIs = async (state: string): Promise<string> =>
  (await list()).items.find((item) => item.state === state)?.purchaseId ?? '';

/** What SQLite accepts in a column of the given type and nobody wrote. */
const NONSENSE: Readonly<Record<string, readonly unknown[]>> = {
  TEXT: ['{"currency":', 'garbled', ''],
  INTEGER: [-7, 0, 9_007_199_254_740_991],
};

/** A purchase that was charged, one whose outcome is open, and one that waits for its approval. */
async function threePurchases(): Promise<void> {
  let calls = 0;
  open(
    service({
      call: () => (++calls === 1 ? answered(completedCall('call-1')) : answered({ kind: 'nonsense' })),
      callList: () => callsListed(),
    }),
  );
  await orderPurchase();
  const quoted = async (cabin: string) =>
    desk.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, cabin } });
  await approvePurchase(await quoted('first'));
  await settled();
  await quoted('economy');
}

/** Leaves nothing that says what a purchase cost. */
const forgetAmounts = (purchaseId: string, more = 'charged = NULL') =>
  desk.storage.db.exec(`DROP TRIGGER purchase_events_no_update;
    UPDATE purchases SET price = NULL, ceiling = NULL, charged = NULL, ${more} WHERE id = '${purchaseId}';
    UPDATE purchase_events SET detail = 'garbled' WHERE purchase_id = '${purchaseId}';
    UPDATE standing_approvals SET page_price = '{}'`);

const columns = Object.values(COLUMNS).filter((column) => column !== 'id');

it('one damaged field of one purchase costs no list, no total and no start, and lowers no spending', async () => {
  await threePurchases();
  const { db } = desk.storage;
  const before = await unitsToday();
  const ids = (await list()).items.map(({ purchaseId }) => purchaseId);
  expect(before).toEqual([0.044]);
  const types = new Map(
    db.prepare<[], [string, string]>("SELECT name, type FROM pragma_table_info('purchases')").raw().all(),
  );
  let tried = 0;
  for (const column of columns)
    for (const purchaseId of ids)
      for (const value of NONSENSE[types.get(column) ?? ''] ?? []) {
        db.exec('SAVEPOINT intact');
        const isAccepted = (() => {
          try {
            db.prepare(`UPDATE purchases SET ${column} = ? WHERE id = ?`).run(value, purchaseId);
            return true;
          } catch {
            return false;
          }
        })();
        if (isAccepted) {
          tried += 1;
          const what = `${column} = ${String(value)}`;
          const { items, total } = await list();
          expect(total, what).toBe(3);
          expect(items.map((item) => item.purchaseId).sort(), what).toEqual([...ids].sort());
          // A valid value of another meaning can count otherwise, but nothing that cannot be read counts less.
          const damaged = items.some((item) => item.damaged === true);
          if (damaged)
            for (const units of before) expect((await unitsToday())[0], what).toBeGreaterThanOrEqual(units);
          for (const id of ids) {
            const shown = await desk.purchases.handlers.show({ purchaseId: id });
            const evidence = await desk.purchases.handlers.evidence({ purchaseId: id });
            if (shown.damaged !== true) continue;
            expect(shown.words, what).toContain('Damaged');
            expect(evidence.stored?.[column], what).toBe(value);
            // One of which no quote can be read is shown without it, and with nothing to approve.
            if (shown.quote === null) expect(shown.approvable.ok, what).toBe(false);
            else if (shown.state === 'quoted') {
              expect(await failureCodeOf(() => approvePurchase(shown)), what).toMatch(
                /damaged|no failure|quote_expired/u,
              );
            }
          }
          expect(() => desk.purchases.handlers.accounts({ days: 5 }), what).not.toThrow();
          await desk.purchases.handlers.export({ format: 'json' });
        }
        db.exec('ROLLBACK TO intact; RELEASE intact');
      }
  expect(tried).toBeGreaterThan(200);
});

it.each([
  "state = 'garbled'",
  "price = '{'",
  'submitted_at = NULL',
  "charged = '[1]'",
  // By what its history says was approved.
  'price = NULL, ceiling = NULL, charged = NULL',
  `price = '{"currency":', ceiling = '{"currency":', charged = NULL`,
])(
  'a purchase that was charged or may be, with %s, counts in full and is shown as damaged',
  async (change) => {
    await threePurchases();
    for (const state of ['completed', 'unknown']) {
      const purchaseId = await purchaseThatIs(state);
      desk.storage.db.prepare(`UPDATE purchases SET ${change} WHERE id = ?`).run(purchaseId);
      expect(await unitsToday()).toEqual([0.044]);
      const shown = await desk.purchases.handlers.show({ purchaseId });
      expect(shown).toMatchObject({ damaged: true, state, counted: { units: '22000' } });
    }
  },
);

it.each([
  ["state = 'garbled'", 'damaged'],
  ['quote_ref = NULL', 'no failure'],
  ['idempotency_key = NULL', 'no failure'],
])('an open order with %s still blocks its request, and is not sent', async (change, code) => {
  await threePurchases();
  const purchaseId = await purchaseThatIs('unknown');
  desk.storage.db.prepare(`UPDATE purchases SET ${change} WHERE id = ?`).run(purchaseId);
  const again = () => desk.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, cabin: 'first' } });
  expect(await failureCodeOf(again)).toBe('already_open');
  const calls = desk.calls().length;
  expect(await failureCodeOf(() => resume({ purchaseId }))).toBe(code);
  expect(desk.calls()).toHaveLength(calls);
});

it('a damaged order that the service asked to wait is not sent when its wait is over', async () => {
  const code = 'rate_limited';
  open(service({ call: () => failed({ delivery: 'answered', status: 429, code, retryAfterMs: 5_000 }) }));
  await orderPurchase();
  desk.storage.db.exec("UPDATE purchases SET price = '{'");
  desk.pass(5_000);
  await settled();
  expect(desk.calls()).toHaveLength(1);
});

it('damaged lines of the history cost those lines alone', async () => {
  await threePurchases();
  const { db } = desk.storage;
  db.exec('DROP TRIGGER purchase_events_no_update');
  for (const change of [`detail = '{'`, `state = 'garbled'`, `actor = 'nobody'`]) {
    db.exec(`UPDATE purchase_events SET ${change}`);
    for (const { purchaseId } of (await list()).items) {
      await desk.purchases.handlers.show({ purchaseId });
      expect((await desk.purchases.handlers.evidence({ purchaseId })).entries.length).toBeGreaterThan(0);
      await failureCodeOf(() => desk.purchases.handlers.checkAgain({ purchaseId }));
    }
  }
  expect(await unitsToday()).toEqual([0.044]);
});

it('an order of which nothing stored says an amount counts as the limit for one Call, and says so', async () => {
  await threePurchases();
  const charged = await purchaseThatIs('completed');
  forgetAmounts(charged);
  expect((await status()).limits.perCall).toMatchObject({ units: '50000', exponent: 6 });
  expect(await unitsToday()).toEqual([0.072]);
  const shown = await desk.purchases.handlers.show({ purchaseId: charged });
  expect(shown).toMatchObject({ damaged: true, words: expect.stringContaining('limit for one Call') });
});

it('totals without an amount that nothing stored says are told as the least', async () => {
  await threePurchases();
  const complete = await desk.purchases.handlers.accounts({ days: 5 });
  expect([complete.unread, complete.byMonth[0]?.unread]).toEqual([0, 0]);
  // The sums of its months that are kept say nothing that the purchases do not.
  desk.storage.db.exec("UPDATE purchase_months SET content = '{'");
  expect(await desk.purchases.handlers.accounts({ days: 5 })).toEqual(complete);
  const charged = await purchaseThatIs('completed');
  forgetAmounts(charged);
  for (const filter of [{}, { currency: 'USD' }]) {
    const counted = await desk.purchases.handlers.accounts({ days: 5, ...filter });
    expect(counted).toMatchObject({ purchases: 2, unread: 1, settled: { unread: 1 }, open: { unread: 0 } });
    for (const lines of [counted.byMonth, counted.byDay, counted.byTool])
      expect(lines.map(({ unread }) => unread)).toEqual([1]);
  }
});

it('what a permission spent is told as the least where a purchase under it has no amount', async () => {
  open(service({ call: () => answered(completedCall('call-1')) }), { confirm: async () => true });
  const { handlers, spendUnderGrant } = desk.purchases;
  const perDay = usd(40_000);
  const { grantId } = await handlers.giveGrant({
    toolRef: TOOL,
    input,
    pages: 1,
    everyHours: 24,
    perDay,
    until: '2027-04-30',
  });
  const purchaseId = await spendUnderGrant(grantId);
  await settled();
  expect((await handlers.grants(undefined))[0]).toMatchObject({ unread: 0, unreadToday: 0 });
  forgetAmounts(purchaseId);
  expect((await handlers.grants(undefined))[0]).toMatchObject({ spent: [], unread: 1, unreadToday: 1 });
  // Nor does it count as nothing where the permission's own daily amount decides.
  expect(await failureCodeOf(() => spendUnderGrant(grantId))).toBe('not_granted');
  expect(desk.calls()).toHaveLength(1);
});

it('an approval of several searches tells what it spent as the least, for each of them, where a page has no amount', async () => {
  let calls = 0;
  open(service({ call: () => answered(completedCall(`call-${++calls}`)) }));
  const { handlers } = desk.purchases;
  const request = (cabin: string) => ({ toolRef: TOOL, input: { ...input, cabin }, pages: 1 });
  await handlers.approveBatch({
    requests: [request('first'), request('economy')],
    ceiling: usd(90_000),
  });
  for (let turn = 0; turn < 60; turn += 1) await settled();
  const batch = async () => (await handlers.batches({}))[0];
  expect(await batch()).toMatchObject({ bought: 2, unread: 0, parts: [{ unread: 0 }, { unread: 0 }] });
  forgetAmounts((await batch())?.purchaseIds[0] ?? '', "charge_oddity = 'garbled'");
  expect(await batch()).toMatchObject({
    spent: [{ units: PRICE.units }],
    unread: 1,
    parts: [
      { spent: [], unread: 1 },
      { spent: [{ units: PRICE.units }], unread: 0 },
    ],
  });
});

it('is completed from its history alone, and where it counts most', () => {
  const line = (event: string, state: string, at: number, detail: object | null = null) => ({
    ...{ event, state, at },
    detail: detail && JSON.stringify(detail),
  });
  const lines = [
    line('opened', 'quoting', 1),
    line('approved', 'approved', 3, { terms: { price: usd(7) }, ceiling: usd(8) }),
    line('submitted', 'submitted', 5),
    line('answer_lost', 'never heard of', 6),
  ];
  const of = (damaged: StoredField[], history = lines, standing: object | null = null, more = {}) =>
    completedFromHistory(
      {
        damaged,
        demo: true,
        idempotencyKey: null,
        submittedAt: null,
        price: null,
        ...more,
      } as unknown as Entry,
      history,
      standing && JSON.stringify(standing),
    );
  expect(of(['createdAt', 'submittedAt', 'state', 'demo'])).toMatchObject({
    ...{ createdAt: 1, submittedAt: 5, state: 'submitted', demo: false },
  });
  expect(of(['price', 'ceiling'])).toMatchObject({ price: usd(7), ceiling: usd(8) });
  expect(of(['chargeOddity']).chargeOddity).toMatchObject({ kind: 'not_understood' });
  // Without a history: by what the order itself, or the permission, still says.
  expect(of(['state', 'submittedAt'], [])).toMatchObject({ state: 'void', submittedAt: null });
  expect(of(['state'], [], null, { idempotencyKey: 'key' })).toMatchObject({ state: 'unknown' });
  expect(of(['price'], [], usd(9))).toMatchObject({ price: usd(9) });
  expect(of(['price'], [], null, { ceiling: usd(4) })).toMatchObject({ price: usd(4), ceiling: usd(4) });
  expect(of([], [])).toMatchObject({ demo: true, submittedAt: null });
});
