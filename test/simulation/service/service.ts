import type { Draws } from '../draws.ts';
import { hashOf } from '../draws.ts';
import {
  type BookedCall,
  type BookedQuote,
  type Books,
  type CallState,
  type Charge,
  stateAt,
} from './books.ts';
import { type Dialect, dialectOf, written } from './dialect.ts';
import { candidate, described, documentText, toolRefOf } from './document.ts';
import { drawWait, type Wait } from './waits.ts';

type CatalogueReader = {
  role: string;
  method: string;
  path: string;
  query: URLSearchParams;
  key: string | null;
  body: Record<string, unknown>;
};

/** What the service answers. `reached` is called when it has reached the program whole. */
export type Answered = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** A wait that it names, and what for. */
  wait: { ms: number; of: 'origin' | string } | null;
  /** Whether it says that it must not be repeated. */
  final: boolean;
  reached: () => void;
};

export type Service = {
  readonly origin: string;
  readonly books: Books;
  readonly dialect: Dialect;
  answer(run: CatalogueReader): Answered;
  /** From now on it is never unfriendly again; it goes on writing as it always did. */
  recover(): void;
  /** The catalogue is published anew: the same Tool under another reference, or not at all for a while. */
  republish(hidden: boolean): void;
  /** Since when the award search is listed, in true time; null while it is not. */
  listedSince(): number | null;
};

const PRICE = 22_000;
const QUOTE_MS = 300_000;
const HOUR_MS = 3_600_000;

const amountOf = ({ currency, units }: Charge) => ({ currency, units: String(units), exponent: 6 });
const hex64 = (text: string): string =>
  Array.from({ length: 8 }, (_, at) => hashOf(`${at}|${text}`).toString(16).padStart(8, '0')).join('');

/** The account of a key: `key-A…` is of account A. */
const accountOf = (key: string): string => `account:${key.slice(4, 5)}`;

export const ROLES: readonly { role: string; method: string; path: RegExp }[] = [
  { role: 'openapi', method: 'GET', path: /^\/openapi\.json$/ },
  { role: 'freshness', method: 'GET', path: /^\/api\/v1\/catalogue-status$/ },
  { role: 'list', method: 'POST', path: /^\/api\/v1\/market-tools\/list$/ },
  { role: 'search', method: 'POST', path: /^\/api\/v1\/market-tools\/search$/ },
  { role: 'describe', method: 'POST', path: /^\/api\/v1\/market-tools\/describe$/ },
  { role: 'compare', method: 'POST', path: /^\/api\/v1\/market-tools\/compare$/ },
  { role: 'quote', method: 'POST', path: /^\/api\/v1\/tools\/quote$/ },
  { role: 'call', method: 'POST', path: /^\/api\/v1\/tools\/call$/ },
  { role: 'callList', method: 'GET', path: /^\/api\/v1\/calls$/ },
  { role: 'cancel', method: 'POST', path: /^\/api\/v1\/calls\/[^/]+\/cancel$/ },
  { role: 'callStatus', method: 'GET', path: /^\/api\/v1\/calls\/[^/]+$/ },
  { role: 'account', method: 'GET', path: /^\/api\/v1\/account$/ },
  { role: 'balance', method: 'POST', path: /^\/api\/v1\/account\/balance$/ },
];

/**
 * A marketplace of the contract that is never friendly: each answer is rendered from what is legal. It keeps its own books,
 * and never does what would be a lie: what it says of an order that reached it for the first time is true of that order.
 */
