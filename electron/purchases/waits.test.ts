import { describe, expect, it } from 'vitest';
import type { Reply } from '../marketplace/http/answer.ts';
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
} from './testing/one-purchase.ts';
import {
  answered,
  callsListed,
  completedCall,
  failed,
  foundCall,
  pendingCall,
  settled,
  TOOL,
  unchangedCall,
} from './testing/purchase-desk.ts';

eachInItsFolder();

const limited = (more: Parameters<typeof failed>[0] = {}) =>
  failed({ delivery: 'answered', status: 429, code: 'rate_limited', retryAfterMs: 0, ...more });

/** Lets so many ms pass, from each alarm to the next, and what it sets off go on. */
async function pass(ms: number): Promise<void> {
  const until = desk.state.now + ms;
  const goOn = async () => {
    for (let turn = 0; turn < 10; turn += 1) await settled();
  };
  for (await goOn(); desk.state.now < until; await goOn()) {
    const next = Math.min(until, ...[...desk.state.alarms].map(({ at }) => at));
    desk.pass(Math.max(1, next - desk.state.now));
  }
}

describe('a wait that the service names', () => {
  it('of nothing is the least: an order goes out at most five times in its first minute', async () => {
    open(service({ call: () => limited() }));
    const bought = await quotePurchase();
    await approvePurchase(bought);
    await pass(59_000);
    expect(desk.calls().length).toBeGreaterThan(2);
    expect(desk.calls().length).toBeLessThanOrEqual(5);
    expect(new Set(desk.calls().map(({ members }) => members.idempotencyKey)).size).toBe(1);
  });

  describe('while the clock of this machine is set', () => {
    const HOUR = 3_600_000;
    let shift = 0;
    const reads = () => desk.requestsOf('callStatus').length;
    /** A purchase that is pending, with the wait that its status names. */
    async function pendingWith(retryAfterMs?: number) {
      shift = 0;
      const script = service({
        call: () => pendingCall({ retryAfterMs }),
        callStatus: () => unchangedCall(retryAfterMs),
      });
      open(script, { clock: () => desk.state.now + shift });
      await orderPurchase();
      return script;
    }
    /** Anything else that happens, after which the plan is made anew. */
    const somethingElse = () =>
      desk.purchases.handlers.quote({ toolRef: TOOL, input: { origin_airport: 'SEA' } });

    it('ahead, is not cut short', async () => {
      await pendingWith(HOUR);
      shift = 2 * HOUR;
      await somethingElse();
      await pass(HOUR - 60_000);
      expect(reads()).toBe(0);
      await pass(120_000);
      expect(reads()).toBe(1);
    });

    it.each([undefined, HOUR])('back, is no longer than it was named (%s)', async (named) => {
      await pendingWith(named);
      shift = -1_000 * HOUR;
      await somethingElse();
      await pass((named ?? 0) + 300_000);
      expect(reads()).toBeGreaterThan(0);
    });

    it.each([undefined, HOUR])(
      'back before the next start, is no longer than it was named (%s)',
      async (named) => {
        const script = await pendingWith(named);
        const { now } = desk.state;
        desk.close();
        shift = -1_000 * HOUR;
        open(script, { clock: () => desk.state.now + shift });
        desk.pass(now - desk.state.now);
        await pass((named ?? 0) + 300_000);
        expect(reads()).toBeGreaterThan(0);
      },
    );

    it('back, lets an order be sent again after a minute', async () => {
      shift = 0;
      open(service({ call: () => failed({}), callList: () => failed({}) }), {
        clock: () => desk.state.now + shift,
      });
      const { purchaseId } = await quotePurchase();
      await approvePurchase(await desk.purchases.handlers.show({ purchaseId }));
      await settled();
      for (let times = 0; times < 4; times++) await desk.purchases.handlers.resume({ purchaseId });
      shift = -1_000 * HOUR;
      expect(await failureCodeOf(() => desk.purchases.handlers.resume({ purchaseId }))).toBe('too_soon');
      desk.pass(60_000);
      await settled();
      await desk.purchases.handlers.resume({ purchaseId });
      expect(desk.calls()).toHaveLength(6);
    });
  });

  it('holds for a read that was decided on before it was named', async () => {
    const account = Promise.withResolvers<void>();
    const reads = () => desk.requestsOf('callStatus').length;
    let slow = false;
    open(
      service({
        call: () => pendingCall(),
        callStatus: () => unchangedCall(600_000),
      }),
      {
        learnAccount: async () => {
          if (slow) await account.promise;
          return desk.state.accountContext;
        },
      },
    );
    const bought = await orderPurchase();
    slow = true;
    desk.purchases.recover();
    slow = false;
    await checkAgain(bought);
    expect(reads()).toBe(1);
    account.resolve();
    await settled();
    expect(reads()).toBe(1);
  });

  it.each([
    ['ask again', 'checkAgain'],
    ['let the order be sent again', 'resume'],
  ] as const)('holds where you %s before it was named', async (_what, act) => {
    const account = Promise.withResolvers<void>();
    let slow = false;
    open(
      service({
        call: () => answered({ kind: 'outcome_unknown', callRef: 'c' }),
        callStatus: () => unchangedCall(600_000),
      }),
      {
        learnAccount: async () => {
          if (slow) await account.promise;
          return desk.state.accountContext;
        },
      },
    );
    const bought = await orderPurchase();
    slow = true;
    const acted = Promise.allSettled([desk.purchases.handlers[act]({ purchaseId: bought.purchaseId })]);
    slow = false;
    desk.pass(10_000);
    await settled();
    account.resolve();
    await acted;
    await settled();
    expect(desk.requestsOf('callStatus')).toHaveLength(1);
    expect(desk.calls()).toHaveLength(1);
  });

  it('is not cut short when the network comes back', async () => {
    const pending = () => pendingCall({ retryAfterMs: 600_000 });
    open(service({ call: pending }));
    await orderPurchase();
    desk.purchases.recover();
    await settled();
    expect(desk.requestsOf('callStatus')).toEqual([]);
  });

  it('holds for another program on the data file, which had planned to read the Call before', async () => {
    let wait = 10_000;
    const pending = () => pendingCall({ retryAfterMs: wait });
    const script = service({ call: pending, callStatus: pending });
    const one = open(script);
    await orderPurchase();
    const other = open(script);
    const reads = () => other.requestsOf('callStatus').length;
    wait = 600_000;
    one.pass(10_000);
    await settled();
    for (const [ms, times] of [
      [10_000, 0],
      [590_000, 0],
      [10_000, 1],
    ] as const) {
      other.pass(ms);
      await settled();
      expect(reads()).toBe(times);
    }
  });

  it('holds where another program was named less in answer to a read that was under way', async () => {
    const slow = Promise.withResolvers<void>();
    const named = (retryAfterMs: number) => pendingCall({ retryAfterMs });
    const callStatus = () => slow.promise.then(() => named(1_000));
    const one = open(service({ call: () => named(10_000), callStatus }));
    const bought = await orderPurchase();
    const other = open(service({ callStatus: () => named(600_000) }));
    one.pass(10_000);
    await settled();
    await other.purchases.handlers.checkAgain({ purchaseId: bought.purchaseId });
    slow.resolve();
    await settled();
    expect((await show(bought, one)).waitUntil).toBe(other.state.now + 600_000);
  });

  it('for a Call outlasts an order of it that is declined meanwhile', async () => {
    let orders = 0;
    const reads = () => desk.requestsOf('callStatus').length;
    open(
      service({
        call: () =>
          ++orders === 1
            ? answered({ kind: 'outcome_unknown', callRef: 'c' })
            : failed({ delivery: 'answered', status: 404 }),
        callStatus: () => unchangedCall(600_000),
      }),
    );
    const bought = await orderPurchase();
    await resume(bought);
    expect({ orders, reads: reads() }).toEqual({ orders: 2, reads: 1 });
    expect((await show(bought)).waitUntil).toBe(desk.state.now + 600_000);
    await pass(599_000);
    expect(reads()).toBe(1);
    await pass(2_000);
    expect(reads()).toBe(2);
  });

  it('in the answer to cancelling holds, though a read of the Call was under way', async () => {
    const roles = () => desk.state.requested.map(({ role }) => role);
    const pending = { kind: 'pending', callRef: 'c' };
    const firstRead = Promise.withResolvers<Reply>();
    open(
      service({
        call: () => answered(pending),
        callStatus: () => firstRead.promise,
        cancel: () => foundCall('leased', { result: { ...pending, retryAfterMs: 600_000 } }),
      }),
    );
    const bought = await quotePurchase();
    await approvePurchase(bought);
    await pass(1_000);
    const cancelling = desk.purchases.handlers.cancel({ purchaseId: bought.purchaseId });
    await settled();
    expect(roles()).toEqual(['quote', 'call', 'callStatus']);
    firstRead.resolve(unchangedCall());
    await cancelling;
    expect((await show(bought)).waitUntil).toBe(desk.state.now + 600_000);
    await pass(599_000);
    expect(roles()).toEqual(['quote', 'call', 'callStatus', 'cancel']);
  });

  it('on another status than 429 is waited for as well', async () => {
    open(service({ call: () => failed({ delivery: 'answered', status: 502, retryAfterMs: 600_000 }) }));
    const bought = await orderPurchase();
    expect(await show(bought)).toMatchObject({ state: 'unknown', waitUntil: desk.state.now + 600_000 });
  });

  it.each([
    ['goes on', 'rate_limited', 'submitted'],
    ['goes on', 'offline', 'submitted'],
    ['ends', 'redirected', 'not_sent'],
  ])('%s where the order could not be sent at its time: %s', async (_what, code, state) => {
    let calls = 0;
    open(
      service({
        call: () =>
          ++calls === 1
            ? limited({ retryAfterMs: 5_000 })
            : failed({ delivery: 'not_sent', code, retryAfterMs: 90_000 }),
      }),
    );
    const bought = await quotePurchase();
    await approvePurchase(bought);
    await pass(6_000);
    expect(calls).toBe(2);
    const shown = await show(bought);
    expect(shown.state).toBe(state);
    expect(shown.words.includes('asked to wait')).toBe(state === 'submitted');
  });

  it('goes on where the data file held up the order at its time', async () => {
    const held = Object.assign(new Error('held'), { code: 'SQLITE_BUSY' });
    const answers = [() => limited({ retryAfterMs: 5_000 }), () => Promise.reject(held)];
    open(service({ call: () => (answers.shift() ?? (() => answered(completedCall('c'))))() }));
    const bought = await orderPurchase();
    await pass(6_000);
    expect((await show(bought)).state).toBe('submitted');
    await pass(6_000);
    expect((await show(bought)).state).toBe('completed');
    expect(new Set(desk.calls().map(({ members }) => members.idempotencyKey)).size).toBe(1);
  });
});

