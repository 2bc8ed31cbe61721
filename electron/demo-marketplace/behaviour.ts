import type { DemoAmount } from './purchases/amount.ts';
import type { QUOTE_REFUSAL_CODES } from './schemas/purchase-schemas.ts';

/** What a Tool's posture can be: callable, or why not (the reasons of describe's `unavailable`). */
export type DemoPosture =
  | 'callable'
  | 'setup_required'
  | 'inspection_required'
  | 'temporarily_unavailable'
  | 'readiness_expired'
  | 'publisher_withdrew'
  | 'under_review'
  | 'updated_terms_require_review'
  | 'not_supported_by_ae';

/** How a Call ends. A plan is stored with its Call, so that a restarted marketplace goes on with it. */
export type CallPlan = {
  outcome:
    | 'completed'
    | 'pending'
    | 'outcome_unknown'
    | 'reconciliation_required'
    | 'refused'
    | 'needs_authority'
    | 'unknown_kind';
  /** Status reads that still find it open; absent: a pending Call resolves at the first read, an unknown one never. */
  polls?: number;
  /** How it resolves after those reads; completed where nothing is said. */
  resolvesTo?: 'completed' | 'refused' | 'cancelled';
  retryAfterMs?: number;
  /** Code of a refusal, at once or when it resolves. */
  code?: string;
  retryable?: boolean;
  nextAction?: string;
  /** A refusal can show a receipt: money moved, and the receipt says what became of it. */
  receipt?: 'settled' | 'refunded' | 'none';
  /** The charge state shown, where the Call is not plainly paid. */
  chargeState?: 'free_tier' | 'paid' | 'insufficient_credit' | 'outcome_unknown' | 'refunded';
  /** Charged instead of the quoted price, in the books as well as in what is shown. */
  charged?: DemoAmount;
  /** The word shown for the charge instead of the books' own. */
  chargeWord?: string;
  /** The state that call.status shows while it is pending. */
  pendingState?:
    | 'gathering_information'
    | 'awaiting_authority'
    | 'authorized'
    | 'leased'
    | 'in_progress'
    | 'retryable';
};

export type QuoteRefusal = {
  code: (typeof QUOTE_REFUSAL_CODES)[number] | (string & {});
  retryable?: boolean;
  reason?: string;
  retryAfterMs?: number;
  requiredActions?: Record<string, unknown>[];
};

/** Changes to a Tool as it is listed. */
type ToolChange = {
  version?: number;
  posture?: DemoPosture;
  price?: DemoAmount;
  title?: string;
  healthStatus?: 'operational' | 'degraded' | 'unverified';
  inputJsonSchema?: Record<string, unknown>;
  outputJsonSchema?: Record<string, unknown>;
  hidden?: boolean;
};

/** How the marketplace behaves where a service may choose. Tests change it while it runs. */
export type Behaviour = {
  catalogue: {
    status: 'fresh' | 'stale' | 'failed' | 'absent';
    refreshState?: 'none' | 'refreshing' | 'complete' | 'failed';
    partialResults?: boolean;
    /** Hours since the last complete read; absent: one that fits the status. */
    ageHours?: number;
    unavailable?: 'source_unavailable' | 'source_capacity_exceeded';
  };
  quoteLifetimeMs: number;
  /** Taken one by one by the next quotes. */
  quoteRefusals: QuoteRefusal[];
  /** Taken one by one by the next Calls that are recorded. */
  callPlans: CallPlan[];
  /** For every Call that finds no plan waiting. */
  callPlan: CallPlan;
  /** Refusals that the next Calls get before anything is recorded. */
  callRefusals: QuoteRefusal[];
  /** How quotes are legal and yet not what one expects. */
  quoting: {
    /** A quote's reference is a hash of what is offered, so that the same offer has the same one again. */
    hashedRefs?: boolean;
    /** The price of the quote, whatever the listing says. */
    price?: DemoAmount;
    /** Members that the normalised input has instead of those requested, and that are executed. */
    normalised?: Record<string, unknown>;
  };
  /** How little the list of Calls says of each. `bare`: reference and state alone. `no_zone`: stamps without a zone. */
  listing: { items?: 'bare' | 'no_zone' };
  /** The status that a repeated order of a Call that was made is answered with, in place of its result. */
  repeatedOrderStatus: 402 | 404 | 410 | null;
  /** Answers of tool.call and call.status name another Call than the one that was made. */
  changedCallRef: boolean;
  /** By capability id. */
  tools: Record<string, ToolChange>;
  /** Headers added to every answer of an endpoint (an operationId and the like), or of all ('*'). */
  headers: Record<string, Record<string, string>>;
  paymentForm: 'both' | 'v1' | 'v2';
  /** Added to every time that the service gives: Date header, expiresAt, completedAt and the like. */
  clockSkewMs: number;
  /** Open for development: the sandbox reference answers (§4.1: a public deployment rejects it). */
  sandboxReference: boolean;
  oauth: {
    /** Whether the device flow is offered beside the authorization code. */
    deviceFlow: boolean;
    /** How far apart the polls of the device flow must be. */
    intervalSeconds: number;
    /** A wrong `resource` in the protected-resource metadata. */
    resource?: string;
  };
  mcp: { pageSize: number; hiddenTools: string[] };
};

const QUOTE_LIFETIME_MS = 5 * 60_000;

export function defaultBehaviour(): Behaviour {
  return {
    catalogue: { status: 'fresh' },
    quoteLifetimeMs: QUOTE_LIFETIME_MS,
    quoteRefusals: [],
    callPlans: [],
    callPlan: { outcome: 'completed' },
    callRefusals: [],
    quoting: {},
    listing: {},
    repeatedOrderStatus: null,
    changedCallRef: false,
    tools: {},
    headers: {},
    paymentForm: 'both',
    clockSkewMs: 0,
    sandboxReference: false,
    oauth: { deviceFlow: true, intervalSeconds: 1 },
    mcp: { pageSize: 50, hiddenTools: [] },
  };
}
