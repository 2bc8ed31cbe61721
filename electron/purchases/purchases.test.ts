import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { Asked } from '../marketplace/answer.ts';
import {
  answered,
  committedQuote,
  completedCall,
  type Desk,
  failed,
  PRICE,
  purchaseDesk,
  type Script,
  settled,
  TOOL,
} from './scripted-service.ts';

let folder: string;
let desk: Desk;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-purchases-'));
});
afterEach(() => {
  desk.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A service that quotes for a minute, and answers everything else with what `answers` holds for the role. */
function service(
  answers: Partial<Record<'call' | 'callStatus' | 'callList', () => Asked | Promise<Asked>>> = {},
): Script {
  let quotes = 0;
  return ({ role, members }) => {
    if (role === 'quote')
      return answered(committedQuote(desk.state.now + 60_000, `quote-${++quotes}`, members.input));
    const answer = answers[role as keyof typeof answers];
    return answer === undefined ? failed({ code: 'unexpected', message: `nothing for ${role}` }) : answer();
  };
}

function open(script: Script, overrides: Parameters<typeof purchaseDesk>[2] = {}) {
  desk = purchaseDesk(join(folder, 'milepost.sqlite'), script, overrides);
}

const input = { origin_airport: 'JFK', destination_airport: 'LHR' };
const quote = async () => desk.purchases.handlers.quote({ toolRef: TOOL, input });
const show = async (purchase: Purchase) => desk.purchases.handlers.show({ purchaseId: purchase.purchaseId });

async function approve(purchase: Purchase, other: Partial<NonNullable<Purchase['quote']>> = {}) {
  if (purchase.quote === null) throw new Error(purchase.words);
  const { quoteRef, toolVersion, inputDigest, price } = { ...purchase.quote, ...other };
  return desk.purchases.handlers.approve({
    purchaseId: purchase.purchaseId,
    shown: { quoteRef, toolVersion, inputDigest, price },
  });
}

async function failureOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContractFailure) return error.failure.code;
    throw error;
  }
  return 'no failure';
}

