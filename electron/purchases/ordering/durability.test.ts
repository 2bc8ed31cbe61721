import { describe, expect, it, vi } from 'vitest';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Reply } from '../../marketplace/http/answer.ts';
import { openOutputs } from '../../outputs/outputs.ts';
import { IllegalEventError, openJournal } from '../journal/journal.ts';
import { STORE_AGAIN_MS } from '../journal/purchase-context.ts';
import {
  approvePurchase,
  checkAgain,
  desk,
  eachInItsFolder,
  input,
  open as openDesk,
  orderPurchase,
  quotePurchase,
  service,
  show as showPurchase,
} from '../testing/one-purchase.ts';
import {
  answered,
  callsListed,
  completedCall,
  type Desk,
  failed,
  finishedCall,
  PRICE,
  pendingCall,
  type purchaseDesk,
  settled,
  TOOL,
  TOOL_FACTS,
  unchangedCall,
  usd,
} from '../testing/purchase-desk.ts';

eachInItsFolder();

type Answers = Parameters<typeof service>[0];
const open = (answers: Answers, overrides: Parameters<typeof purchaseDesk>[2] = {}) =>
  openDesk(service(answers), overrides);
const quote = quotePurchase;
const approve = (at: Desk, quoted: Purchase) => approvePurchase(quoted, {}, at);
const show = (at: Desk, quoted: Purchase) => showPurchase(quoted, at);
const refuseWrites = (desk: Desk) => desk.storage.db.pragma('query_only = ON');
const allowWrites = (desk: Desk) => desk.storage.db.pragma('query_only = OFF');

/** Of the desk that was opened last. */
async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second++) {
    desk.pass(1_000);
    await settled();
  }
}

const listing = (desk: () => Desk) => () =>
  callsListed([
    { callRef: 'call-1', toolRef: TOOL, state: 'completed', createdAt: desk().state.now, updatedAt: 1 },
  ]);
const status = () => finishedCall('call-1');

