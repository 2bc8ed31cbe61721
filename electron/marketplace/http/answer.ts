import type { Problem } from './problem.ts';

/** What the service can be asked for. The contract shows method and path of the first three only (§4). */
export const ROLES = [
  'freshness',
  'search',
  'sandboxReference',
  'list',
  'describe',
  'compare',
  'quote',
  'call',
  'callStatus',
  'callList',
  'cancel',
  'reconcile',
  'account',
  'balance',
] as const;
export type Role = (typeof ROLES)[number];

/** A 2xx answer with a JSON body. */
export type Answer = {
  status: number;
  /** Without the key. Absent where it did not come over HTTP by itself. */
  headers?: Headers;
  body: unknown;
  /** The body exactly as it came, after transfer and content decoding. */
  bytes: Uint8Array;
  /** The service's x-ae-request-id (§7.2). */
  requestId: string | null;
  /** UTC ms on this machine's clock, when the body was whole. */
  receivedAt: number;
  /** The service's own Date header in UTC ms, where it sent one; whole seconds. */
  serverDate: number | null;
  /** The wait that a success names in its Retry-After header, in milliseconds (§7.1). */
  retryAfterMs?: number | null;
};

/**
 * How far a failed request got. `not_sent`: provably no byte of it reached the service. `maybe`: it may have arrived
 * and been carried out; so it is where a success came whose body is lost. `answered`: the service answered with a
 * status that is no success, or pointed elsewhere.
 */
type Delivery = 'not_sent' | 'maybe' | 'answered';

export type RequestFailure = {
  /** A stable token: `offline`, `timeout`, `rate_limited`, `unbound`, `no_key`, `unreadable`, `problem`, … */
  code: string;
  delivery: Delivery;
  /** What happened, in our words. */
  message: string;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** The service's problem details (RFC 9457) where it sent some. Foreign text: data, never markup. */
  problem: Problem | null;
  /** The body of a failed answer where it was JSON. */
  body: unknown;
  /** What arrived of a body that could not be read as JSON. */
  bytes?: Uint8Array;
  /** The PAYMENT-REQUIRED header of a 402, as it came. */
  paymentRequired?: string;
};

export type Reply = { ok: true; answer: Answer } | { ok: false; failure: RequestFailure };

export type RequestOptions = {
  signal?: AbortSignal;
  /** Milliseconds until the request is given up; the role's own deadline where absent. */
  deadlineMs?: number;
};

/** One marketplace, spoken to. The only way in which features reach the network. */
export type Marketplace = {
  /** The exact origin of the address, such as `https://market.example`. */
  readonly origin: string;
  /**
   * Asks for `role` with `members` under their usual names (`toolRef`, `query`, `idempotencyKey`, …): the binding
   * renames them to what the operation declares, leaves out optional ones that it does not declare, validates against
   * the operation's schema and sends. Never throws for what the network or the service does.
   */
  ask(role: Role, members: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<Reply>;
  /** Whether a role can be asked for, and if not, why, in a sentence. */
  available(role: Role): { ok: true } | { ok: false; why: string };
};
