import { describe, expect, it } from 'vitest';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import { answerMapOf } from '../../marketplace/service/derive-map.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import {
  approvePurchase,
  checkAgain,
  desk,
  eachInItsFolder,
  failureCodeOf,
  open,
  orderPurchase,
  quotePurchase,
  service,
  show,
} from '../testing/one-purchase.ts';
import {
  answered,
  callsListed,
  completedCall,
  failed,
  finishedCall,
  foundCall,
  PRICE,
  pendingCall,
  settled,
  TOOL,
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

const refused = (status: number, more: Parameters<typeof failed>[0] = {}) =>
  failed({ delivery: 'answered', status, code: 'problem', ...more });

describe('what the service answers to an order', () => {
  it.each([
    ['never reached', failed({ delivery: 'not_sent' }), 'not_sent', null],
    ['refused outright', refused(403), 'refused', null],
    ['refused, by the name of its Call', refused(402, { body: { callRef: 'c' } }), 'unknown', PRICE],
    ['refused, of which the rest is lost', refused(403, { delivery: 'maybe' }), 'unknown', PRICE],
    ['held back by itself', failed({ delivery: 'not_sent', code: 'rate_limited' }), 'not_sent', null],
    ['a wait, with nothing said of how long', refused(429), 'refused', null],
    ['a wait of nobody knows whom', refused(429, { delivery: 'maybe' }), 'unknown', PRICE],
    ['a wait, by the name of its Call', refused(429, { body: { callRef: 'c' } }), 'unknown', PRICE],
    ['that it may be repeated', refused(429, { problem: { retryable: true } as never }), 'submitted', PRICE],
    ['a conflict', refused(409), 'unknown', PRICE],
    ['an error of its own', refused(503), 'unknown', PRICE],
    ['a kind never seen', answered({ kind: 'something_new' }), 'unknown', PRICE],
    ['no JSON object', answered('yes'), 'unknown', PRICE],
    ['pending', pendingCall({ retryAfterMs: 5_000 }), 'pending', PRICE],
    ['outcome unknown', answered({ kind: 'outcome_unknown', callRef: 'c', evidence: {} }), 'unknown', PRICE],
    [
      'reconciliation required',
      answered({ kind: 'reconciliation_required', callRef: 'c', evidence: {} }),
      'unknown',
      PRICE,
    ],
    ['refused', answered({ kind: 'refused', code: 'tool_not_ready', retryable: true }), 'refused', null],
    [
      'refused with a receipt',
      answered({ kind: 'refused', code: 'x', retryable: false, receipt: { amount: PRICE } }),
      'refused',
      PRICE,
    ],
    ['needs authority', answered({ kind: 'needs_authority', callRef: 'c' }), 'refused', null],
    [
      'completed free of charge',
      answered({ ...completedCall('c'), usage: { chargeState: 'free_tier' } }),
      'completed',
      usd(0),
    ],
    ['completed without usage', answered({ ...completedCall('c'), usage: undefined }), 'completed', PRICE],
    [
      'completed by the ID of its capability',
      answered({ ...completedCall('c'), toolRef: 'capability:award-search' }),
      'completed',
      PRICE,
    ],
    ['the Call of another Tool', answered({ ...completedCall('c'), toolRef: 'other' }), 'unknown', PRICE],
    [
      'the Call of another Tool, for more than was approved',
      answered({
        ...completedCall('c'),
        toolRef: 'other',
        usage: { chargeState: 'paid', amount: usd(500_000) },
      }),
      'unknown',
      usd(500_000),
    ],
  ])('%s', async (_name, answer, state, counted) => {
    open(service({ call: () => answer, callStatus: () => failed({}), callList: () => failed({}) }));
    const quoted = await orderPurchase();
    const shown = await show(quoted);
    expect(shown).toMatchObject({ state, counted });
    // What is watched waits for what is open at its marketplace.
    const { watching } = desk.purchases;
    const isOpen = isUnresolved(shown.state);
    const outcome = isOpen ? 'open' : state === 'completed' ? 'bought' : 'failed';
    const { code = null, retryAfterMs = null } = shown.refusal ?? {};
    expect(watching.outcome(quoted.purchaseId)).toMatchObject({ state: outcome, code, retryAfterMs });
    expect(watching.open().map(({ purchaseId }) => purchaseId)).toEqual(isOpen ? [quoted.purchaseId] : []);
    Object.assign(desk.state.accountContext, { marketplace: 'https://other.example' });
    expect(watching.open()).toEqual([]);
  });

  const storedOf = ({ purchaseId }: Purchase): unknown => {
    const text = openOutputs(desk.storage).textOf(purchaseId);
    return text === null ? undefined : JSON.parse(text);
  };

  /** An answer on which a mistake of Milepost's own shows: whatever is read of it throws. */
  const unforeseen = (reply: Reply): Reply => {
    if (!reply.ok) return reply;
    const body = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => {
          throw new RangeError('a mistake');
        },
        ownKeys: () => {
          throw new RangeError('a mistake');
        },
        get: () => {
          throw new RangeError('a mistake');
        },
      },
    );
    return { ok: true, answer: { ...reply.answer, body } };
  };

  it.each<[string, () => Reply]>([
    ['in reading the answer to an order', () => unforeseen(answered(completedCall('call-1')))],
    [
      'in sending it',
      () => {
        throw new TypeError('a mistake');
      },
    ],
  ])('a mistake of Milepost’s own %s loses no purchase: it is looked for', async (where, call) => {
    open(
      service({
        call,
        callList: () => callsListed([{ callRef: 'call-1', state: 'terminal', quoteRef: 'quote-1' }]),
        callStatus: () => finishedCall('call-1'),
      }),
    );
    const quoted = await orderPurchase();
    expect(await show(quoted)).toMatchObject({ state: 'unknown', counted: PRICE });
    expect(storedOf(quoted)).toEqual(where.startsWith('in reading') ? completedCall('call-1') : undefined);
    desk.pass(60_000);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    expect(await show(quoted)).toMatchObject({ state: 'completed', counted: PRICE });
  });

  it.each([
    ['<html>', { bytes: Buffer.from('<html>') }],
    [null, { bytes: Buffer.from('<html>'), delivery: 'answered' as const, status: 500 }],
    [null, { bytes: Buffer.alloc(0) }],
    [null, {}],
  ])('is stored (%s) of an order and of a status where nothing can be read of it', async (stored, how) => {
    const unread = () => failed({ code: 'not_json', ...how });
    const textOf = ({ purchaseId }: Purchase) => openOutputs(desk.storage).textOf(purchaseId);
    open(service({ call: () => pendingCall(), callStatus: unread }));
    const pending = await orderPurchase();
    await checkAgain(pending);
    expect(textOf(pending)).toBe(stored);
    desk.state.script = service({ call: unread });
    const other = await desk.purchases.handlers.quote({ toolRef: TOOL, input: { origin_airport: 'SEA' } });
    await approvePurchase(other);
    await settled();
    expect(textOf(other)).toBe(stored);
    const { entries } = await desk.purchases.handlers.evidence({ purchaseId: other.purchaseId });
    expect(entries.at(-1)).toMatchObject({ event: 'answer_lost', detail: { code: 'not_json' } });
  });

  it('a mistake of Milepost’s own in reading a status keeps its bytes and asks again', async () => {
    let isForeseen = false;
    const status = () => finishedCall('c');
    open(
      service({
        call: () => pendingCall(),
        callStatus: () => (isForeseen ? status() : unforeseen(status())),
      }),
    );
    const quoted = await orderPurchase();
    desk.pass(5_000);
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'pending' });
    expect(storedOf(quoted)).toMatchObject({ result: completedCall('c') });
    isForeseen = true;
    desk.pass(60_000);
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'completed' });
  });

  it.each([
    ['refused', () => refused(422), 'unknown'],
    ['refused in words', () => answered({ kind: 'refused', code: 'tool_not_ready' }), 'unknown'],
    ['asked to wait for nobody knows how long', () => refused(429), 'unknown'],
    ['not sent without a key', () => failed({ delivery: 'not_sent', code: 'no_key' }), 'unknown'],
    ['offline', () => failed({ delivery: 'not_sent' }), 'submitted'],
    ['carried out', () => answered(completedCall('c')), 'completed'],
  ])(
    'something in between asked to wait, and the identical order that follows is %s',
    async (_, next, state) => {
      const between = () =>
        failed({ delivery: 'maybe', status: 429, code: 'rate_limited', retryAfterMs: 2_000 });
      const replies = [between, next];
      open(service({ call: () => (replies.shift() ?? next)() }));
      const quoted = await orderPurchase();
      desk.pass(2_000);
      await settled();
      expect(desk.calls()[0]?.members).toEqual(desk.calls()[1]?.members);
      // It counts, since the first may have been taken.
      expect(await show(quoted)).toMatchObject({ state, counted: PRICE });
    },
  );

  it.each([
    ['has a kind that nobody knows', { kind: 'warming_up', callRef: 'c', retryAfterMs: 30_000 }, 'unknown'],
    ['does not know the outcome', { kind: 'outcome_unknown', callRef: 'c', retryAfterMs: 30_000 }, 'unknown'],
    ['is about another Tool', { ...completedCall('c'), toolRef: 'another', retryAfterMs: 30_000 }, 'unknown'],
  ])('keeps the wait of an answer that %s', async (_, answer, state) => {
    open(service({ call: () => answered(answer) }));
    const quoted = await quotePurchase();
    const polls = () => desk.state.requested.filter(({ role }) => role !== 'quote').length;
    await approvePurchase(quoted);
    await settled();
    const before = polls();
    expect((await show(quoted)).state).toBe(state);
    for (let passed = 0; passed < 29_000; passed += 1_000) {
      desk.pass(1_000);
      await settled();
    }
    expect(polls()).toBe(before);
  });

  it('keeps the bytes of an output whose Call is cancelled, and reads it again', async () => {
    const status = { kind: 'found', callRef: 'c', state: 'cancelled', result: completedCall('c') };
    const states = ['cancelled', 'completed'];
    const pending = () => pendingCall();
    open(service({ call: pending, callStatus: () => answered({ ...status, state: states.shift() }) }));
    const quoted = await orderPurchase();
    desk.pass(5_000);
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'unknown' });
    expect(storedOf(quoted)).toEqual(status);
    expect(await checkAgain(quoted)).toMatchObject({ state: 'completed' });
  });

  it('is not cancelled once a reading that was in progress has settled it', async () => {
    const reading = Promise.withResolvers<Reply>();
    open(
      service({
        call: () => pendingCall({ callRef: 'call-1' }),
        callStatus: () => reading.promise,
      }),
    );
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    const checked = desk.purchases.handlers.checkAgain({ purchaseId });
    await settled();
    const cancelled = desk.purchases.handlers.cancel({ purchaseId });
    await settled();
    const result = completedCall('call-1');
    reading.resolve(foundCall('terminal', { callRef: 'call-1', result }));
    await checked;
    expect(await cancelled).toMatchObject({ state: 'completed' });
    expect(desk.state.requested.map(({ role }) => role)).not.toContain('cancel');
  });

  it.each<[string, Reply, string, object | undefined]>([
    ['names', answered(completedCall('c')), 'order_declined', completedCall('c')],
    ['refuses it by', refused(402, { body: { callRef: 'c' } }), 'answer_lost', undefined],
  ])('that %s the Call of another purchase gives it none', async (_what, answer, event, stored) => {
    open(service({ call: () => answered(completedCall('c')), callList: () => failed({}) }));
    await orderPurchase();
    desk.state.script = service({ call: () => answer });
    const second = await desk.purchases.handlers.quote({ toolRef: TOOL, input: { origin_airport: 'SEA' } });
    await approvePurchase(second);
    await settled();
    const shown = await show(second);
    expect(shown).toMatchObject({ state: 'unknown', callRef: null, counted: PRICE });
    expect(shown.timeline.at(-1)?.event).toBe(event);
    expect(storedOf(second)).toEqual(stored);
  });

  it('ignores a status that names another Call', async () => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: 1 }),
        callStatus: () => finishedCall('other'),
      }),
    );
    const quoted = await orderPurchase();
    const polled = await checkAgain(quoted);
    expect(polled.state).toBe('pending');
    expect(polled.timeline.at(-1)).toMatchObject({ event: 'evidence' });
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['invalidated', 'refused'],
    ['in_progress', 'pending'],
    ['awaiting_authority', 'pending'],
    ['a_state_never_seen', 'pending'],
    ['reconciliation_required', 'unknown'],
    ['terminal', 'unknown'],
  ])('takes the status %s without a result as %s', async (status, state) => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: 1 }),
        callStatus: () => foundCall(status),
      }),
    );
    const quoted = await orderPurchase();
    const checked = await checkAgain(quoted);
    expect(checked.state).toBe(state);
    const isUnknown = status === 'a_state_never_seen';
    expect(checked.timeline.at(-1)?.words.includes('does not know:')).toBe(isUnknown);
  });

  const text = { type: 'string' };
  const declared = answerMapOf(
    'callStatus',
    [
      {
        type: 'object',
        properties: { callRef: text, state: text, output: {} },
        required: ['callRef', 'state'],
      },
    ],
    {},
  );
  it.each([
    ['in_progress', 'pending'],
    ['completed', 'completed'],
    ['terminal', 'completed'],
    ['failed', 'unknown'],
  ])('takes an output beside the status %s for %s', async (status, state) => {
    const reply = answered({ callRef: 'c', state: status, output: { data: [] } });
    const callStatus = (): Reply =>
      reply.ok && declared.ok ? { ok: true, answer: { ...reply.answer, map: declared.map } } : reply;
    open(service({ call: () => pendingCall({ retryAfterMs: 1 }), callStatus }));
    const quoted = await orderPurchase();
    expect(await checkAgain(quoted)).toMatchObject({ state });
    expect(desk.outputOf(quoted.purchaseId)).toEqual(state === 'completed' ? { data: [] } : null);
  });

  it.each([
    ['nothing more (204)', { code: 'wrong_type', status: 204 }, null],
    ['a redirection', { code: 'redirected', status: 302 }, 'not_cancelled'],
    ['nothing and no status', { code: 'offline' }, 'not_cancelled'],
    [
      'something that cannot be read',
      { code: 'not_json', status: 200, bytes: Buffer.from('x') },
      'not_cancelled',
    ],
    ['what broke off', { code: 'cut_off', status: 200 }, 'not_cancelled'],
    [
      'no (409), and a charge',
      {
        ...{ code: 'problem', status: 409, delivery: 'answered' as const },
        body: { receipt: { totalBuyerCharge: usd(90_000) } },
      },
      'not_cancelled',
    ],
  ])('leaves to the status what came of a cancellation that was answered with %s', async (_, sent, code) => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: 1 }),
        cancel: () => failed({ bytes: new Uint8Array(), ...sent }),
        callStatus: () => foundCall('cancelled'),
      }),
    );
    const quoted = await orderPurchase();
    const cancelling = desk.purchases.handlers.cancel({ purchaseId: quoted.purchaseId });
    expect(await failureCodeOf(() => cancelling)).toBe(code ?? 'no failure');
    const counted = 'body' in sent ? usd(90_000) : PRICE;
    expect(await show(quoted)).toMatchObject({ state: 'pending', counted });
    expect(await checkAgain(quoted)).toMatchObject({ state: 'cancelled' });
    const again = () => desk.purchases.handlers.cancel({ purchaseId: quoted.purchaseId });
    expect(await failureCodeOf(again)).toBe('not_cancellable');
  });
});