describe('a data file that refuses to be written to', () => {
  it('lets nothing leave when the approval cannot be written down', async () => {
    const desk = open({ call: () => answered(completedCall('call-1')) });
    const quoted = await quote(desk);
    refuseWrites(desk);
    await expect(approve(desk, quoted)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    allowWrites(desk);
    expect(desk.calls()).toHaveLength(0);
    expect((await show(desk, quoted)).state).toBe('quoted');
    await approve(desk, quoted);
    await settled();
    expect(desk.calls()).toHaveLength(1);
  });

  it('has the answer of an order held until it can be stored, and told at the purchase', async () => {
    const failures: unknown[] = [];
    const desk = open(
      {
        call: () => {
          refuseWrites(desk);
          return answered(completedCall('call-1'));
        },
      },
      { onStorageFailed: (error) => failures.push(error) },
    );
    const quoted = await orderPurchase();
    for (const words of [
      (await show(desk, quoted)).words,
      (await desk.purchases.handlers.list({})).items[0]?.words,
    ])
      expect(words).toMatch(/cannot be stored.*may have been charged/u);
    expect(failures[0]).toMatchObject({ code: 'SQLITE_READONLY' });
    desk.pass(STORE_AGAIN_MS);
    await settled();
    expect((await show(desk, quoted)).state).toBe('submitted');
    allowWrites(desk);
    desk.pass(STORE_AGAIN_MS);
    await settled();
    const stored = await show(desk, quoted);
    expect(stored.state).toBe('completed');
    expect(stored.words).not.toContain('cannot be stored');
    expect(desk.calls()).toHaveLength(1);
  });

  it('does not hold up a close, and the identical order brings what was paid for after the next start', async () => {
    const first = open({
      call: () => {
        refuseWrites(first);
        return answered(completedCall('call-1'));
      },
    });
    const quoted = await orderPurchase();
    first.close();
    first.pass(STORE_AGAIN_MS);
    const second = open({
      call: () => answered(completedCall('call-1')),
      callList: listing(() => second),
      callStatus: status,
    });
    second.purchases.recover();
    await settled();
    await settled();
    // The list does not say whose Call it is.
    expect((await show(second, quoted)).state).toBe('unknown');
    expect(second.calls()).toHaveLength(0);
    await second.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect((await show(second, quoted)).state).toBe('completed');
    expect(second.calls().map(({ members }) => members)).toEqual(first.calls().map(({ members }) => members));
    expect(second.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it('neither loses the outcome that a status gave nor asks for it in a loop', async () => {
    let reads = 0;
    const desk = open({
      call: () => pendingCall({ callRef: 'call-1', retryAfterMs: 1_000 }),
      callStatus: () => {
        if (++reads === 1) refuseWrites(desk);
        return status();
      },
    });
    const quoted = await orderPurchase();
    desk.pass(1_000);
    for (let turn = 0; turn < 20; turn++) {
      desk.pass(0);
      await settled();
    }
    expect(reads).toBe(1);
    allowWrites(desk);
    desk.pass(STORE_AGAIN_MS);
    await settled();
    expect(await show(desk, quoted)).toMatchObject({ state: 'completed' });
    // The version of the answer that was not stored was not taken for seen.
    const second = desk.requestsOf('callStatus')[1];
    expect(second?.members).toEqual({ callRef: 'call-1' });
  });

  it('has the end of a quote tried again only after a while', async () => {
    const desk = open({});
    const quoted = await quote(desk);
    refuseWrites(desk);
    desk.pass(60_000);
    await settled();
    expect([...desk.state.alarms].map(({ at }) => at - desk.state.now)).toEqual([STORE_AGAIN_MS]);
    allowWrites(desk);
    desk.pass(STORE_AGAIN_MS);
    await settled();
    expect((await show(desk, quoted)).state).toBe('expired');
  });

  it('has nothing read whose answer could not be written down', async () => {
    let reads = 0;
    const desk = open({
      call: () => pendingCall({ callRef: 'call-1', retryAfterMs: 1_000 }),
      callStatus: () => {
        reads += 1;
        return unchangedCall(1_000);
      },
    });
    await orderPurchase();
    refuseWrites(desk);
    await passSeconds(60);
    expect(reads).toBe(0);
    allowWrites(desk);
    desk.pass(STORE_AGAIN_MS);
    await settled();
    expect(reads).toBe(1);
  });

  it('does not forget the wait that an answer named which could not be stored', async () => {
    let reads = 0;
    const desk = open({
      call: () => pendingCall({ callRef: 'call-1', retryAfterMs: 1_000 }),
      callStatus: () => {
        if (++reads === 1) refuseWrites(desk);
        return unchangedCall(600_000);
      },
    });
    await orderPurchase();
    await passSeconds(10);
    allowWrites(desk);
    await passSeconds(490);
    expect(reads).toBe(1);
    await passSeconds(150);
    expect(reads).toBe(2);
  });

  it('takes stock later where the start could not be written down', async () => {
    const never = new Promise<Reply>(() => {});
    const first = open({ call: () => never });
    const quoted = await quote(first);
    await approve(first, quoted);
    first.purchases.close();
    refuseWrites(first);
    const second = open({ callList: listing(() => second), callStatus: status }, { storage: first.storage });
    expect((await show(second, quoted)).state).toBe('submitted');
    await expect(quote(second)).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    allowWrites(first);
    second.pass(STORE_AGAIN_MS);
    await settled();
    expect((await show(second, quoted)).state).toBe('unknown');
  });
});

describe('two processes on one data folder', () => {
  it('send an order once, whoever approves first', async () => {
    const call = () => answered(completedCall('call-1'));
    const one = open({ call });
    const other = open({ call });
    const quoted = await quote(one);
    const presses = await Promise.allSettled([
      approve(one, quoted),
      approve(other, quoted),
      approve(one, quoted),
    ]);
    await settled();
    expect(presses.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1);
    expect(one.calls().length + other.calls().length).toBe(1);
    expect((await show(other, quoted)).state).toBe('completed');
  });

  it('store an answer that comes after the other has started and found the order unanswered', async () => {
    const answer = Promise.withResolvers<Reply>();
    const one = open({ call: () => answer.promise });
    const quoted = await quote(one);
    await approve(one, quoted);
    const other = open({ callList: () => callsListed() });
    expect((await show(other, quoted)).state).toBe('unknown');
    answer.resolve(answered(completedCall('call-1')));
    await settled();
    expect((await show(other, quoted)).state).toBe('completed');
    expect(one.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it('send an order that waited once, when its wait is over for both', async () => {
    const limited = () =>
      failed({ delivery: 'answered', status: 429, code: 'rate_limited', retryAfterMs: 10_000 });
    let wait = true;
    const sent = Promise.withResolvers<Reply>();
    const call = () => (wait ? limited() : sent.promise);
    const one = open({ call });
    const other = open({ call });
    const quoted = await quote(one);
    await approve(one, quoted);
    await settled();
    expect((await show(one, quoted)).waitUntil).toBe(one.state.now + 10_000);
    wait = false;
    // What the other does itself has it look at the journal, where it finds the order of the first.
    await other.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, cabin: 'business' } });
    for (let passed = 0; passed < 60_000; passed += 1_000) {
      for (const desk of [one, other]) {
        desk.pass(1_000);
        await settled();
      }
    }
    expect([other.calls().length, one.calls().length]).toEqual([0, 2]);
    sent.resolve(answered(completedCall('call-1')));
    await settled();
    expect((await show(other, quoted)).state).toBe('completed');
  });

  const nine = usd(9_000_000);
  it.each<[string, object | undefined, object, string | undefined]>([
    ['what one was charged', { chargeState: 'paid', amount: nine }, nine, 'more'],
    ['in full, where no charge is stated,', undefined, PRICE, undefined],
  ])(
    'count %s after the other has settled it as refused, and keep the output',
    async (_what, usage, counted, alarm) => {
      const answer = Promise.withResolvers<Reply>();
      const one = open({ call: () => answer.promise });
      const quoted = await quote(one);
      await approve(one, quoted);
      const other = open({});
      openJournal(other.storage, () => other.state.now).record(quoted.purchaseId, {
        event: 'refused',
        words: 'The service refused it.',
      });
      expect(other.purchases.spending().today).toEqual([]);
      answer.resolve(answered({ ...completedCall('call-1'), usage }));
      await settled();
      const late = await show(other, quoted);
      expect(late).toMatchObject({ state: 'refused', counted });
      expect(late.chargeAlarm?.kind).toBe(alarm);
      expect(other.purchases.spending().today).toEqual([counted]);
      expect(openOutputs(one.storage).textOf(quoted.purchaseId)).toContain('"callRef":"call-1"');
    },
  );
});

describe('the journal', () => {
  it('refuses what the state machine does not allow, and logs it', async () => {
    const desk = open({});
    const { purchaseId } = await quote(desk);
    const journal = openJournal(desk.storage, () => desk.state.now);
    expect(() => journal.record(purchaseId, { event: 'completed', words: 'x' })).toThrow(IllegalEventError);
    expect(journal.must(purchaseId).state).toBe('quoted');
    expect(journal.timeline(purchaseId).at(-1)).toMatchObject({
      event: 'not_allowed',
      words: 'Not applied: completed cannot happen to a purchase that is quoted.',
    });
  });
});

describe('what an output is read as', () => {
  it('is what it was bought as, on the partition of the marketplace that sold it', async () => {
    const pages: { interpretation: unknown; marketplace: string }[] = [];
    let bought = true;
    open(
      { call: () => pendingCall({ callRef: 'call-1', retryAfterMs: 1 }), callStatus: status },
      {
        interpret: (page) => {
          pages.push(page);
          return 1;
        },
        toolFacts: () => (bought ? TOOL_FACTS : null),
      },
    );
    const quoted = await orderPurchase();
    bought = false;
    await checkAgain(quoted);
    expect(pages).toMatchObject([{ interpretation: 'award_search', marketplace: 'https://market.example' }]);
  });

  it('is read later where the records could not be stored', async () => {
    let isFull = true;
    const interpret = () => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      return 7;
    };
    const desk = open({ call: () => answered(completedCall('call-1')) }, { interpret });
    const quoted = await orderPurchase();
    expect(await show(desk, quoted)).toMatchObject({ state: 'completed', runId: null });
    isFull = false;
    desk.pass(STORE_AGAIN_MS);
    await settled();
    expect(await show(desk, quoted)).toMatchObject({ state: 'completed', runId: 7 });
  });

  it('is read whole where a thousand records each have eight ways to fly (§2.1 include_trips)', async () => {
    const trip = (at: number) => ({
      ...Object.fromEntries(Array.from({ length: 30 }, (_, member) => [`Member${member}`, `${member * at}`])),
      AvailabilitySegments: [{ FlightNumber: `AA${at}`, Distance: at, AircraftName: 'Boeing 787-9' }],
    });
    const data = Array.from({ length: 1_000 }, (_, row) => ({
      ID: `${row}`,
      AvailabilityTrips: Array.from({ length: 8 }, (_, at) => trip(at)),
    }));
    const desk = open({ call: () => answered(completedCall('call-1', { data })) });
    const quoted = await quote(desk);
    await approve(desk, quoted);
    await vi.waitFor(async () => expect(await show(desk, quoted)).toMatchObject({ state: 'completed' }));
    expect(desk.state.interpreted).toHaveLength(1);
  });

  it('stays stored, and is not parsed again, where it is too large for a page of records', async () => {
    const output = { data: [], more: 'x'.repeat(9_000_000) };
    const desk = open({ call: () => answered(completedCall('call-1', output)) });
    const quoted = await quote(desk);
    await approve(desk, quoted);
    await vi.waitFor(async () =>
      expect(await show(desk, quoted)).toMatchObject({ state: 'completed', runId: null }),
    );
    expect(desk.state.interpreted).toEqual([]);
    expect(desk.outputOf(quoted.purchaseId)).toEqual(output);
  });
});