describe('an order that the service asked to wait for, over a restart', () => {
  const HOUR = 3_600_000;
  const answers = (call: () => Reply) => service({ call, callList: () => callsListed() });
  /** Starts the program again a minute later, over another service and account. */
  async function restart(call: () => Reply, account: Partial<typeof desk.state.accountContext> = {}) {
    const { now } = desk.state;
    desk.close();
    open(answers(call), { confirm: async () => true });
    Object.assign(desk.state.accountContext, account);
    desk.pass(now - desk.state.now + 60_000);
    await settled();
  }
  async function waiting(account: Partial<typeof desk.state.accountContext> = {}) {
    open(answers(() => limited({ retryAfterMs: HOUR })));
    Object.assign(desk.state.accountContext, account);
    const bought = await orderPurchase();
    return bought;
  }

  it('waits as long as was named, is shown so, and goes out once, as the identical order', async () => {
    const bought = await waiting();
    const [first] = desk.calls();
    await restart(() => answered(completedCall('c')));
    expect(await show(bought)).toMatchObject({
      state: 'submitted',
      waitUntil: desk.state.now + HOUR - 60_000,
    });
    expect((await show(bought)).words).toContain('asked to wait');
    desk.pass(HOUR - 61_000);
    await settled();
    expect(desk.state.requested).toEqual([]);
    desk.pass(2_000);
    await settled();
    expect(desk.calls()).toEqual([first]);
    expect((await show(bought)).state).toBe('completed');
  });

  it('ends as refused where its quote has ended meanwhile: nothing was ever taken', async () => {
    const bought = await waiting();
    await restart(() => failed({ delivery: 'answered', status: 410, code: 'problem' }));
    desk.pass(HOUR);
    await settled();
    expect(await show(bought)).toMatchObject({ state: 'refused', counted: null });
  });

  it('is not made unknown by another program that starts on the data file', async () => {
    const bought = await waiting();
    const first = desk;
    open(first.state.script);
    expect((await show(bought, first)).state).toBe('submitted');
  });

  it.each<[string, (purchaseId: string) => unknown]>([
    ['the key is back', () => desk.purchases.recover()],
    ['the user checks again', (purchaseId) => desk.purchases.handlers.checkAgain({ purchaseId })],
  ])('that was due while there was no key is sent once %s', async (_, goOn) => {
    open(service({ call: () => limited({ retryAfterMs: 3_000 }) }));
    const bought = await orderPurchase();
    const { accountContext } = desk.state;
    desk.state.accountContext = { ...accountContext, keyMark: 'none', account: null };
    await pass(5_000);
    expect(desk.calls()).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('c')) });
    desk.state.accountContext = { ...accountContext, keyMark: 'stored again' };
    await goOn(bought.purchaseId);
    await pass(5_000);
    expect((await show(bought)).state).toBe('completed');
    expect(new Set(desk.calls().map(({ members }) => members.idempotencyKey)).size).toBe(1);
  });

  it('is sent with another key only once the user says that its account is the same', async () => {
    const unnamed = { account: null };
    const bought = await waiting(unnamed);
    await restart(() => answered(completedCall('c')), { ...unnamed, keyMark: 'another' });
    desk.pass(2 * HOUR);
    await settled();
    expect(desk.calls()).toEqual([]);
    expect(await show(bought)).toMatchObject({ state: 'submitted', can: { checkAgain: true } });
    await checkAgain(bought);
    desk.pass(1_000);
    await settled();
    expect((await show(bought)).state).toBe('completed');
  });
});