describe('buying', () => {
  it('goes from a quote over its approval to a stored output, with one Call', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const quoted = await quote();
    expect(quoted).toMatchObject({ state: 'quoted', price: PRICE, approvable: { ok: true } });
    expect((await approve(quoted)).state).toBe('submitted');
    await settled();
    const done = await show(quoted);
    expect(done).toMatchObject({
      state: 'completed',
      callRef: 'call-1',
      chargeState: 'paid',
      counted: PRICE,
      runId: 7,
    });
    expect(desk.calls()).toHaveLength(1);
    expect(desk.purchases.outputOf(quoted.purchaseId)).toEqual({ data: [] });
    expect(done.timeline.map(({ event }) => event)).toEqual([
      'opened',
      'quote_committed',
      'approved',
      'submitted',
      'completed',
    ]);
  });

  it('has the order on the disk before it is sent', async () => {
    let rowAtCall: unknown;
    open(
      service({
        call: () => {
          rowAtCall = desk.storage.db
            .prepare('SELECT state, idempotency_key, quote_ref FROM purchases')
            .get();
          return answered(completedCall('call-1'));
        },
      }),
    );
    await approve(await quote());
    await settled();
    expect(rowAtCall).toEqual({
      state: 'submitted',
      quote_ref: 'quote-1',
      idempotency_key: desk.calls()[0]?.members.idempotencyKey,
    });
  });

  it('sends nothing without an approval', async () => {
    open(service());
    await quote();
    desk.pass(3_600_000);
    await settled();
    expect(desk.calls()).toHaveLength(0);
  });

  it('pays once however often the approval is pressed', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }));
    const quoted = await quote();
    const presses = await Promise.allSettled(Array.from({ length: 50 }, () => approve(quoted)));
    await settled();
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(desk.calls()).toHaveLength(1);
  });

  it.each([
    ['quoteRef', { quoteRef: 'another' }],
    ['toolVersion', { toolVersion: '2' }],
    ['inputDigest', { inputDigest: 'another' }],
    ['price', { price: { ...PRICE, units: '1' } }],
  ])('refuses an approval whose %s is not the one held', async (_name, other) => {
    open(service());
    const quoted = await quote();
    expect(await failureOf(() => approve(quoted, other))).toBe('approval_void');
    expect(desk.calls()).toHaveLength(0);
    expect((await show(quoted)).state).toBe('quoted');
  });

  it.each([
    ['key', { keyMark: 'other' }],
    ['account', { account: 'other' }],
    ['marketplace', { marketplace: 'https://other.example' }],
  ])('voids the quote when the %s changes before the approval', async (_name, change) => {
    open(service());
    const quoted = await quote();
    desk.state.ground = { ...desk.state.ground, ...change };
    expect(await failureOf(() => approve(quoted))).toBe('approval_void');
    expect((await show(quoted)).state).toBe('void');
    expect(desk.calls()).toHaveLength(0);
  });

  it('refuses a quote that has ended, even when the clock is then set back', async () => {
    let passed = 0;
    open(service(), { monotonic: () => passed });
    const quoted = await quote();
    passed = 60_000;
    desk.state.now -= 3_600_000;
    expect(await failureOf(() => approve(quoted))).toBe('quote_expired');
    expect((await show(quoted)).state).toBe('expired');
  });

  it('ends a quote by itself when its time is over', async () => {
    open(service());
    const quoted = await quote();
    desk.pass(60_000);
    expect((await show(quoted)).state).toBe('expired');
  });

  it('stops at the daily limit and counts what is unresolved in full', async () => {
    open(service({ call: () => failed({}), callList: () => failed({}) }), {
      limits: () => ({
        perCall: PRICE,
        perDay: { ...PRICE, units: '43999' },
        perMonth: { ...PRICE, units: '10000000' },
      }),
    });
    await approve(await quote());
    await settled();
    const second = await desk.purchases.handlers.quote({ toolRef: TOOL, input: { ...input, take: 10 } });
    expect(second.approvable).toMatchObject({ ok: false });
    expect(await failureOf(() => approve(second))).toBe('over_limit');
    expect(desk.calls()).toHaveLength(1);
  });

  it.each([
    ['no_key', { ground: { keyMark: 'none' } }],
    ['not_callable', { facts: { callable: { ok: false as const, words: 'Setup is required.' } } }],
    ['invalid_input', { problems: { take: 'too small' } }],
  ])(
    'asks for no quote where %s',
    async (code, { ground, facts, problems }: Record<string, object | undefined>) => {
      open(service(), {
        ...(facts && {
          toolFacts: () => ({
            toolId: TOOL,
            interpretation: null,
            listedPrice: null,
            title: '',
            providerName: null,
            dataUse: [],
            effects: [],
            callable: { ok: false, words: 'x' },
          }),
        }),
        ...(problems && { checkInput: () => ({ ok: false, problems: problems as Record<string, string> }) }),
      });
      desk.state.ground = { ...desk.state.ground, ...ground };
      expect(await failureOf(quote)).toBe(code);
      expect(desk.state.asked).toHaveLength(0);
    },
  );
});

describe('a quote that is no good', () => {
  it.each([
    [
      'a refusal',
      { kind: 'refused', code: 'insufficient_balance', retryable: false, correlationRef: 'c' },
      'insufficient_balance',
    ],
    ['a kind never seen', { kind: 'something_new' }, 'unreadable_quote'],
    ['no price', { kind: 'committed', quoteRef: 'q', expiresAt: 9e12 }, 'unreadable_quote'],
    ['another Tool', { ...committedQuote(9e12, 'q', {}), toolRef: 'other' }, 'unreadable_quote'],
    [
      'a negative price',
      { ...committedQuote(9e12, 'q', {}), price: { ...PRICE, units: '-1' } },
      'unreadable_quote',
    ],
  ])('for %s is told and cannot be approved', async (_name, body, code) => {
    open(() => answered(body));
    const purchase = await quote();
    expect(purchase).toMatchObject({ state: 'not_quoted', refusal: { code }, approvable: { ok: false } });
    expect(purchase.words).toMatch(/Nothing was bought/);
  });

  it('can be asked for again', async () => {
    open(() => failed({ code: 'offline', delivery: 'not_sent', message: 'No network.' }));
    expect((await quote()).state).toBe('not_quoted');
    desk.state.script = service();
    expect((await quote()).state).toBe('quoted');
  });
});

