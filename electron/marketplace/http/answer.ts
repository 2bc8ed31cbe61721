import type { RepeatedMember } from '#shared/exact-json.ts';
import type { AnswerMap } from '../service/answer-map.ts';

/** RFC 9457 problem details, as far as readable. All texts are foreign. */
export type Problem = {
  /** The service's stable code. */
  code: string | null;
  kind: string | null;
  title: string | null;
  detail: string | null;
  retryable: boolean | null;
};

/** The service's roles. The contract states method and path of the first three only (§4). */
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
  'account',
  'balance',
] as const;
export type Role = (typeof ROLES)[number];

/** A 2xx answer with a JSON body. */
export type Answer = {
  status: number;
  /** Without the key. Absent if not received over HTTP. */
  headers?: Headers;
  body: unknown;
  /** Members that stand more than once in one object of the body; absent if none does. */
  repeated?: readonly RepeatedMember[];
  /** Where it holds what its role needs; absent where its operation declares no answer. */
  map?: AnswerMap | undefined;
  /** The body as received, after transfer and content decoding. */
  bytes: Uint8Array;
  /** The service's x-ae-request-id (§7.2). */
  requestId: string | null;
  /** UTC ms on this machine's clock, when the body was complete. */
  receivedAt: number;
  /** The service's Date header in UTC ms, to whole seconds; null if absent. */
  serverDate: number | null;
  /** A success's Retry-After header, in ms (§7.1). */
  retryAfterMs?: number | null;
};

/**
 * How far a failed request got. `not_sent`: certainly no byte reached the service. `maybe`: it may have been carried
 * out, also if the body of a success was lost. `answered`: the service answered with an error or a redirect.
 */
type Delivery = 'not_sent' | 'maybe' | 'answered';

export type RequestFailure = {
  /** A stable token: `offline`, `timeout`, `rate_limited`, `unbound`, `no_key`, `unreadable`, `problem`, … */
  code: string;
  delivery: Delivery;
  /** What happened, in Milepost's words. */
  message: string;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** The service's problem details (RFC 9457), if any. Foreign text: data, never markup. */
  problem: Problem | null;
  /** The JSON body of a failed answer. */
  body: unknown;
  /** As of an answer; where an answer was none because of them, with its map. */
  repeated?: readonly RepeatedMember[];
  map?: AnswerMap | undefined;
  /** The bytes of a body that could not be read as JSON. */
  bytes?: Uint8Array;
  /** The PAYMENT-REQUIRED header of a 402, as received. */
  paymentRequired?: string;
};

export type Reply = { ok: true; answer: Answer } | { ok: false; failure: RequestFailure };

/** The bytes of what came, where they may be paid for; absent where they were read as a refusal. */
export const bytesOf = (reply: Reply): Uint8Array | undefined =>
  reply.ok ? reply.answer.bytes : reply.failure.delivery === 'maybe' ? reply.failure.bytes : undefined;

export type RequestOptions = {
  signal?: AbortSignal;
  /** Milliseconds until the request is cancelled; the role's own deadline if absent. */
  deadlineMs?: number;
};

/** One marketplace. Features reach the network only through this. */
export type Marketplace = {
  /** The exact origin of the address, such as `https://market.example`. */
  readonly origin: string;
  /**
   * Sends a role's request with `members` under their usual names (`toolRef`, `query`, `idempotencyKey`, …): the
   * binding renames them to the operation's names, leaves out undeclared optional ones, validates against the schema
   * and sends. Never throws for network or service errors.
   */
  ask(role: Role, members: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<Reply>;
  /** Why a role’s request could not be made with these members, as a sentence; null if it could. Sends nothing. */
  whyNot(role: Role, members: Readonly<Record<string, unknown>>): Promise<string | null>;
  /** Whether a role can be used; if not, why, as a sentence. */
  available(role: Role): { ok: true } | { ok: false; why: string };
};
