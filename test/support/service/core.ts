import type { Books } from './books.ts';
import type { Draws } from './draws.ts';
import { type Habits, habitsOf } from './habits.ts';
import { drawWait, type Wait } from './waits.ts';

export type Members = Record<string, unknown>;

/** A request to the service, in the words of roles. */
export type Requested = { role: string; key: string | null; members: Members };

/** The service's answer, in the shapes seen live. `reached` is called when it has reached the program completely. */
export type Said = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Whether it is sent as it is: no answer to a role. */
  plain: boolean;
  /** Members that are declared nowhere, sent beside those of the answer. */
  beside: Members;
  /** A wait that it names, and its scope. */
  wait: { ms: number; of: 'origin' | string } | null;
  /** Whether it states that it must not be repeated. */
  final: boolean;
  reached: () => void;
};

/** Marks what is passed on as it is, in whatever words the rest is sent: a Tool's output, its input and its schemas. */
export class Given {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
  toJSON(): unknown {
    return this.value;
  }
}

type Mood = 'order' | 'call' | 'charge' | 'reads' | 'catalogue' | 'quote' | 'connections' | 'declarations';

export type ServiceOptions = {
  origin: string;
  now: () => number;
  draws: Draws;
  books: Books;
};

/** What every part of a service shares: its moods, its clock, and its habits. */
export type Core = ServiceOptions & {
  readonly habits: Habits;
  odds(of: Mood): number;
  /** Its own clock, UTC ms. */
  clock(): number;
  said(status: number, body: unknown, more?: Partial<Said>): Said;
  problem(status: number, code: string, wait?: Wait | null, retryable?: boolean): Said;
  /** Another answer than requested; null where there is no trouble. */
  drawTrouble(what: string, of: Mood): Said | null;
  /** From now on it is never unfriendly again. */
  recover(): void;
  hasRecovered(): boolean;
};

export function coreOf(options: ServiceOptions): Core {
  const { now, draws } = options;
  const habits = habitsOf(draws);
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
  const clock = () => Math.floor(now() + habits.clockAhead + ((now() - started) * habits.drift) / 1e6);

  const said: Core['said'] = (status, body, { headers = {}, ...more } = {}) => ({
    status,
    headers: {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      ...(habits.hasDateHeader ? { date: new Date(clock()).toUTCString() } : {}),
      ...habits.versionHeaders,
      ...headers,
    },
    body,
    plain: typeof body === 'string',
    beside: {},
    wait: null,
    final: false,
    reached: () => {},
    ...more,
  });

  const problem: Core['problem'] = (status, code, wait = null, retryable) =>
    said(
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
    const wait = () => drawWait(draws, what, clock(), habits.hasDateHeader);
    const kind = draws.choose(`answer to ${what}`, odds(of), {
      'what was requested': () => null,
      'status 429': () => problem(429, 'rate_limited', wait()),
      '429 that must not be repeated': () => problem(429, 'quota_exceeded', wait(), false),
      'status 500': () => problem(500, 'internal', wait()),
      'status 502': () => said(502, '<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } }),
      'status 503': () => problem(503, 'unavailable', wait()),
      'nothing in it': () => said(200, ''),
    });
    return kind();
  };

  return {
    ...options,
    habits,
    odds,
    clock,
    said,
    problem,
    drawTrouble,
    recover: () => {
      recovered = true;
    },
    hasRecovered: () => recovered,
  };
}