describe('an answer that does not come', () => {
  const listing =
    (...refs: string[]) =>
    () =>
      answered({
        kind: 'available',
        items: refs.map((callRef) => ({
          callRef,
          toolRef: TOOL,
          state: 'completed',
          createdAt: desk.state.now,
          updatedAt: 1,
        })),
        hasMore: false,
      });
  const status = (callRef: string) => () =>
    answered({
      kind: 'found',
      callRef,
      version: 2,
      toolRef: TOOL,
      state: 'terminal',
      result: completedCall(callRef),
    });

  it('leaves the purchase unknown, and the same request locked', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect(await show(quoted)).toMatchObject({
      state: 'unknown',
      counted: PRICE,
      can: { resume: true, checkAgain: true },
    });
    expect(await failureOf(quote)).toBe('already_open');
  });

  it('is found in the list of Calls and read by its status, without a second Call', async () => {
    open(service({ call: () => failed({}), callList: listing('call-9'), callStatus: status('call-9') }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.pass(1_000);
    await settled();
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'completed', callRef: 'call-9' });
    expect(desk.calls()).toHaveLength(1);
    expect(desk.purchases.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it('is not guessed at where several Calls could be it', async () => {
    open(service({ call: () => failed({}), callList: listing('call-8', 'call-9') }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    await desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId });
    expect((await show(quoted)).state).toBe('unknown');
  });

  it('is repeated only by the person, as the identical order', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.pass(10_000_000);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    desk.state.script = service({ call: () => answered(completedCall('call-1')), callList: listing() });
    const resumed = await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect(resumed.state).toBe('completed');
    const [first, second] = desk.calls();
    expect(second?.members).toEqual(first?.members);
  });

  it('counts as refused once the repeated order is refused and the list shows no Call for it', async () => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.state.script = service({
      call: () => failed({ delivery: 'answered', status: 410, code: 'problem', message: 'Gone.' }),
      callList: listing(),
    });
    const resumed = await desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId });
    expect(resumed).toMatchObject({ state: 'refused', counted: null });
  });

  it.each([
    ['marketplace', { marketplace: 'https://other.example' }],
    ['account', { account: 'other' }],
  ])('is never resumed by another %s', async (_name, change) => {
    open(service({ call: () => failed({}), callList: listing() }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    desk.state.ground = { ...desk.state.ground, ...change };
    expect(await failureOf(() => desk.purchases.handlers.resume({ purchaseId: quoted.purchaseId }))).toBe(
      'other_ground',
    );
    expect(await failureOf(() => desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId }))).toBe(
      'other_ground',
    );
    expect(desk.calls()).toHaveLength(1);
  });

  it('is looked for after a restart, and what was being sent is not sent again', async () => {
    const never = new Promise<Asked>(() => {});
    open(service({ call: () => never }));
    const quoted = await quote();
    await approve(quoted);
    desk.close();
    open(service({ callList: listing('call-3'), callStatus: status('call-3') }));
    expect((await show(quoted)).state).toBe('unknown');
    desk.purchases.recover();
    await settled();
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.calls()).toHaveLength(0);
  });
});