describe('a 429 that allows no repeating (§7.1)', () => {
  it.each([
    ['says so', { retryAfterMs: 1_000, problem: { ...PROBLEM(), retryable: false } }],
    ['says nothing', { retryAfterMs: null }],
  ])('ends the purchase where it %s', async (_, more) => {
    open(service({ call: () => limited(more) }));
    const bought = await quotePurchase();
    await approvePurchase(bought);
    await pass(5_000);
    expect(desk.calls()).toHaveLength(1);
    expect((await show(bought)).state).toBe('refused');
  });
});

function PROBLEM() {
  return { code: null, kind: null, title: null, detail: null };
}

describe('a wait of days', () => {
  const DAYS = 13 * 86_400_000;

  it('is kept by what is automatic, and the user may send the identical order once by hand', async () => {
    open(service({ call: () => limited({ retryAfterMs: DAYS }) }));
    const bought = await orderPurchase();
    const shown = await show(bought);
    expect(shown).toMatchObject({ state: 'submitted', waitUntil: desk.state.now + DAYS });
    expect(shown.words).toContain('asked to wait');
    expect(shown.words).not.toContain('not reached');
    await pass(86_400_000);
    expect(desk.calls()).toHaveLength(1);
    expect((await show(bought)).can.checkAgain).toBe(true);
    await checkAgain(bought);
    expect(desk.calls()).toHaveLength(2);
    expect(new Set(desk.calls().map(({ members }) => members.idempotencyKey)).size).toBe(1);
    await pass(86_400_000);
    expect(desk.calls()).toHaveLength(2);
  });

  it('of minutes is not cut short by anybody', async () => {
    open(service({ call: () => limited({ retryAfterMs: 600_000 }) }));
    const bought = await orderPurchase();
    expect((await show(bought)).can.checkAgain).toBe(false);
    await checkAgain(bought);
    expect(desk.calls()).toHaveLength(1);
  });
});

it.each([
  [0, 4, 12],
  [30_000, 20, 22],
  [300_000, 2, 3],
  [1_000, 90, 108],
])(
  'a Call that did not change is read at the pace that the service names: %i ms',
  async (named, least, most) => {
    open(
      service({
        call: () => pendingCall({ retryAfterMs: named }),
        callStatus: () => unchangedCall(named),
      }),
    );
    await orderPurchase();
    for (let seconds = 0; seconds < 630; seconds += 1) await pass(1_000);
    const reads = desk.requestsOf('callStatus').length;
    expect(reads).toBeGreaterThanOrEqual(least);
    expect(reads).toBeLessThanOrEqual(most);
  },
);
