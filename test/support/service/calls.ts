import {
  type BookedCall,
  type BookedQuote,
  type CallState,
  type Charge,
  type OthersCall,
  quoteOf,
  stateAt,
} from './books.ts';
import { brokenOutput } from './broken.ts';
import { type Core, Given, type Members, type Said } from './core.ts';
import { toolRefOf } from './listing.ts';
import { outputOf } from './outputs.ts';
import { amountOf, hex64 } from './quotes.ts';
import { drawWait, type Wait, waitForms } from './waits.ts';

/** What a list of Calls contains, and how it states it. */
type Held = {
  says: Record<string, unknown>;
  headers?: Record<string, string>;
  holds: (state: string, ageMs: number) => boolean;
};
const ended: Held['holds'] = (state) => state === 'completed';
const recent: Held['holds'] = (_, ageMs) => ageMs < 60_000;
const HELD: Readonly<Record<string, Held>> = {
  everything: { says: {}, holds: () => true },
  'what has ended, by states': { says: { states: ['completed', 'failed'] }, holds: ended },
  'what has ended, by a view': { says: { view: 'settled' }, holds: ended },
  'nothing under way': { says: { includesPending: false }, holds: ended },
  'so many under way': { says: { inFlight: 3 }, holds: ended },
  'the last minute': { says: { window: 'PT1M' }, holds: recent },
  'since a minute ago': { says: { range: { since: 'a minute ago' } }, holds: recent },
  'a part, by a header': { says: {}, headers: { 'x-partial-results': 'true' }, holds: ended },
  'a page, by a link': { says: {}, headers: { link: '</api/v1/calls?page=2>; rel="next"' }, holds: recent },
  'a count, by a header': { says: {}, headers: { 'x-total-count': '900' }, holds: recent },
  'what a cache held': {
    says: {},
    headers: { warning: '110 - "Response is Stale"' },
    holds: (_, ageMs) => ageMs >= 60_000,
  },
};

const HOUR_MS = 3_600_000;
const MAX_OF_OTHERS = 4;
const FORGETFUL_LAG_MS = 1_200_000;
const UNSEEN_STATE = 'settled_partially';

