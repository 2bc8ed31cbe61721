import { describe, expect, it } from 'vitest';
import type { Reply } from '../../marketplace/http/answer.ts';
import { openJournal } from '../journal/journal.ts';
import type { Question } from '../journal/purchase-context.ts';
import { ORDER_RESTORED } from '../journal/purchase-events.ts';
import {
  approvePurchase,
  checkAgain,
  desk,
  eachInItsFolder,
  failureCodeOf,
  open,
  orderPurchase,
  quotePurchase,
  resume,
  service,
  show,
} from '../testing/one-purchase.ts';
import {
  answered,
  callsListed,
  completedCall,
  failed,
  foundCall,
  PRICE,
  pendingCall,
  settled,
  TOOL,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

describe('an answer that does not come', () => {
  const listing =
    (...refs: string[]) =>
    () =>
      callsListed(
        refs.map((callRef) => ({
          callRef,
          toolRef: TOOL,
          state: 'completed',
          createdAt: desk.state.now,
          updatedAt: 1,
        })),
      );
  const status = (callRef: string) => () =>
    foundCall('terminal', { callRef, result: completedCall(callRef) });

  it('leaves the purchase unknown, and the same request locked', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await orderPurchase();
    expect(await show(quoted)).toMatchObject({
      state: 'unknown',
      counted: PRICE,
      can: { resume: true, checkAgain: true },
    });
    expect(await failureCodeOf(quotePurchase)).toBe('already_open');
  });

  const ownKey = (): string => String(desk.calls()[0]?.members.idempotencyKey);
  const others = { callRef: 'call-8', toolRef: TOOL, state: 'completed', usage: { amount: PRICE } };
  it.each<[string, () => object[], 'completed' | 'unknown']>([
    ['its key, whatever the clock', () => [{ idempotencyKey: ownKey(), createdAt: 1 }, others], 'completed'],
    ['its quote', () => [{ quoteRef: 'quote-1' }, others], 'completed'],
    [
      'its quote on two pages that overlap',
      () => [{ quoteRef: 'quote-1' }, { quoteRef: 'quote-1' }],
      'completed',
    ],
    [
      'its quote for another Call too',
      () => [{ quoteRef: 'quote-1' }, { ...others, quoteRef: 'quote-1' }],
      'unknown',
    ],
    ['another key with its quote', () => [{ idempotencyKey: 'theirs', quoteRef: 'quote-1' }], 'unknown'],
    ['the beginning of its key', () => [{ idempotencyKey: ownKey().slice(0, 8) }], 'unknown'],
    [
      'its Tool, time and amount alone',
      () => [{ createdAt: desk.state.now, usage: { amount: PRICE } }],
      'unknown',
    ],
  ])('is taken from the list of Calls only where that is sure: it names %s', async (_what, listed, state) => {
    const items = () =>
      listed().map((item) => ({ callRef: 'call-9', toolRef: TOOL, state: 'completed', ...item }));
    const callList = () => callsListed(items());
    open(service({ call: () => failed({}), callList, callStatus: status('call-9') }));
    const quoted = await orderPurchase();
    await checkAgain(quoted);
    const isOwn = state === 'completed';
    expect(await show(quoted)).toMatchObject({ state, callRef: isOwn ? 'call-9' : null, counted: PRICE });
    expect(desk.outputOf(quoted.purchaseId)).toEqual(isOwn ? { data: [] } : null);
    expect(desk.calls()).toHaveLength(1);
  });

  it('is looked for once: the Call that was found is asked for by its status from then on', async () => {
    const callList = () => callsListed([{ callRef: 'call-9', quoteRef: 'quote-1' }]);
    let isOver = false;
    const working = () => foundCall('in_progress', { callRef: 'call-9' });
    const callStatus = () => (isOver ? status('call-9')() : working());
    open(service({ call: () => failed({}), callList, callStatus }));
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    const found = await desk.purchases.handlers.checkAgain({ purchaseId });
    expect(found).toMatchObject({ state: 'pending', callRef: 'call-9', counted: PRICE });
    isOver = true;
    expect(await desk.purchases.handlers.checkAgain({ purchaseId })).toMatchObject({ state: 'completed' });
    expect(desk.requestsOf('callList')).toHaveLength(1);
  });

  it('is asked for by the Call that a refusal names, which a later answer without one does not undo', async () => {
    const refusal = failed({ delivery: 'answered', status: 402, body: { callRef: 'call-9' } });
    open(service({ call: () => refusal, callStatus: () => failed({}) }));
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    desk.state.script = service({ call: () => failed({}), callStatus: () => failed({}) });
    for (const act of ['checkAgain', 'resume'] as const) {
      expect(await desk.purchases.handlers[act]({ purchaseId })).toMatchObject({ callRef: 'call-9' });
      expect(desk.state.requested.at(-1)?.role).toBe(act === 'resume' ? 'call' : 'callStatus');
    }
  });

  it('is repeated only by the user, as the identical order', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await orderPurchase();
    desk.pass(10_000_000);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('call-1')), callList: listing() });
    const resumed = await resume(quoted);
    expect(resumed.state).toBe('completed');
    const [first, second] = desk.calls();
    expect(second?.members).toEqual(first?.members);
  });

  it.each([false, true])(
    'is repeated after a yes outside the page where it came with a backup: %s',
    async (yes) => {
      const questions: Question[] = [];
      open(service({ call: () => failed({}), callList: listing() }), {
        confirm: async (question) => questions.push(question) > 0 && yes,
      });
      const quoted = await orderPurchase();
      openJournal(desk.storage, () => desk.state.now).note(quoted.purchaseId, {
        ...{ event: ORDER_RESTORED, by: 'main', words: 'It came with a backup.' },
      });
      expect(await failureCodeOf(() => resume(quoted))).toBe(yes ? 'no failure' : 'not_confirmed');
      expect(desk.calls()).toHaveLength(yes ? 2 : 1);
      expect(questions).toMatchObject([
        {
          words: expect.stringContaining('USD 0.022'),
          detail: expect.stringContaining('Award search by Seats'),
        },
      ]);
    },
  );

  it('is sent again once for two clicks, of which one waits for the other', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const { purchaseId } = await quotePurchase().then(approvePurchase);
    await settled();
    const { resume } = desk.purchases.handlers;
    const answer = Promise.withResolvers<Reply>();
    desk.state.script = service({ call: () => answer.promise, callList: listing() });
    const first = resume({ purchaseId });
    await settled();
    const second = resume({ purchaseId });
    answer.resolve(failed({}));
    await Promise.all([first, second]);
    expect(desk.calls()).toHaveLength(2);
    await resume({ purchaseId });
    expect(desk.calls()).toHaveLength(3);
  });

  it.each([410, 404, 402, 403, 400])(
    'is not settled by a repeated order that is answered %i, but by the user who knows that no Call was made',
    async (status) => {
      open(service({ call: () => failed({}), callList: listing() }), { confirm: async () => true });
      const quoted = await orderPurchase();
      const { purchaseId } = quoted;
      const declined = () => failed({ delivery: 'answered', status, code: 'problem', message: 'Gone.' });
      desk.state.script = service({ call: declined, callList: listing() });
      const resumed = await desk.purchases.handlers.resume({ purchaseId });
      expect(resumed).toMatchObject({ state: 'unknown', counted: PRICE });
      expect(resumed.timeline.map(({ event }) => event)).toContain('order_declined');
      desk.pass(30 * 86_400_000);
      await settled();
      await desk.purchases.handlers.checkAgain({ purchaseId });
      expect(await show(quoted)).toMatchObject({ state: 'unknown', counted: PRICE });
      const after = await desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
      expect(after).toMatchObject({ state: 'refused', counted: null });
      const lines = after.timeline.map(({ event, by }) => `${event} ${by}`);
      expect(lines.slice(-2)).toEqual(['no_call_claimed user', 'refused service']);
    },
  );

  it.each([
    ...[400, 404, 410, 422].map((status) => ({ delivery: 'answered', status, code: 'problem' }) as const),
    { delivery: 'not_sent', status: null, code: 'unbound' } as const,
  ])('has a way on where the service does not say how its Call stands: $code $status', async (failure) => {
    const refuses = () => failed(failure);
    open(service({ call: () => pendingCall(), callStatus: refuses }));
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    await desk.purchases.handlers.checkAgain({ purchaseId });
    const doubted = await desk.purchases.handlers.checkAgain({ purchaseId });
    expect(doubted).toMatchObject({
      state: 'unknown',
      counted: PRICE,
      can: { resume: true, placeCall: false },
    });
    expect(doubted.timeline.filter(({ event }) => event === 'outcome_unknown')).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('c')), callStatus: refuses });
    expect(await desk.purchases.handlers.resume({ purchaseId })).toMatchObject({ state: 'completed' });
    expect(desk.calls()[0]?.members).toEqual(desk.calls()[1]?.members);
  });

  it.each([
    ['refuses the key', { delivery: 'answered', status: 401 }],
    ['asks to wait', { delivery: 'answered', status: 429 }],
    ['fails itself', { delivery: 'answered', status: 500 }],
    ['was answered for by something in between', { delivery: 'maybe', status: 404 }],
  ] as const)('stays accepted while the service %s', async (_, failure) => {
    open(service({ call: () => pendingCall(), callStatus: () => failed(failure) }));
    const { purchaseId } = await orderPurchase();
    expect(await desk.purchases.handlers.checkAgain({ purchaseId })).toMatchObject({ state: 'pending' });
  });

  it('is settled by the user where the service denies its Call, lists none and declines the order', async () => {
    const denied = () => failed({ delivery: 'answered', status: 404, code: 'problem' });
    const listed = listing('c');
    open(
      service({
        call: () => pendingCall(),
        callStatus: denied,
        callList: listed,
      }),
      {
        confirm: async () => true,
      },
    );
    const quoted = await orderPurchase();
    const { purchaseId } = quoted;
    await desk.purchases.handlers.checkAgain({ purchaseId });
    desk.pass(3_600_000);
    await settled();
    desk.state.script = service({ call: denied, callStatus: denied, callList: listed });
    const declined = await desk.purchases.handlers.resume({ purchaseId });
    expect(declined).toMatchObject({ state: 'unknown', can: { placeCall: true } });
    const settle = () => desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
    expect(await failureCodeOf(settle)).toBe('not_declined');
    desk.state.script = service({ call: denied, callStatus: denied, callList: listing() });
    await settle();
    expect(await show(quoted)).toMatchObject({ state: 'refused', counted: null });
  });

  it('is looked for after a restart, and what was being sent is not sent again', async () => {
    const never = new Promise<Reply>(() => {});
    open(service({ call: () => never }));
    const quoted = await quotePurchase();
    await approvePurchase(quoted);
    desk.close();
    const naming = () => callsListed([{ callRef: 'call-3', state: 'completed', quoteRef: 'quote-1' }]);
    open(service({ callList: naming, callStatus: status('call-3') }));
    expect((await show(quoted)).state).toBe('unknown');
    desk.purchases.recover();
    await settled();
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.calls()).toHaveLength(0);
  });
});

describe('whose account an open purchase is of', () => {
  it('is written down when the service states it for the same key, so that another key of it may settle it', async () => {
    open(service({ call: () => failed({}), callList: () => failed({}) }));
    const be = (account: string | null, keyMark: string) =>
      Object.assign(desk.state.accountContext, { account, keyMark });
    be(null, 'mark');
    const bought = await orderPurchase();
    expect((await show(bought)).can.checkAgain).toBe(true);
    be('account:1', 'mark');
    await checkAgain(bought);
    be('account:1', 'another key');
    expect((await show(bought)).can.checkAgain).toBe(true);
    be('account:2', 'another key');
    expect((await show(bought)).can.checkAgain).toBe(false);
  });
});
