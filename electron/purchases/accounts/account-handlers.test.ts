import { expect, it } from 'vitest';
import type { AccountRow } from '#shared/contract/purchase-accounts.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import {
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  orderPurchase,
  service,
} from '../testing/one-purchase.ts';
import { answered, completedCall, failed, PRICE, TOOL } from '../testing/purchase-desk.ts';
import { accountCsv } from './export-text.ts';

eachInItsFolder();

/** One that was quoted at noon, and one that was ordered a second later, of the demo or not. */
async function quotedAndOrdered(demo: boolean): Promise<void> {
  open(service({ call: () => answered(completedCall('call-1')) }));
  desk.state.accountContext.demo = demo;
  await desk.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, cabin: 'first' } });
  desk.pass(1_000);
  await orderPurchase();
}

it.each([true, false])(
  'exports what was asked for and ordered, the oldest first (demo: %s)',
  async (demo) => {
    await quotedAndOrdered(demo);
    const { handlers } = desk.purchases;
    const csv = await handlers.export({ format: 'csv' });
    expect(csv).toMatchObject({ mimeType: 'text/csv;charset=utf-8', rows: 2 });
    expect(csv.fileName).toBe('milepost-purchases-2027-03-14.csv');
    const json = await handlers.export({ format: 'json' });
    expect(json).toMatchObject({ mimeType: 'application/json', rows: 2 });
    expect(JSON.parse(json.text).map(({ state }: AccountRow) => state)).toEqual(['quoted', 'completed']);
    const other = demo ? 'real' : 'demo';
    expect(await handlers.export({ format: 'csv', kind: other })).toMatchObject({ rows: 0 });
    const statement = await handlers.statement({ month: '2027-03' });
    expect(statement).toMatchObject({ rows: [{ state: 'completed' }], accounts: { totals: [PRICE] } });
    expect(await handlers.statement({ month: '2027-04' })).toMatchObject({ rows: [] });
    expect(await handlers.statement({ month: '2027-03', kind: other })).toMatchObject({ rows: [] });
  },
);

it('writes each fact of a purchase into a column of its own, and nothing for none', () => {
  const none = { at: null, account: null, quoted: null, counted: null, charged: null, chargeDiffers: null };
  const row = {
    ...{ ...none, chargeState: null, receiptRef: null, transactionRef: null, callRef: null, requestId: null },
    ...{ createdAt: 0, state: 'quoted', toolTitle: 'Search', toolId: 'tool', title: 'a search' },
    ...{ marketplace: 'm', purchaseId: 'p', idempotencyKey: null, words: 'Waiting.' },
  } as unknown as AccountRow;
  const euro = { currency: 'EUR', units: '150', exponent: 2 };
  const known = {
    ...{ at: 0, quoted: PRICE, counted: euro, charged: euro, chargeDiffers: 'Other.', chargeState: 'paid' },
    ...{
      receiptRef: 'r',
      transactionRef: 't',
      callRef: 'c',
      requestId: 'q',
      account: 'a',
      idempotencyKey: 'k',
    },
  };
  const lineOf = (more: object) =>
    accountCsv([{ ...row, ...more }])
      .replaceAll('"', '')
      .trim()
      .split('\n')[1];
  const [time, what] = ['1970-01-01T00:00:00.000Z', 'quoted,Search,tool,a search'];
  expect(lineOf({})).toBe(`,${time},${what},,,,,,,,,,,m,,p,,Waiting.`);
  expect(lineOf({ counted: euro })).toBe(`,${time},${what},EUR,,1.50,,,,,,,,m,,p,,Waiting.`);
  expect(lineOf(known)).toBe(
    `${time},${time},${what},USD,0.022000,1.50,EUR 1.50,Other.,paid,r,t,c,q,m,a,p,k,Waiting.`,
  );
});

it.each<[string, Reply, { keyMark?: string; isOffered?: boolean }]>([
  ['no failure', answered({ kind: 'available', available: PRICE }), {}],
  ['unreadable', answered('nothing'), {}],
  ['offline', failed({}), {}],
  ['no_key', answered({ kind: 'available', available: PRICE }), { keyMark: 'none' }],
  ['not_offered', answered({ kind: 'available', available: PRICE }), { isOffered: false }],
])('reads the balance of the account: %s', async (code, reply, { keyMark = 'mark', isOffered = true }) => {
  const available = () => (isOffered ? { ok: true as const } : { ok: false as const, why: 'Not named.' });
  const marketplace = () => ({
    origin: 'https://market.example',
    ask: async () => reply,
    whyNot: async () => null,
    available,
  });
  open(service(), { marketplace });
  Object.assign(desk.state.accountContext, { keyMark });
  const balance = async () => desk.purchases.handlers.balance(undefined);
  expect(await failureCodeOf(balance)).toBe(code);
  if (code === 'no failure') expect(await balance()).toMatchObject({ available: PRICE, reserved: null });
});
