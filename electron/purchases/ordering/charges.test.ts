import { describe, expect, it } from 'vitest';
import { exactJson } from '#shared/exact-json.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import { answerMapOf } from '../../marketplace/service/derive-map.ts';
import {
  checkAgain,
  desk,
  eachInItsFolder,
  failureCodeOf,
  input,
  open,
  orderPurchase,
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
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

const nine = usd(9_000_000);
const aud = { currency: 'AUD', units: '5000', exponent: 6 };
const none = usd(0);
const paid = (usage: object, more: object = {}) => answered({ ...completedCall('c'), usage, ...more });

async function bought(call: () => ReturnType<typeof answered>) {
  open(service({ call, callStatus: () => failed({}), callList: () => failed({}) }));
  const quoted = await orderPurchase();
  return show(quoted);
}

describe('a charge is compared with what was approved', () => {
  it.each<[string, ReturnType<typeof answered>, string | null, object[]]>([
    ['the same', paid({ chargeState: 'paid', amount: PRICE }), null, [PRICE]],
    ['less', paid({ chargeState: 'paid', amount: usd(21_999) }), null, [usd(21_999)]],
    [
      'the same in other digits',
      paid({ chargeState: 'Paid', amount: { ...PRICE, units: '22', exponent: 3 } }),
      null,
      [{ ...PRICE, units: '22', exponent: 3 }],
    ],
    ['free', paid({ chargeState: 'freeTier' }), null, [none]],
    ['without the credit for it', paid({ chargeState: 'insufficient_credit' }), null, [none]],
    ['of which the outcome is not known', paid({ chargeState: 'outcome_unknown' }), null, [PRICE]],
    [
      'reserved for a refused Call, not charged',
      answered({ kind: 'refused', code: 'x', receipt: { state: 'reserved', totalBuyerCharge: PRICE } }),
      null,
      [none],
    ],
    [
      'refunded for a refused Call',
      answered({ kind: 'refused', code: 'x', receipt: { state: 'refunded', totalBuyerCharge: PRICE } }),
      null,
      [none],
    ],
    ['refunded, with what was', paid({ chargeState: 'refunded', amount: PRICE }), null, [none]],
    ['more', paid({ chargeState: 'paid', amount: nine }), 'more', [nine]],
    [
      'refunded, more than was approved',
      paid({ chargeState: 'refunded', amount: nine }),
      'not_understood',
      [nine],
    ],
    [
      'refunded in part, of a charge that is not stated',
      paid({ chargeState: 'paid' }, { receipt: { refundState: 'refunded', refundAmount: usd(1) } }),
      null,
      [PRICE],
    ],
    ['one unit more', paid({ chargeState: 'paid', amount: usd(22_001) }), 'more', [usd(22_001)]],
    [
      'in a receipt that cannot be read, beside its price',
      paid(
        { chargeState: 'paid', amount: PRICE },
        { receipt: { totalBuyerCharge: { currency: 'USD', amount: 9 } } },
      ),
      'not_understood',
      [PRICE],
    ],
    [
      'less by the receipt of a refused Call, which says nothing else',
      answered({ kind: 'refused', code: 'x', receipt: { totalBuyerCharge: usd(5) } }),
      null,
      [usd(5)],
    ],
    [
      'more by the receipt alone',
      paid({ chargeState: 'paid', amount: PRICE }, { receipt: { totalBuyerCharge: nine } }),
      'more',
      [nine],
    ],
    [
      'below nothing',
      paid({ chargeState: 'paid', amount: { ...nine, units: '-9000000' } }),
      'negative',
      [PRICE],
    ],
    [
      'below nothing by the receipt',
      paid({ chargeState: 'paid' }, { receipt: { totalBuyerCharge: { ...nine, units: '-1' } } }),
      'negative',
      [PRICE],
    ],
    ['in another currency', paid({ chargeState: 'paid', amount: aud }), 'other_currency', [PRICE, aud]],
    [
      'in a state never heard of',
      paid({ chargeState: 'pre_captured', amount: PRICE }),
      'not_understood',
      [PRICE],
    ],
    ['in a state that is a number', paid({ chargeState: 7, amount: PRICE }), 'not_understood', [PRICE]],
    [
      'in a receipt of a state never heard of',
      paid(null as never, { receipt: { state: 'escrowed', totalBuyerCharge: PRICE } }),
      'not_understood',
      [PRICE],
    ],
    [
      'as a float',
      paid({ chargeState: 'paid', amount: { currency: 'USD', units: 9.5, exponent: 0 } }),
      'not_understood',
      [PRICE],
    ],
    ['as free, with an amount', paid({ chargeState: 'free_tier', amount: nine }), 'not_understood', [nine]],
    [
      'in two currencies',
      paid({ chargeState: 'paid', amount: PRICE }, { receipt: { totalBuyerCharge: aud } }),
      'not_understood',
      [PRICE, aud],
    ],
    [
      'more while its outcome is not known',
      answered({
        kind: 'outcome_unknown',
        callRef: 'c',
        usage: { chargeState: 'outcome_unknown', amount: nine },
      }),
      'more',
      [nine],
    ],
    [
      'more for a refused Call',
      answered({ kind: 'refused', code: 'x', callRef: 'c', receipt: { totalBuyerCharge: nine } }),
      'more',
      [nine],
    ],
    [
      'in an unknown state for a refused Call',
      answered({ kind: 'refused', code: 'x', callRef: 'c', usage: { chargeState: 'odd' } }),
      'not_understood',
      [PRICE],
    ],
  ])('%s', async (_name, answer, kind, counted) => {
    const purchase = await bought(() => answer);
    expect(purchase.chargeAlarm?.kind ?? null).toBe(kind);
    expect(desk.purchases.spending().today).toEqual(counted);
    expect(await desk.purchases.handlers.alarms(undefined)).toHaveLength(kind === null ? 0 : 1);
    expect(desk.state.known).toHaveLength(kind === null ? 0 : 1);
    if (kind !== null) expect(purchase.words).toContain(purchase.chargeAlarm?.words);
    expect(desk.purchases.watching.busy()).toBe(kind !== null);
  });

  it.each<[string, object | null, string, object | null]>([
    ['free', { chargeState: 'free_tier' }, 'refused', usd(0)],
    ['given back', { chargeState: 'refunded' }, 'refused', usd(0)],
    ['paid', { chargeState: 'paid', amount: PRICE }, 'unknown', PRICE],
    ['free, with an amount', { chargeState: 'free_tier', amount: PRICE }, 'unknown', PRICE],
    ['not told', null, 'unknown', PRICE],
  ])('decides a Call that is over without a result: %s', async (_name, usage, state, counted) => {
    const status = { kind: 'found', callRef: 'c', version: 2, toolRef: TOOL, state: 'failed', usage };
    open(
      service({
        call: () => pendingCall(),
        callStatus: () => answered(status),
      }),
    );
    const { purchaseId } = await orderPurchase();
    const after = await desk.purchases.handlers.checkAgain({ purchaseId });
    expect(after).toMatchObject({ state, counted });
  });

  it.each<[string, object | null, object | null]>([
    ['nothing where nothing is stated', null, null],
    ['what was stated', { chargeState: 'paid', amount: PRICE }, PRICE],
  ])(
    'lets the user settle a failed Call of which the service does not say more: %s',
    async (_name, usage, counted) => {
      const status = { kind: 'found', callRef: 'c', version: 2, toolRef: TOOL, state: 'failed', usage };
      open(
        service({
          call: () => pendingCall(),
          callStatus: () => answered(status),
        }),
        {
          confirm: async () => true,
        },
      );
      const { purchaseId } = await orderPurchase();
      const failedCall = await desk.purchases.handlers.checkAgain({ purchaseId });
      expect(failedCall).toMatchObject({ can: { placeCall: true }, refusal: { code: 'failed' } });
      expect(failedCall.words).toContain('failed');
      await desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
      expect(await desk.purchases.handlers.show({ purchaseId })).toMatchObject({ state: 'refused', counted });
    },
  );

  it('leaves a failed Call open where the user does not confirm, and believes a later answer', async () => {
    let status: object = { state: 'failed' };
    const found = () => answered({ kind: 'found', callRef: 'c', version: 2, toolRef: TOOL, ...status });
    open(service({ call: () => pendingCall(), callStatus: found }));
    const { purchaseId } = await orderPurchase();
    await desk.purchases.handlers.checkAgain({ purchaseId });
    const settle = () => desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
    expect(await failureCodeOf(settle)).toBe('not_confirmed');
    status = { state: 'in_progress' };
    const working = await desk.purchases.handlers.checkAgain({ purchaseId });
    expect(working).toMatchObject({ state: 'pending', refusal: null, can: { placeCall: false } });
    expect(await failureCodeOf(settle)).toBe('not_looking');
  });

  it.each([
    ['is silent', undefined],
    ['states less', { chargeState: 'paid', amount: PRICE }],
    ['states it as refunded', { chargeState: 'refunded', amount: PRICE }],
    ['states less that is odd', { chargeState: 'odd', amount: PRICE }],
  ])('never forgets what is known to be charged because a later answer %s', async (_name, usage) => {
    open(
      service({
        call: () =>
          answered({
            kind: 'outcome_unknown',
            callRef: 'c',
            usage: { chargeState: 'outcome_unknown', amount: nine },
          }),
        callStatus: () => foundCall('terminal', { result: { ...completedCall('c'), usage } }),
      }),
    );
    const quoted = await orderPurchase();
    const after = await checkAgain(quoted);
    expect(after).toMatchObject({ state: 'completed', counted: nine, chargeAlarm: { kind: 'more' } });
  });

  it('stops a permission until the user has seen it, and a charge that changes is not taken for seen', async () => {
    const confirm = async () => true;
    open(service({ call: () => paid({ chargeState: 'paid', amount: nine }) }), {
      confirm,
      limits: () => ({
        perCall: usd(50_000),
        perDay: usd(90_000_000),
        perMonth: usd(90_000_000),
      }),
    });
    const { handlers, spendUnderGrant } = desk.purchases;
    const { grantId } = await handlers.giveGrant({
      toolRef: TOOL,
      input,
      pages: 1,
      everyHours: 24,
      perDay: usd(90_000_000),
      until: '2027-04-30',
    });
    await spendUnderGrant(grantId);
    await settled();
    expect(await failureCodeOf(() => spendUnderGrant(grantId))).toBe('charge_alarm');
    const pages = { requests: [{ toolRef: TOOL, input, pages: 1 }], ceiling: nine };
    expect(await failureCodeOf(() => handlers.approveBatch(pages))).toBe('charge_alarm');
    const [alarmed] = await handlers.alarms(undefined);
    const purchaseId = alarmed?.purchaseId ?? '';
    expect(await failureCodeOf(() => handlers.seeCharge({ purchaseId, mark: '' }))).toBe('changed_meanwhile');
    const seen = await handlers.seeCharge({ purchaseId, mark: alarmed?.alarm.mark ?? '' });
    expect(seen).toMatchObject({ counted: nine, chargeAlarm: { seen: true } });
    expect(seen.timeline.at(-1)).toMatchObject({ event: 'charge_seen', by: 'user' });
    expect(await failureCodeOf(() => spendUnderGrant(grantId))).toBe('no failure');
  });
});

describe('a charge that stands in an answer of which nothing else is understood', () => {
  const usage = { usageRef: 'u', chargeState: 'paid', amount: nine };
  const receipt = { state: 'settled', totalBuyerCharge: nine };
  const problem = (status: number, body: object) =>
    failed({ delivery: 'answered', status, code: 'problem', body });

  it.each<[string, Reply, string]>([
    ['a pending Call', pendingCall({ retryAfterMs: 1_000, usage }), 'pending'],
    ['a kind never seen', answered({ kind: 'ripe', callRef: 'c', usage }), 'unknown'],
    ['a kind never seen, of no Call', answered({ kind: 'ripe', usage }), 'unknown'],
    ['a completed Call without output', answered({ kind: 'completed', callRef: 'c', usage }), 'unknown'],
    ['an error of the service', problem(500, { callRef: 'c', usage }), 'unknown'],
    ['an error of its gateway', problem(504, { code: 'timeout', receipt }), 'unknown'],
    ['a conflict', problem(409, { code: 'conflict', receipt }), 'unknown'],
    ['a wait', { ...failed({ delivery: 'answered', status: 429, body: { receipt } }) }, 'refused'],
  ])('to an order counts and alarms: %s', async (_name, answer, state) => {
    expect(await bought(() => answer as ReturnType<typeof answered>)).toMatchObject({
      state,
      counted: nine,
      chargeAlarm: { kind: 'more' },
    });
  });

  const found = (state: string, more: object) => foundCall(state, { ...more });
  it.each<[string, Reply, string]>([
    [
      'cancelled, in a refusal',
      found('cancelled', { result: { kind: 'refused', code: 'x', usage } }),
      'cancelled',
    ],
    ['cancelled, carried out', found('cancelled', { result: { ...completedCall('c'), usage } }), 'unknown'],
    ['cancelled, with a receipt', found('cancelled', { result: { receipt } }), 'cancelled'],
    ['invalid', found('invalidated', { result: { kind: 'ripe', usage } }), 'refused'],
    [
      'over, in a kind never seen',
      found('terminal', { result: { kind: 'ripe', callRef: 'c', usage } }),
      'unknown',
    ],
    ['under way', found('leased', { result: { kind: 'pending', callRef: 'c', usage } }), 'pending'],
    ['a refusal to say', answered({ kind: 'refused', code: 'gone', receipt }), 'unknown'],
    ['a kind never seen', answered({ kind: 'ripe', usage }), 'pending'],
    ['a problem', problem(410, { code: 'gone', receipt }), 'unknown'],
  ])('in a status counts and alarms: %s', async (_name, status, state) => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: 1 }),
        callStatus: () => status,
      }),
    );
    const quoted = await orderPurchase();
    await checkAgain(quoted);
    expect(await show(quoted)).toMatchObject({ state, counted: nine, chargeAlarm: { kind: 'more' } });
  });

  const MONEY = { value: '0.022', currency: 'USD' };
  const mapped = answerMapOf(
    'call',
    [
      {
        type: 'object',
        properties: {
          id: { type: 'string' },
          status: { enum: ['succeeded', 'running'] },
          output: {},
          cost: {
            type: 'object',
            properties: { value: { type: 'string' }, currency: { type: 'string' } },
            required: ['value', 'currency'],
          },
        },
        required: ['id', 'status'],
      },
    ],
    {},
  );
  const declaredMap = mapped.ok ? mapped.map : undefined;
  /** An answer that names something twice, as it comes from the marketplace. */
  const doubled = (text: string) => {
    const { value, repeated = [] } = exactJson(text);
    return failed({
      delivery: 'maybe',
      code: 'unreadable',
      status: 200,
      body: value,
      repeated,
      map: declaredMap,
    });
  };

  it.each([
    ['the last', '"cost":{"value":"0.022","currency":"USD"},"cost":{"value":"9.00","currency":"USD"}'],
    ['the first', '"cost":{"value":"9.00","currency":"USD"},"cost":{"value":"0.022","currency":"USD"}'],
    ['the last within', '"cost":{"value":"0.022","value":"9.00","currency":"USD"}'],
    ['the first within', '"cost":{"value":"9.00","value":"0.022","currency":"USD"}'],
    ['the first of three', '"cost":{"value":"9.00","value":"1.00","value":"0.022","currency":"USD"}'],
  ])('counts the larger of two where the declared amount is given twice: %s', async (_name, cost) => {
    const text = `{"id":"c","status":"succeeded","output":{},${cost}}`;
    open(service({ call: () => doubled(text), callStatus: () => failed({}), callList: () => failed({}) }));
    const quoted = await orderPurchase();
    expect(await show(quoted)).toMatchObject({ state: 'unknown', chargeAlarm: { kind: 'more' } });
    expect(Number((await show(quoted)).counted?.units)).toBe(900);
    const once = JSON.stringify({ id: 'c', status: 'succeeded', output: {}, cost: MONEY });
    const reply = answered(JSON.parse(once));
    if (reply.ok) reply.answer.map = declaredMap;
    desk.state.script = service({ call: () => reply, callList: () => failed({}) });
    const { purchaseId } = quoted;
    const after = await desk.purchases.handlers.resume({ purchaseId });
    expect(after).toMatchObject({
      state: 'completed',
      counted: { units: '900' },
      chargeAlarm: { kind: 'more' },
    });
  });

  it('of another Call is not counted', async () => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: 1 }),
        callStatus: () => problem(410, { callRef: 'another', receipt }),
      }),
    );
    const quoted = await orderPurchase();
    await checkAgain(quoted);
    expect(await show(quoted)).toMatchObject({ state: 'unknown', counted: PRICE, chargeAlarm: null });
  });

  it('of a repeated order that is declined counts though the user says that no Call was made', async () => {
    const callList = () => callsListed();
    open(service({ call: () => failed({}), callList }), { confirm: async () => true });
    const quoted = await orderPurchase();
    desk.state.script = service({ call: () => problem(410, { code: 'gone', receipt }), callList });
    const { purchaseId } = quoted;
    await desk.purchases.handlers.resume({ purchaseId });
    desk.pass(3_600_000);
    await settled();
    await desk.purchases.handlers.placeCall({ purchaseId, callRef: null, isOwn: false });
    expect(await show(quoted)).toMatchObject({ state: 'refused', counted: nine });
  });
});