describe('what the service answers to an order', () => {
  it.each([
    ['never reached', failed({ delivery: 'not_sent' }), 'not_sent', null],
    ['refused outright', failed({ delivery: 'answered', status: 403, code: 'problem' }), 'refused', null],
    ['a conflict', failed({ delivery: 'answered', status: 409, code: 'problem' }), 'unknown', PRICE],
    ['an error of its own', failed({ delivery: 'answered', status: 503, code: 'problem' }), 'unknown', PRICE],
    ['a kind never seen', answered({ kind: 'something_new' }), 'unknown', PRICE],
    ['no JSON object', answered('yes'), 'unknown', PRICE],
    ['pending', answered({ kind: 'pending', callRef: 'c', retryAfterMs: 5_000 }), 'pending', PRICE],
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
      { ...PRICE, units: '0' },
    ],
    ['completed without usage', answered({ ...completedCall('c'), usage: undefined }), 'completed', PRICE],
    ['the Call of another Tool', answered({ ...completedCall('c'), toolRef: 'other' }), 'unknown', PRICE],
  ])('%s', async (_name, answer, state, counted) => {
    open(service({ call: () => answer, callStatus: () => failed({}), callList: () => failed({}) }));
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect(await show(quoted)).toMatchObject({ state, counted });
  });

  it('waits as long as a 429 says and then repeats the identical order by itself', async () => {
    let busy = true;
    open(
      service({
        call: () =>
          busy
            ? failed({ delivery: 'answered', status: 429, code: 'rate_limited', retryAfterMs: 30_000 })
            : answered(completedCall('call-1')),
      }),
    );
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect(await show(quoted)).toMatchObject({ state: 'submitted', nextLookAt: desk.state.now + 30_000 });
    desk.pass(29_999);
    await settled();
    expect(desk.calls()).toHaveLength(1);
    busy = false;
    desk.pass(1);
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.calls()[0]?.members).toEqual(desk.calls()[1]?.members);
  });

  it('follows a pending Call at the pace that the service sets, and stores what it finds', async () => {
    let version = 1;
    open(
      service({
        call: () => answered({ kind: 'pending', callRef: 'c', retryAfterMs: 5_000 }),
        callStatus: () =>
          ++version < 4
            ? answered({ kind: 'unchanged', version: 1, retryAfterMs: 7_000 })
            : answered({
                kind: 'found',
                callRef: 'c',
                version,
                toolRef: TOOL,
                state: 'terminal',
                result: completedCall('c'),
              }),
      }),
    );
    const quoted = await quote();
    await approve(quoted);
    await settled();
    for (const wait of [5_000, 7_000, 7_000]) {
      expect((await show(quoted)).state).toBe('pending');
      desk.pass(wait);
      await settled();
    }
    expect((await show(quoted)).state).toBe('completed');
    expect(desk.purchases.outputOf(quoted.purchaseId)).toEqual({ data: [] });
  });

  it('does not believe a status that tells of another Call', async () => {
    open(
      service({
        call: () => answered({ kind: 'pending', callRef: 'c', retryAfterMs: 1 }),
        callStatus: () =>
          answered({
            kind: 'found',
            callRef: 'other',
            version: 1,
            toolRef: TOOL,
            state: 'terminal',
            result: completedCall('other'),
          }),
      }),
    );
    const quoted = await quote();
    await approve(quoted);
    await settled();
    const looked = await desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId });
    expect(looked.state).toBe('pending');
    expect(looked.timeline.at(-1)).toMatchObject({ event: 'evidence' });
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['invalidated', 'refused'],
    ['in_progress', 'pending'],
    ['awaiting_authority', 'pending'],
    ['a_state_never_seen', 'pending'],
    ['reconciliation_required', 'unknown'],
    ['terminal', 'unknown'],
  ])('takes the status %s without a result as %s', async (told, state) => {
    open(
      service({
        call: () => answered({ kind: 'pending', callRef: 'c', retryAfterMs: 1 }),
        callStatus: () => answered({ kind: 'found', callRef: 'c', version: 1, toolRef: TOOL, state: told }),
      }),
    );
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect((await desk.purchases.handlers.checkAgain({ purchaseId: quoted.purchaseId })).state).toBe(state);
  });
});

describe('the history', () => {
  it('can be neither changed nor deleted', async () => {
    open(service());
    await quote();
    expect(() => desk.storage.db.exec("UPDATE purchase_events SET words = ''")).toThrow(/never changed/);
    expect(() => desk.storage.db.exec('DELETE FROM purchase_events')).toThrow(/never deleted/);
  });

  it('derives records again where a crash came before that', async () => {
    open(service({ call: () => answered(completedCall('call-1')) }), {
      interpret: () => {
        throw new Error('crash');
      },
    });
    const quoted = await quote();
    await approve(quoted);
    await settled();
    expect((await show(quoted)).state).toBe('completed');
    desk.close();
    open(service());
    expect(desk.state.interpreted).toEqual([quoted.purchaseId]);
    expect((await show(quoted)).runId).toBe(7);
  });
});
