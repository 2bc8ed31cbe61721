import type { Books } from './books.ts';
import { brokenAnswer } from './broken.ts';
import { type Dialect, dialectOf, wrapped, written } from './dialect.ts';
import type { Draws } from './draws.ts';
import { drawWait, type Wait } from './waits.ts';

/** A request as it reached the service. */
export type Received = {
  role: string;
  method: string;
  path: string;
  query: URLSearchParams;
  key: string | null;
  body: Record<string, unknown>;
};

/** The service's answer. `reached` is called when it has reached the program completely. */
export type Answered = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** A wait that it names, and its scope. */
  wait: { ms: number; of: 'origin' | string } | null;
  /** Whether it states that it must not be repeated. */
  final: boolean;
  reached: () => void;
};

type Mood = 'order' | 'call' | 'charge' | 'reads' | 'catalogue' | 'quote' | 'connections' | 'declarations';

export type ServiceOptions = {
  origin: string;
  now: () => number;
  draws: Draws;
  books: Books;
};

/** What every part of a service shares: its moods, its clock, and its dialect. */
export type Core = ServiceOptions & {
  readonly dialect: Dialect;
  odds(of: Mood): number;
  /** Its own clock, UTC ms. */
  clock(): number;
  /** A moment of true time in its own format. */
  stamp(at: number): unknown;
  answered(status: number, body: unknown, more?: Partial<Answered> & { plain?: boolean }): Answered;
  /** An answer about a quote or a Call. */
  wrappedAnswer(name: 'quote' | 'call', body: Record<string, unknown>, more?: Partial<Answered>): Answered;
  problem(status: number, code: string, wait?: Wait | null, retryable?: boolean): Answered;
  /** Another answer than requested; null where there is no trouble. */
  drawTrouble(what: string, of: Mood): Answered | null;
  /** From now on it is never unfriendly again. */
  recover(): void;
  hasRecovered(): boolean;
};

export function coreOf(options: ServiceOptions): Core {
  const { now, draws } = options;
  const dialect = dialectOf(draws);
  const mood = (what: string) => draws.choose(`mood of ${what}`, 0.6, { calm: 0, moody: 0.15, wild: 0.45 });
  const moods: Record<Mood, number> = {
    order: mood('orders'),
    call: mood('Calls'),
    charge: mood('charges'),
    reads: mood('reads'),
    catalogue: mood('the catalogue'),
    quote: mood('quotes'),
    connections: mood('connections'),
    declarations: mood('declarations') / 3,
  };
  const started = now();
  let recovered = false;
  const odds = (of: Mood) => (recovered ? 0 : moods[of]);
  const clock = () => Math.floor(now() + dialect.clockAhead + ((now() - started) * dialect.drift) / 1e6);

  const stamp = (at: number): unknown => {
    const known = at - now() + clock();
    if (dialect.listItems === 'no zone') return new Date(known).toISOString().slice(0, -1);
    if (dialect.listItems === 'ISO') return new Date(known).toISOString();
    return dialect.listItems === 'seconds' ? Math.floor(known / 1_000) : Math.floor(known);
  };

  const answered: Core['answered'] = (status, body, { plain = false, headers = {}, ...rest } = {}) => {
    const sent =
      plain || typeof body === 'string'
        ? { body, isBroken: false }
        : brokenAnswer(draws, odds('declarations'), body);
    const full =
      dialect.unknownMembers && !plain && typeof sent.body === 'object' && !Array.isArray(sent.body)
        ? { ...sent.body, xFurther: { region: 'eu' }, trace: [1, 'two', null] }
        : sent.body;
    return {
      status,
      headers: {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...(dialect.hasDateHeader ? { date: new Date(clock()).toUTCString() } : {}),
        ...dialect.versionHeaders,
        ...headers,
      },
      text: typeof body === 'string' ? body : JSON.stringify(plain ? full : written(full, dialect)),
      wait: null,
      final: false,
      reached: () => {},
      ...rest,
      // What cannot be understood has stated nothing.
      ...(sent.isBroken && { wait: null, reached: () => {} }),
    };
  };

  const wrappedAnswer: Core['wrappedAnswer'] = (name, body, more) =>
    answered(200, wrapped(name, body, dialect), more);

  const problem: Core['problem'] = (status, code, wait = null, retryable) =>
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
        plain: true,
        headers: wait?.headers ?? {},
        wait: wait?.ms == null ? null : { ms: wait.ms, of: 'origin' },
        final: retryable === false,
      },
    );

  const drawTrouble: Core['drawTrouble'] = (what, of) => {
    const wait = () => drawWait(draws, what, clock(), dialect.hasDateHeader);
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

  return {
    ...options,
    dialect,
    odds,
    clock,
    stamp,
    answered,
    wrappedAnswer,
    problem,
    drawTrouble,
    recover: () => {
      recovered = true;
    },
    hasRecovered: () => recovered,
  };
}