/** Accepts orders and reports Calls; each accepted order is in the books, whatever it answers. */
export function callsOf(core: Core) {
  const { draws, odds, books, origin, now, habits, clock, said, problem } = core;

  const referenceBy = (by: string): string => `operation-invocation:v1:${hex64(by)}`;
  /** A moment of true time by its own clock. */
  const byItsClock = (at: number): number => Math.floor(at - now() + clock());
  const unlessRecovered = (oddsOf: number): number => (core.hasRecovered() ? 0 : oddsOf);
  /** A forgetful one loses most acknowledgements, declines most repeated orders, and lists them late. */
  const forgetful = draws.choose('memory for orders', 0.3, { good: false, bad: true });

  function drawCharge({ price, most }: BookedQuote): Charge {
    const rendered = draws.choose('charge', odds('charge'), {
      'as quoted': price,
      'the most of the quote': most,
      lower: { currency: 'USD', units: price.units / 2 },
      'nine dollars': { currency: 'USD', units: 9_000_000 },
      'minus nine dollars': { currency: 'USD', units: -9_000_000 },
      'in AUD': { currency: 'AUD', units: price.units },
      'one unit more': { currency: 'USD', units: price.units + 1 },
    });
    return rendered;
  }

  function drawStates(quoted: BookedQuote): CallState[] {
    const charge = drawCharge(quoted);
    const at = now();
    const chargeState = draws.choose('charge state', odds('charge') / 3, {
      paid: 'paid',
      'one never seen': UNSEEN_STATE,
    });
    const statedIn = draws.choose('place of the charge', 0.2, {
      both: 'both',
      usage: 'usage',
      receipt: 'receipt',
    } as const);
    const over = (kind: CallState['kind'], from: number, of: Charge | null): CallState => ({
      from,
      kind,
      state: kind === 'cancelled' ? 'cancelled' : 'terminal',
      charge: of,
      chargeState: of === null ? 'free_tier' : chargeState,
      statedIn,
    });
    const open = (kind: CallState['kind'], of: Charge | null): CallState => ({
      from: at,
      kind,
      state:
        kind === 'outcome_unknown'
          ? 'reconciliation_required'
          : draws.choose('state of a pending Call', 0.4, {
              in_progress: 'in_progress',
              leased: 'leased',
              retryable: 'retryable',
              'one never seen': 'warming_up',
            }),
      charge: of,
      chargeState: 'outcome_unknown',
      statedIn,
    });
    const later = () =>
      at +
      draws.choose('length of a Call', 0.5, {
        'two seconds': 2_000,
        'a minute': 60_000,
        'an hour': HOUR_MS,
        'a day': 24 * HOUR_MS,
      });
    const plan = draws.choose('course of a Call', odds('call'), {
      completed: () => [over('completed', at, charge)],
      pending: () => [open('pending', null), over('completed', later(), charge)],
      'pending and charged': () => [open('pending', charge), over('completed', later(), charge)],
      'pending, then refused': () => [open('pending', null), over('refused', later(), null)],
      'unknown, then completed': () => [open('outcome_unknown', charge), over('completed', later(), charge)],
      'unknown, then refused': () => [open('outcome_unknown', charge), over('refused', later(), null)],
      refused: () => [over('refused', at, null)],
      'completed, and charged later': () => [over('completed', at, null), over('completed', later(), charge)],
      'refused and charged': () => [over('refused', at, charge)],
    });
    return plan();
  }

  function order(account: string, { quoteRef, idempotencyKey }: Record<string, unknown>): Said {
    const known = books.calls.find(
      (call) => call.account === account && call.origin === origin && call.idempotencyKey === idempotencyKey,
    );
    if (known !== undefined) {
      const refusal = draws.choose('answer to a repeated order', unlessRecovered(forgetful ? 0.9 : 0.5), {
        'how it stands': () => result(known),
        'status 410': () => problem(410, 'quote_expired'),
        'status 404': () => problem(404, 'quote_not_found'),
        'status 402': () => problem(402, 'payment_required'),
        'status 409': () => problem(409, 'quote_consumed'),
      });
      return refusal();
    }
    const wait = () => drawWait(draws, 'an order', clock(), habits.hasDateHeader);
    const refused = draws.choose('answer to an order', odds('order'), {
      taken: () => null,
      'status 429': () => problem(429, 'rate_limited', wait()),
      '429 that must not be repeated': () => problem(429, 'quota_exceeded', wait(), false),
      'status 503': () => problem(503, 'unavailable', wait()),
      'status 402': () => problem(402, 'insufficient_funds'),
      'refused without a Call': () =>
        said(200, { kind: 'refused', code: 'provider_unavailable', retryable: true }),
    });
    const found = books.quotes.get(quoteOf(origin, quoteRef));
    const quoted = found?.account === account ? found : undefined;
    const answer = refused();
    if (answer !== null) return answer;
    if (quoted === undefined) return problem(404, 'quote_not_found');
    if (quoted.expiresAt <= now()) return problem(410, 'quote_expired');
    const call = book(account, quoted, String(idempotencyKey));
    const acknowledged = draws.choose('acknowledgement of an order', unlessRecovered(forgetful ? 0.8 : 0.1), {
      known: () => result(call),
      'status 500': () => problem(500, 'internal', wait()),
      'status 502': () => problem(502, 'bad_gateway', wait()),
      'nothing in it': () => said(200, ''),
    });
    return acknowledged();
  }

  function book(account: string, quoted: BookedQuote, idempotencyKey: string): BookedCall {
    const call: BookedCall = {
      callRef: referenceBy(`${origin}|${idempotencyKey}|${books.calls.length}`),
      account,
      origin,
      idempotencyKey,
      quote: quoted,
      madeAt: now(),
      output: brokenOutput(draws, odds('declarations'), outputOf(quoted.input, habits)),
      states: drawStates(quoted),
      statedCharge: null,
      justStated: [],
      statedOver: false,
    };
    books.calls.push(call);
    return call;
  }

  const isOver = ({ kind }: CallState) => kind !== 'pending' && kind !== 'outcome_unknown';

  /** Usage and receipt of a Call, as far as this state states them. */
  function money(call: BookedCall, state: CallState): Members {
    if (state.charge === null) return {};
    const amount = amountOf(state.charge);
    const charged = { chargeState: state.chargeState, amount };
    const usage = {
      usageRef: 'u1',
      observedAt: Math.floor(clock()),
      priceDigest: 'd',
      ...charged,
    };
    const receipt = {
      receiptRef: `receipt:${call.callRef.slice(-8)}`,
      state: isOver(state) ? 'settled' : 'unknown',
      buyerCharge: amount,
      totalBuyerCharge: amount,
      issuedAt: new Date(clock()).toISOString(),
    };
    return {
      ...(state.statedIn === 'receipt' || state.kind !== 'completed' ? {} : { usage }),
      ...(state.statedIn === 'usage' && state.kind === 'completed' ? {} : { receipt }),
    };
  }

  function resultOf(call: BookedCall, state: CallState): Members {
    const { callRef, quote: quoted } = call;
    const known = money(call, state);
    if (state.kind === 'pending') return { kind: 'pending', callRef };
    if (state.kind === 'outcome_unknown')
      return { kind: 'outcome_unknown', callRef, evidence: new Given({ reason: 'not_observed' }), ...known };
    if (state.kind === 'completed')
      return {
        kind: 'completed',
        callRef,
        toolRef: quoted.toolRef,
        output: new Given(call.output),
        evidenceHash: 'sha256:11',
        ...known,
      };
    return { kind: 'refused', code: state.kind, retryable: false, callRef, ...known };
  }

  /** A pending Call is reported without its charge where its status is nothing but its result. */
  const statesMoney = (body: Record<string, unknown>): boolean => 'usage' in body || 'receipt' in body;

  /** Both the reported state and its content count from when it has reached the program. */
  const reachedWith = (call: BookedCall, state: CallState, tellsMoney: boolean) => () => {
    if (isOver(state)) call.statedOver = true;
    if (state.charge === null || !tellsMoney) return;
    const inUnseenState = 'usage' in money(call, state) && state.chargeState === UNSEEN_STATE;
    call.justStated.push({ charge: state.charge, inUnseenState });
    if (call.statedCharge === null || state.charge.units > call.statedCharge.units)
      call.statedCharge = state.charge;
  };

  function pollWait(call: BookedCall): { body: Wait; wait: Said['wait'] } {
    const named = (ms: number): Wait => ({ headers: {}, body: { retryAfterMs: ms }, ms });
    const body = draws.choose<Record<string, () => Wait>>('pace of a pending Call', odds('reads'), {
      'a second': () => named(1_000),
      zero: () => named(0),
      missing: () => ({ headers: {}, body: {}, ms: null }),
      'half a minute': () => named(30_000),
      'three hours': () => named(3 * HOUR_MS),
      'half a minute in other words': () =>
        draws.choose<Record<string, Wait>>('words of the pace of a pending Call', 1, {
          'in milliseconds': named(30_000),
          ...waitForms(30_000),
        }) as Wait,
    })() as Wait;
    return { body, wait: body.ms === null || body.ms === 0 ? null : { ms: body.ms, of: call.callRef } };
  }

  const codeOf = (state: CallState, over: number): number =>
    habits.codes === 'one' ? 200 : isOver(state) ? over : 202;

  function result(call: BookedCall): Said {
    const state = stateAt(call, now());
    const backOff = state.kind === 'pending' ? pollWait(call) : null;
    const body = resultOf(call, state);
    return said(codeOf(state, 201), body, {
      beside: backOff?.body.body ?? {},
      headers: backOff?.body.headers ?? {},
      wait: backOff?.wait ?? null,
      reached: reachedWith(call, state, statesMoney(body)),
    });
  }

  function callStatus(account: string, callRef: string, afterVersion: unknown): Said {
    const isMeant = (one: BookedCall | OthersCall) =>
      one.callRef === callRef && one.account === account && one.origin === origin;
    const another = books.others.find(isMeant);
    if (another !== undefined) return othersStatus(another);
    const call = books.calls.find(isMeant);
    if (call === undefined) return said(200, { kind: 'refused', code: 'call_not_found', retryable: false });
    const current = stateAt(call, now());
    const older = draws.choose('age of a status', odds('reads'), { now: false, 'an older version': true });
    const state = older ? (call.states[0] as CallState) : current;
    const version = call.states.indexOf(state) + 1;
    const backOff = isOver(state) ? null : pollWait(call);
    const paced = {
      beside: backOff?.body.body ?? {},
      headers: backOff?.body.headers ?? {},
      wait: backOff?.wait ?? null,
    };
    if (Number(afterVersion ?? Number.NaN) >= version)
      return said(200, { kind: 'unchanged', version }, paced);
    const result = resultOf(call, state);
    const stated = habits.statesVersion ? { version } : {};
    const body =
      habits.statusIs === 'the result' && result.kind !== 'refused'
        ? { ...result, ...stated }
        : {
            kind: 'found',
            callRef,
            toolRef: call.quote.toolRef,
            state: state.state,
            result,
            ...stated,
            ...money(call, state),
          };
    return said(codeOf(state, 200), body, {
      // Only a pending one states its interval in what was found.
      ...(state.kind === 'pending' && paced),
      reached: reachedWith(call, state, statesMoney(body)),
    });
  }

  /** Other programs use the account as well; what they buy is also in its list. */
  function addCallsOfOthers(account: string): void {
    const ago = draws.choose('Call of another program', odds('reads') / 2, {
      none: null,
      'a moment ago': 2_000,
      'half a minute ago': 30_000,
      'an hour ago': HOUR_MS,
    });
    if (ago === null || books.others.length >= MAX_OF_OTHERS) return;
    const toolRef = draws.choose('Tool of another program', 0.5, {
      'the award search': toolRefOf(0),
      'another Tool': `operation:v1:${hex64('another Tool')}`,
    });
    books.others.push({
      callRef: referenceBy(`${origin}|another program|${books.others.length}`),
      account,
      origin,
      toolRef,
      input: { origin_airport: 'LAX', destination_airport: 'AKL', start_date: '2027-03-01', take: 10 },
      madeAt: now() - ago,
    });
  }

  function callList(account: string, cursor: unknown): Said {
    addCallsOfOthers(account);
    const lag = draws.choose('lag of the list', odds('reads'), {
      none: 0,
      'a minute': 60_000,
      'an hour': HOUR_MS,
    });
    const held = draws.choose('what the list holds', odds('reads') / 2, HELD);
    const own = [...books.calls, ...books.others]
      .filter(
        (call) =>
          call.account === account &&
          call.origin === origin &&
          held.holds('states' in call ? stateAt(call, now()).kind : 'completed', now() - call.madeAt) &&
          call.madeAt <= now() - Math.max(lag, habits.listLag, forgetful ? FORGETFUL_LAG_MS : 0),
      )
      .sort((one, other) => other.madeAt - one.madeAt);
    const from = Number(cursor ?? 0) || 0;
    const size = draws.choose('size of a page', 0.1, { hundred: 100, one: 1 });
    const page = own.slice(from, from + size);
    const hasMore = from + size < own.length;
    const body = {
      kind: 'available',
      items: page.map((call) => ('states' in call ? listItem(call) : othersItem(call))),
      hasMore,
      ...(hasMore ? { nextCursor: String(from + size) } : {}),
    };
    return said(200, body, { beside: held.says, headers: held.headers ?? {} });
  }

  function listItem(call: BookedCall): Record<string, unknown> {
    const state = stateAt(call, now());
    const listedState =
      { outcome_unknown: 'reconciliation_required' }[state.kind as 'outcome_unknown'] ?? state.kind;
    const short = { callRef: call.callRef, state: listedState };
    if (habits.listItems === 'reference and state') return short;
    const { usage } = state.kind === 'completed' ? money(call, { ...state, statedIn: 'usage' }) : {};
    return {
      ...short,
      ...(habits.listItems === 'no Tool' ? {} : { toolRef: call.quote.toolRef }),
      ...(usage === undefined ? {} : { usage }),
      createdAt: byItsClock(call.madeAt),
      updatedAt: byItsClock(state.from),
    };
  }

  function othersItem({ callRef, toolRef, madeAt }: OthersCall): Record<string, unknown> {
    if (habits.listItems === 'reference and state') return { callRef, state: 'completed' };
    return {
      callRef,
      state: 'completed',
      ...(habits.listItems === 'no Tool' ? {} : { toolRef }),
      createdAt: byItsClock(madeAt),
      updatedAt: byItsClock(madeAt),
    };
  }

  function othersStatus({ callRef, toolRef, input }: OthersCall): Said {
    const output = new Given(outputOf(input, habits));
    return said(200, {
      kind: 'found',
      callRef,
      version: 1,
      toolRef,
      state: 'terminal',
      result: { kind: 'completed', callRef, toolRef, output, evidenceHash: 'sha256:22' },
    });
  }

  function cancel(account: string, callRef: string): Said {
    const call = books.calls.find((one) => one.callRef === callRef && one.account === account);
    if (call === undefined) return said(200, { kind: 'refused', code: 'call_not_found', retryable: false });
    const state = stateAt(call, now());
    const cancels = draws.choose('answer to a cancel', odds('call'), {
      'it is too late': false,
      cancelled: true,
    });
    if (cancels && state.kind === 'pending' && state.charge === null)
      call.states = [
        ...call.states.filter(({ from }) => from <= now()),
        { ...state, from: now(), kind: 'cancelled', state: 'cancelled', chargeState: 'free_tier' },
      ];
    return callStatus(account, callRef, undefined);
  }

  return { order, callStatus, callList, cancel };
}