export function createService(options: {
  origin: string;
  now: () => number;
  draws: Draws;
  /** The books of another marketplace of this history, where one is opened later. */
  books: Books;
}): Service {
  const { origin, now, draws, books } = options;
  const dialect = dialectOf(draws);
  const mood = (what: string) => draws.choose(`mood of ${what}`, 0.6, { calm: 0, moody: 0.15, wild: 0.45 });
  const moods = {
    order: mood('orders'),
    call: mood('Calls'),
    charge: mood('charges'),
    reads: mood('reads'),
    catalogue: mood('the catalogue'),
    quote: mood('quotes'),
  };
  const started = now();
  let recovered = false;
  let generation = 0;
  let listed: number | null = started;
  const odds = (of: keyof typeof moods) => (recovered ? 0 : moods[of]);
  const clock = () => Math.floor(now() + dialect.clockAhead + ((now() - started) * dialect.drift) / 1e6);

  const stamp = (at: number): unknown => {
    const known = at - now() + clock();
    if (dialect.listItems === 'no zone') return new Date(known).toISOString().slice(0, -1);
    if (dialect.listItems === 'ISO') return new Date(known).toISOString();
    return dialect.listItems === 'seconds' ? Math.floor(known / 1_000) : Math.floor(known);
  };

  /** Without the kind of a quote nothing could be bought at all. */
  const withKinds: Dialect = { ...dialect, kinds: 'told' };

  const answered = (
    status: number,
    body: unknown,
    more: Partial<Answered> & { wrote?: 'own' | 'with kinds' | 'foreign' } = {},
  ): Answered => {
    const { wrote = 'own', headers = {}, ...rest } = more;
    const full =
      dialect.unknownMembers && wrote !== 'foreign' && typeof body === 'object'
        ? { ...body, xFurther: { region: 'eu' }, trace: [1, 'two', null] }
        : body;
    return {
      status,
      headers: {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...(dialect.tellsDate ? { date: new Date(clock()).toUTCString() } : {}),
        ...headers,
      },
      text:
        typeof body === 'string'
          ? body
          : JSON.stringify(wrote === 'foreign' ? full : written(full, wrote === 'own' ? dialect : withKinds)),
      wait: null,
      final: false,
      reached: () => {},
      ...rest,
    };
  };
  /** Catalogue and account have their `kind` in any dialect: without it nothing could be bought at all. */
  const plainly = (body: Record<string, unknown>): Answered => {
    const plain = written(body, { ...dialect, kinds: 'told', spelling: catalogueSpelling() });
    return answered(200, plain, { wrote: 'foreign' });
  };
  const catalogueSpelling = (): Dialect['spelling'] =>
    dialect.spelling === 'other words' || dialect.spelling === 'long words' ? 'as seen' : dialect.spelling;

  const problem = (status: number, code: string, wait: Wait | null = null, retryable?: boolean): Answered =>
    answered(
      status,
      {
        type: 'about:blank',
        title: code,
        status,
        code,
        ...(retryable === undefined ? {} : { retryable }),
        ...(wait?.body ?? {}),
      },
      {
        wrote: 'foreign',
        headers: wait?.headers ?? {},
        wait: wait?.ms == null ? null : { ms: wait.ms, of: 'origin' },
        final: retryable === false,
      },
    );

  const trouble = (what: string, of: keyof typeof moods): Answered | null => {
    const wait = () => drawWait(draws, what, clock(), dialect.tellsDate);
    const kind = draws.choose(`answer to ${what}`, odds(of), {
      'what was asked': () => null,
      'status 429': () => problem(429, 'rate_limited', wait()),
      '429 that must not be repeated': () => problem(429, 'quota_exceeded', wait(), false),
      'status 500': () => problem(500, 'internal', wait()),
      'status 502': () =>
        answered(502, '<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } }),
      'status 503': () => problem(503, 'unavailable', wait()),
      'nothing in it': () => answered(200, ''),
    });
    return kind();
  };

  // --- what is bought ---

  function quote(account: string, { toolRef, input }: Record<string, unknown>): Answered {
    if (listed === null || toolRef !== toolRefOf(generation))
      return answered(
        200,
        {
          kind: 'refused',
          code: 'tool_not_current',
          retryable: false,
          correlationRef: 'c1',
        },
        { wrote: 'with kinds' },
      );
    const price = draws.choose('price of a quote', odds('quote') / 2, {
      listed: PRICE,
      'twice the listed one': 2 * PRICE,
      lower: PRICE / 2,
    });
    const offer = JSON.stringify([toolRef, input, price, account]);
    const quoteRef = `operation-commitment:v1:${hex64(
      dialect.quoteRefs === 'hashed' ? offer : `${offer}|${books.quotes.size}|${now()}`,
    )}`;
    const made: BookedQuote = {
      quoteRef,
      account,
      toolRef: String(toolRef),
      input,
      price: { currency: 'USD', units: price },
      expiresAt: now() + QUOTE_MS,
    };
    books.quotes.set(quoteRef, made);
    return answered(
      200,
      {
        kind: 'committed',
        quoteRef,
        toolRef,
        toolVersion: 1,
        expiresAt: Math.floor(made.expiresAt - now() + clock()),
        normalizedInput: input,
        price: amountOf(made.price),
        account: { accountRef: account, available: amountOf({ currency: 'USD', units: 90_000_000 }) },
        policyRefs: [],
        evidenceDigest: 'sha256:00',
      },
      { wrote: 'with kinds' },
    );
  }

  function drawCharge(price: Charge): Charge {
    const rendered = draws.choose('charge', odds('charge'), {
      'as quoted': price,
      lower: { currency: 'USD', units: price.units / 2 },
      'nine dollars': { currency: 'USD', units: 9_000_000 },
      'minus nine dollars': { currency: 'USD', units: -9_000_000 },
      'in AUD': { currency: 'AUD', units: price.units },
      'one unit more': { currency: 'USD', units: price.units + 1 },
    });
    return rendered;
  }

  function drawStates(price: Charge): CallState[] {
    const charge = drawCharge(price);
    const at = now();
    const chargeState = draws.choose('charge state', odds('charge') / 3, {
      paid: 'paid',
      'one never seen': 'settled_partially',
    });
    const toldIn = draws.choose('place of the charge', 0.2, {
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
      toldIn,
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
      toldIn,
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
      'refused and charged': () => [over('refused', at, charge)],
    });
    return plan();
  }

  function order(account: string, { quoteRef, idempotencyKey }: Record<string, unknown>): Answered {
    const known = books.calls.find(
      (call) => call.account === account && call.origin === origin && call.idempotencyKey === idempotencyKey,
    );
    if (known !== undefined) {
      const refusal = draws.choose('answer to a repeated order', odds('order'), {
        'how it stands': () => result(known),
        'status 410': () => problem(410, 'quote_expired'),
        'status 404': () => problem(404, 'quote_not_found'),
        'status 402': () => problem(402, 'payment_required'),
        'status 409': () => problem(409, 'quote_consumed'),
      });
      return refusal();
    }
    const wait = () => drawWait(draws, 'an order', clock(), dialect.tellsDate);
    const refused = draws.choose('answer to an order', odds('order'), {
      taken: () => null,
      'status 429': () => problem(429, 'rate_limited', wait()),
      '429 that must not be repeated': () => problem(429, 'quota_exceeded', wait(), false),
      'status 503': () => problem(503, 'unavailable', wait()),
      'status 402': () => problem(402, 'insufficient_funds'),
      'refused without a Call': () =>
        answered(200, { kind: 'refused', code: 'provider_unavailable', retryable: true }),
      '500, and taken': () => takenAnd(500),
      '502, and taken': () => takenAnd(502),
    });
    const found = books.quotes.get(String(quoteRef));
    const quoted = found?.account === account ? found : undefined;
    const takenAnd = (status: number): Answered => {
      if (quoted !== undefined && quoted.expiresAt > now()) book(account, quoted, String(idempotencyKey));
      return problem(status, 'internal', wait());
    };
    const answer = refused();
    if (answer !== null) return answer;
    if (quoted === undefined) return problem(404, 'quote_not_found');
    if (quoted.expiresAt <= now()) return problem(410, 'quote_expired');
    return result(book(account, quoted, String(idempotencyKey)));
  }

  function book(account: string, quoted: BookedQuote, idempotencyKey: string): BookedCall {
    const call: BookedCall = {
      callRef: `operation-invocation:v1:${hex64(`${origin}|${idempotencyKey}|${books.calls.length}`)}`,
      account,
      origin,
      idempotencyKey,
      quote: quoted,
      madeAt: now(),
      states: drawStates(quoted.price),
      toldCharge: null,
      toldOver: false,
    };
    books.calls.push(call);
    return call;
  }

  const isOver = ({ kind }: CallState) => kind !== 'pending' && kind !== 'outcome_unknown';

  /** Usage and receipt of a Call, as far as this state tells them. */
  function money(call: BookedCall, state: CallState): Record<string, unknown> {
    if (state.charge === null) return {};
    const amount = amountOf(state.charge);
    const usage = {
      usageRef: 'u1',
      observedAt: Math.floor(clock()),
      chargeState: state.chargeState,
      amount,
      priceDigest: 'd',
    };
    const receipt = {
      receiptRef: `receipt:${call.callRef.slice(-8)}`,
      state: isOver(state) ? 'settled' : 'unknown',
      buyerCharge: amount,
      totalBuyerCharge: amount,
      issuedAt: new Date(clock()).toISOString(),
    };
    return {
      ...(state.toldIn === 'receipt' || state.kind !== 'completed' ? {} : { usage }),
      ...(state.toldIn === 'usage' && state.kind === 'completed' ? {} : { receipt }),
    };
  }

  function resultOf(call: BookedCall, state: CallState, wait: Wait | null): Record<string, unknown> {
    const { callRef, quote: quoted } = call;
    const known = money(call, state);
    if (state.kind === 'pending') return { kind: 'pending', callRef, ...(wait?.body ?? {}) };
    if (state.kind === 'outcome_unknown')
      return { kind: 'outcome_unknown', callRef, evidence: { reason: 'not_observed' }, ...known };
    if (state.kind === 'completed')
      return {
        kind: 'completed',
        callRef,
        toolRef: quoted.toolRef,
        output: outputOf(call),
        evidenceHash: 'sha256:11',
        ...known,
      };
    return { kind: 'refused', code: state.kind, retryable: false, callRef, ...known };
  }

  /** Both the state that is told and what it tells count from when it has reached the program. */
  const reachedWith = (call: BookedCall, state: CallState) => () => {
    if (isOver(state)) call.toldOver = true;
    if (state.charge !== null && (call.toldCharge === null || state.charge.units > call.toldCharge.units))
      call.toldCharge = state.charge;
  };

  function pollWait(call: BookedCall): { body: Wait; wait: Answered['wait'] } {
    const body = draws.choose<Record<string, Wait>>('pace of a pending Call', odds('reads'), {
      'a second': { headers: {}, body: { retryAfterMs: 1_000 }, ms: 1_000 },
      zero: { headers: {}, body: { retryAfterMs: 0 }, ms: 0 },
      missing: { headers: {}, body: {}, ms: null },
      'half a minute': { headers: {}, body: { retryAfterMs: 30_000 }, ms: 30_000 },
      'three hours': { headers: {}, body: { retryAfterMs: 3 * HOUR_MS }, ms: 3 * HOUR_MS },
    }) as Wait;
    return { body, wait: body.ms === null || body.ms === 0 ? null : { ms: body.ms, of: call.callRef } };
  }

  function result(call: BookedCall): Answered {
    const state = stateAt(call, now());
    const pace = state.kind === 'pending' ? pollWait(call) : null;
    return answered(200, resultOf(call, state, pace?.body ?? null), {
      wait: pace?.wait ?? null,
      reached: reachedWith(call, state),
    });
  }

  function callStatus(account: string, callRef: string, query: URLSearchParams): Answered {
    const call = books.calls.find(
      (one) => one.callRef === callRef && one.account === account && one.origin === origin,
    );
    if (call === undefined)
      return answered(200, { kind: 'refused', code: 'call_not_found', retryable: false });
    const current = stateAt(call, now());
    const older = draws.choose('age of a status', odds('reads'), { now: false, 'an older version': true });
    const state = older ? (call.states[0] as CallState) : current;
    const version = call.states.indexOf(state) + 1;
    const pace = isOver(state) ? null : pollWait(call);
    if (Number(query.get('afterVersion') ?? Number.NaN) >= version)
      return answered(
        200,
        { kind: 'unchanged', callRef, version, ...(pace?.body.body ?? {}) },
        { wait: pace?.wait ?? null },
      );
    return answered(
      200,
      {
        kind: 'found',
        callRef,
        version,
        toolRef: call.quote.toolRef,
        state: state.state,
        result: resultOf(call, state, pace?.body ?? null),
        ...money(call, state),
      },
      // Only a pending one tells its pace in what was found.
      { wait: state.kind === 'pending' ? (pace?.wait ?? null) : null, reached: reachedWith(call, state) },
    );
  }

  function callList(account: string, query: URLSearchParams): Answered {
    const lag = draws.choose('lag of the list', odds('reads'), {
      none: 0,
      'a minute': 60_000,
      'an hour': HOUR_MS,
    });
    const own = books.calls
      .filter((call) => call.account === account && call.origin === origin && call.madeAt <= now() - lag)
      .reverse();
    const from = Number(query.get('cursor') ?? 0) || 0;
    const size = draws.choose('size of a page', 0.1, { hundred: 100, one: 1 });
    const page = own.slice(from, from + size);
    const hasMore = from + size < own.length;
    return answered(200, {
      kind: 'available',
      items: page.map(listItem),
      hasMore,
      ...(hasMore ? { nextCursor: dialect.cursor === 'number' ? from + size : String(from + size) } : {}),
    });
  }

  function listItem(call: BookedCall): Record<string, unknown> {
    const state = stateAt(call, now());
    const listedState =
      { outcome_unknown: 'reconciliation_required' }[state.kind as 'outcome_unknown'] ?? state.kind;
    const short = { callRef: call.callRef, state: listedState };
    if (dialect.listItems === 'reference and state') return short;
    const { usage } = state.kind === 'completed' ? money(call, { ...state, toldIn: 'usage' }) : {};
    return {
      ...short,
      ...(dialect.listItems === 'no Tool' ? {} : { toolRef: call.quote.toolRef }),
      ...(usage === undefined ? {} : { usage }),
      createdAt: stamp(call.madeAt),
      updatedAt: stamp(state.from),
    };
  }

  function cancel(account: string, callRef: string): Answered {
    const call = books.calls.find((one) => one.callRef === callRef && one.account === account);
    if (call === undefined)
      return answered(200, { kind: 'refused', code: 'call_not_found', retryable: false });
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
    return callStatus(account, callRef, new URLSearchParams());
  }

  // --- what is public ---

  function freshness(): Answered {
    const body = draws.choose<Record<string, Record<string, unknown>>>('freshness', odds('catalogue'), {
      fresh: { status: 'fresh', refreshState: 'complete' },
      stale: { status: 'stale', refreshState: 'complete' },
      'fresh while it failed': {
        status: 'fresh',
        refreshState: 'failed',
        lastError: 'directory_read_failed',
      },
      absent: { status: 'absent', refreshState: 'none' },
      'one never seen': { status: 'rebuilding', refreshState: 'refreshing' },
    });
    return plainly({
      schemaVersion: 'catalogue-status:v1',
      ...body,
      completedAt: Math.floor(clock() - HOUR_MS),
    });
  }

  function tools(role: 'list' | 'search', query: unknown): Answered {
    const items = listed === null ? [] : [candidate(generation)];
    // What it shows in these ways is less than there is, and it says so or lets it be seen.
    const shape = draws.choose<Record<string, Record<string, unknown>>>(
      `shape of a ${role}`,
      odds('catalogue'),
      {
        complete: { count: items.length, items },
        'partial, told as a text': { count: 0, items: [], partialResults: 'true' },
        partial: { count: 0, items: [], partialResults: true },
        'a count without items': { count: 12, items: [] },
        'no items at all': { count: items.length },
        'items that are no list': { count: items.length, items: { 0: items[0] ?? null } },
        'more to come': { count: 0, items: [], pagination: { limit: 50, hasMore: true, nextCursor: 'next' } },
        'items under their own name': { count: items.length, [dialect.catalogueMember]: items },
      },
    ) as Record<string, unknown>;
    const { items: shown, ...rest } = shape;
    return plainly({
      kind: 'ok',
      schemaVersion: 'registry-tools:v1',
      ...(role === 'search' ? { query } : {}),
      pagination: { limit: 50, hasMore: false },
      ...rest,
      ...(shown === undefined ? {} : { [dialect.catalogueMember]: shown }),
    });
  }

  function describe(toolRef: unknown): Answered {
    if (listed === null || toolRef !== toolRefOf(generation)) return plainly({ kind: 'not_found', toolRef });
    return plainly({ kind: 'found', tool: described(generation) });
  }

  function answer({ role, path, query, key, body }: CatalogueReader): Answered {
    if (role === 'openapi')
      return (
        trouble('the document', 'catalogue') ??
        answered(200, documentText(origin, dialect), { wrote: 'foreign' })
      );
    if (role === 'freshness') return trouble('the freshness', 'catalogue') ?? freshness();
    if (role === 'list' || role === 'search')
      return trouble(`a ${role}`, 'catalogue') ?? tools(role, body.query);
    if (role === 'describe') return trouble('a description', 'catalogue') ?? describe(body.toolRef);
    if (role === 'compare')
      return plainly({ kind: 'ok', tools: listed === null ? [] : [candidate(generation)] });
    if (key === null) return problem(401, 'unauthenticated');
    const account = accountOf(key);
    const callRef = decodeURIComponent(path.split('/')[4] ?? '');
    if (role === 'quote') return trouble('a quote', 'quote') ?? quote(account, body);
    if (role === 'call') return order(account, body);
    if (role === 'callStatus') return trouble('a status', 'reads') ?? callStatus(account, callRef, query);
    if (role === 'callList') return trouble('the list of Calls', 'reads') ?? callList(account, query);
    if (role === 'cancel') return trouble('a cancel', 'reads') ?? cancel(account, callRef);
    if (role === 'account')
      return (
        trouble('the account', 'reads') ??
        plainly({
          kind: 'authenticated',
          principalRef: 'principal:1',
          accountRef: account,
          credentialId: 'c',
          scopes: ['market_tools:call', 'account:read'],
          authorityMode: 'spending_policy',
        })
      );
    return problem(404, 'not_found');
  }

  return {
    origin,
    books,
    dialect,
    answer,
    recover() {
      recovered = true;
      for (const call of books.calls) {
        if (call.origin !== origin) continue;
        for (const state of call.states) state.from = Math.min(state.from, now());
      }
      listed ??= now();
    },
    republish(hidden) {
      generation += 1;
      listed = hidden ? null : now();
    },
    listedSince: () => listed,
  };
}

/** Six rows of award space that the request itself decides. */
function outputOf({ quote: { input } }: BookedCall): unknown {
  const {
    origin_airport: from = 'JFK',
    destination_airport: to = 'LHR',
    start_date: date = '2027-03-01',
  } = (input ?? {}) as Record<string, string>;
  const route = {
    OriginAirport: from,
    DestinationAirport: to,
    OriginRegion: 'North America',
    DestinationRegion: 'Europe',
    Source: 'delta',
  };
  const data = ['delta', 'united'].map((source, at) => ({
    ID: `${from}-${to}-${date}-${at}`,
    Source: source,
    Date: date,
    JAvailable: true,
    JMileageCost: String(50_000 + at * 5_000),
    JRemainingSeats: at,
    JDirect: at === 0,
    JAirlines: 'DL',
    Route: { ...route, Source: source },
  }));
  return { count: data.length, cursor: 7, hasMore: true, data };
}
