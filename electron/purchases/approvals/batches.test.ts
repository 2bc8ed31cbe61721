import { expect, it } from 'vitest';
import type { Reply } from '../../marketplace/http/answer.ts';
import { desk, eachInItsFolder, failureCodeOf, input, open } from '../testing/one-purchase.ts';
import {
  answered,
  committedQuote,
  completedCall,
  failed,
  PRICE,
  settled,
  TOOL,
  TOOL_FACTS,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

const usd = (units: number) => ({ ...PRICE, units: String(units) });
const search = (day: number) => ({ ...input, start_date: `2027-03-0${day}` });
const charged = (call: number, units: number) => ({
  ...completedCall(`call-${call}`),
  usage: { chargeState: 'paid', amount: usd(units) },
});

/** Approves three searches of one page; what happens to the second order. */
async function bought(second: () => Reply | Promise<Reply>, ceiling = 500_000, price = () => PRICE) {
  let [quotes, calls] = [0, 0];
  open(({ role, members }) => {
    if (role === 'quote')
      return answered({
        ...committedQuote(desk.state.now + 60_000, `quote-${++quotes}`, members.input),
        price: quotes === 2 ? price() : PRICE,
      });
    if (role !== 'call') return failed({});
    calls += 1;
    return calls === 2 ? second() : answered(charged(calls, 22_000));
  });
  await desk.purchases.handlers.approveBatch({
    requests: [1, 2, 3].map((day) => ({ toolRef: TOOL, input: search(day), pages: 1 })),
    ceiling: usd(ceiling),
  });
  for (let turn = 0; turn < 60; turn += 1) await settled();
  const [batch] = await desk.purchases.handlers.batches({});
  if (batch === undefined) throw new Error('It was approved.');
  return { batch, states: batch.parts.map(({ state }) => state), code: batch.stopped?.code ?? null };
}
const asQuoted = () => answered(charged(2, 22_000));
const stop = async () => {
  const [batch] = await desk.purchases.handlers.batches({});
  await desk.purchases.handlers.stopBatch({ batchId: batch?.batchId ?? '' });
  return asQuoted();
};

it.each<[string, string | null, string[], () => ReturnType<typeof bought>]>([
  ['is done', null, ['done', 'done', 'done'], () => bought(asQuoted)],
  ['reaches its ceiling', 'ceiling_reached', ['done', 'done', 'ended'], () => bought(asQuoted, 44_000)],
  ['is exactly at its ceiling', null, ['done', 'done', 'done'], () => bought(asQuoted, 66_000)],
  [
    'meets a higher price',
    'above_listed_price',
    ['done', 'ended', 'ended'],
    () => bought(asQuoted, 500_000, () => usd(22_001)),
  ],
  [
    'is charged less',
    'price_changed',
    ['done', 'done', 'ended'],
    () => bought(() => answered(charged(2, 9))),
  ],
  [
    'is charged more',
    'charge_alarm',
    ['done', 'done', 'ended'],
    () => bought(() => answered(charged(2, 40_000))),
  ],
  ['meets no quote', 'refused', ['done', 'ended', 'ended'], () => bought(asQuoted, 500_000, () => usd(-1))],
  [
    'is not told a charge',
    null,
    ['done', 'done', 'done'],
    () => bought(() => answered({ ...completedCall('call-2'), usage: undefined })),
  ],
  ['loses an answer', 'outcome_unknown', ['done', 'ended', 'ended'], () => bought(() => failed({}))],
  [
    'is refused',
    'refused',
    ['done', 'ended', 'ended'],
    () => bought(() => failed({ delivery: 'answered', status: 402, code: 'problem' })),
  ],
  ['is stopped by the user', 'by_user', ['done', 'done', 'ended'], () => bought(stop)],
  [
    'belongs to another key',
    'account_changed',
    ['done', 'done', 'ended'],
    () =>
      bought(() => {
        Object.assign(desk.state.accountContext, { keyMark: 'other' });
        return asQuoted();
      }),
  ],
  [
    'was approved later than the clock shows',
    'clock_changed',
    ['done', 'done', 'ended'],
    () =>
      bought(() => {
        desk.pass(-3_600_000);
        return asQuoted();
      }),
  ],
])('a batch that %s: %s', async (_what, code, states, buying) => {
  expect(await buying()).toMatchObject({ code, states });
  const calls = desk.calls().length;
  for (let turn = 0; turn < 20; turn += 1) await settled();
  expect(desk.calls()).toHaveLength(calls);
});

it('ends with the program, and does not go on at its next start', async () => {
  await bought(() => new Promise<Reply>(() => {}));
  const { now } = desk.state;
  desk.close();
  open(() => failed({}));
  desk.pass(now - desk.state.now);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  const [batch] = await desk.purchases.handlers.batches({});
  expect(batch).toMatchObject({ state: 'stopped', bought: 1, stopped: { code: 'restarted' } });
  expect(desk.calls()).toEqual([]);
});

it('shows the search that is being read, and those ahead of it', async () => {
  const { states, batch } = await bought(() => new Promise<Reply>(() => {}));
  expect(states).toEqual(['done', 'now', 'ahead']);
  expect(batch).toMatchObject({ state: 'running', bought: 1, pages: 3, spent: [usd(44_000)], stopped: null });
  expect(batch).toMatchObject({ title: '3 searches', runId: null });
  expect(desk.purchases.spending().standing).toEqual({ batches: 1, grants: 0 });
});

const searches = (days: number[], ceiling = PRICE) =>
  desk.purchases.handlers.approveBatch({
    requests: days.map((day) => ({ toolRef: TOOL, input: search(day), pages: 1 })),
    ceiling,
  });
it.each([null, { ...PRICE, currency: 'EUR' }])(
  'shows no price of a page where the listing has none to compare: %j',
  async (price) => {
    open(() => failed({}), { toolFacts: () => ({ ...TOOL_FACTS, listedPrice: price }) });
    expect(await searches([1])).toMatchObject({ pagePrice: null });
  },
);

const goOn = (...after: string[]) =>
  desk.purchases.handlers.approveBatch({
    requests: after.map((last) => ({ after: last, pages: 1 })),
    ceiling: PRICE,
  });
it.each<[string, string, () => unknown]>([
  ['twice the same search', 'invalid_input', () => searches([1, 1])],
  ['no search', 'invalid_input', () => searches([])],
  ['less than nothing', 'invalid_input', () => searches([1], usd(-1))],
  ['pages after a last one', 'no_next_page', () => goOn('last')],
  ['pages of two runs', 'invalid_input', () => goOn('moving', 'other')],
  ['pages of a run that moves on meanwhile', 'no_next_page', () => goOn('moving')],
])('%s is no batch: %s', async (_what, code, approving) => {
  let [run, reads] = [0, 0];
  open(() => failed({}), {
    runEndingWith: (purchaseId) => (run = purchaseId === 'last' ? 1 : 2),
    nextPageOf: () => (run === 1 ? null : { toolRef: TOOL, input: { skip: reads++ }, after: 'moving' }),
  });
  expect(await failureCodeOf(approving)).toBe(code);
  expect(await desk.purchases.handlers.batches({})).toEqual([]);
});
