import type { Amount } from './amount.ts';
import type { JsonObject } from './json.ts';

/** What a Tool's posture can be: callable, or why not (the reasons of describe's `unavailable`). */
export const POSTURES = [
  'callable',
  'setup_required',
  'inspection_required',
  'temporarily_unavailable',
  'readiness_expired',
  'publisher_withdrew',
  'under_review',
  'updated_terms_require_review',
  'not_supported_by_ae',
] as const;
export type Posture = (typeof POSTURES)[number];

/** How the next Calls end. A plan is stored with its Call, so that a restarted marketplace goes on with it. */
export type CallPlan = {
  outcome:
    | 'completed'
    | 'pending'
    | 'outcome_unknown'
    | 'reconciliation_required'
    | 'refused'
    | 'needs_authority'
    | 'unknown_kind';
  /** Status reads until the Call resolves; absent: `pending` resolves at the first read, an unknown outcome never. */
  polls?: number;
  /** How it resolves after those reads. */
  resolvesTo?: 'completed' | 'refused' | 'cancelled';
  retryAfterMs?: number;
  /** Code of a refusal, at once or when it resolves. */
  code?: string;
  retryable?: boolean;
  nextAction?: string;
  /** A refusal that shows a receipt: money moved and the receipt says what became of it. */
  receipt?: 'settled' | 'refunded' | 'none';
  /** Charge state told where the Call is not plainly paid. */
  chargeState?: string;
  /** State told by call.status while pending. */
  pendingState?: string;
};

export type QuoteRefusal = {
  code: string;
  retryable?: boolean;
  reason?: string;
  retryAfterMs?: number;
  requiredActions?: JsonObject[];
};

/** How the rows of the award search leave the contract (§2.2 to 2.4). All off: they keep it to the letter. */
export type AwardDrift = {
  /** Other cabins' fields and timestamps, as the upstream source is known to send. */
  extraMembers?: boolean;
  /** Every n-th row loses a member or has one of a wrong type. */
  brokenEvery?: number;
  /** Members of the response that are left out. */
  drop?: string[];
  /** Members of the response that are replaced. */
  replace?: JsonObject;
};

/** Changes to a Tool as it is listed, by capability id. */
export type ToolChange = {
  version?: number;
  posture?: Posture;
  price?: Amount;
  healthStatus?: 'operational' | 'degraded' | 'unverified';
  inputJsonSchema?: JsonObject;
  outputJsonSchema?: JsonObject;
  hidden?: boolean;
};

export type OpenApiVariant =
  | 'normal'
  | 'missing'
  | 'malformed'
  | 'huge'
  | 'self_referencing'
  | 'other_origin'
  | 'duplicate_operation_ids'
  | 'renamed_paths';

/**
 * Everything about the marketplace that the control surface can change while it runs. Without a control surface these
 * defaults hold for ever.
 */
export type Behaviour = {
  catalogue: {
    status: 'fresh' | 'stale' | 'failed' | 'absent';
    refreshState?: 'none' | 'refreshing' | 'complete' | 'failed';
    partialResults?: boolean;
    /** Hours since the last whole read; absent: one that fits the status. */
    ageHours?: number;
    unavailable?: 'source_unavailable' | 'source_capacity_exceeded';
  };
  quoteLifetimeMs: number;
  quoteRefusals: QuoteRefusal[];
  callPlans: CallPlan[];
  /** Answers of tool.call and call.status name another Call than the one that was made. */
  changedCallRef: boolean;
  award: AwardDrift;
  tools: Record<string, ToolChange>;
  /** Headers added to every answer of an operation, by operationId or '*'. */
  headers: Record<string, Record<string, string>>;
  openapi: OpenApiVariant;
  /** Added to every time that the service tells: Date header, expiresAt, completedAt. */
  clockSkewMs: number;
  /** Open for development: the sandbox reference answers (§4.1: a public deployment rejects it). */
  sandboxReference: boolean;
};

export const QUOTE_LIFETIME_MS = 5 * 60_000;

export function defaultBehaviour(): Behaviour {
  return {
    catalogue: { status: 'fresh' },
    quoteLifetimeMs: QUOTE_LIFETIME_MS,
    quoteRefusals: [],
    callPlans: [],
    changedCallRef: false,
    award: {},
    tools: {},
    headers: {},
    openapi: 'normal',
    clockSkewMs: 0,
    sandboxReference: false,
  };
}
