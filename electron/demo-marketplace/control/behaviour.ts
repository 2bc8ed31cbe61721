import { z } from 'zod';
import { QUOTE_REFUSAL_CODES } from '../schemas/purchase-schemas.ts';

const amount = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  units: z.string().regex(/^-?\d+$/),
  exponent: z.int().min(0).max(18),
});
const jsonObject = z.record(z.string(), z.unknown());
const milliseconds = z.int().min(0);

/** What a Tool's posture can be: callable, or why not (the reasons of describe's `unavailable`). */
const POSTURES = [
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
export type DemoPosture = (typeof POSTURES)[number];

/** How a Call ends. A plan is stored with its Call, so that a restarted marketplace goes on with it. */
const callPlan = z.strictObject({
  outcome: z.enum([
    'completed',
    'pending',
    'outcome_unknown',
    'reconciliation_required',
    'refused',
    'needs_authority',
    'unknown_kind',
  ]),
  /** Status reads that still find it open; absent: a pending Call resolves at the first read, an unknown one never. */
  polls: z.int().min(0).exactOptional(),
  /** How it resolves after those reads; completed where nothing is said. */
  resolvesTo: z.enum(['completed', 'refused', 'cancelled']).exactOptional(),
  retryAfterMs: milliseconds.exactOptional(),
  /** Code of a refusal, at once or when it resolves. */
  code: z.string().exactOptional(),
  retryable: z.boolean().exactOptional(),
  nextAction: z.string().exactOptional(),
  /** A refusal can show a receipt: money moved, and the receipt says what became of it. */
  receipt: z.enum(['settled', 'refunded', 'none']).exactOptional(),
  /** The charge state told, where the Call is not plainly paid. */
  chargeState: z
    .enum(['free_tier', 'paid', 'insufficient_credit', 'outcome_unknown', 'refunded'])
    .exactOptional(),
  /** Charged instead of the quoted price, in the books as well as in what is told. */
  charged: amount.exactOptional(),
  /** The word told for the charge instead of the books' own. */
  chargeWord: z.string().exactOptional(),
  /** The state that call.status tells while it is pending. */
  pendingState: z
    .enum(['gathering_information', 'awaiting_authority', 'authorized', 'leased', 'in_progress', 'retryable'])
    .exactOptional(),
});
export type CallPlan = z.infer<typeof callPlan>;

const quoteRefusal = z.strictObject({
  code: z.enum(QUOTE_REFUSAL_CODES).or(z.string()),
  retryable: z.boolean().exactOptional(),
  reason: z.string().exactOptional(),
  retryAfterMs: milliseconds.exactOptional(),
  requiredActions: z.array(jsonObject).exactOptional(),
});
export type QuoteRefusal = z.infer<typeof quoteRefusal>;

/** How the rows of the award search leave the contract (§2.2 to 2.4). Empty: they keep it to the letter. */
const awardDrift = z.strictObject({
  /** Other cabins' fields and timestamps, as the upstream source is known to send. */
  extraMembers: z.boolean().exactOptional(),
  /** Every n-th row loses a member or has one of a wrong type. */
  brokenEvery: z.int().min(1).exactOptional(),
  /** Members of the response that are left out. */
  drop: z.array(z.string()).exactOptional(),
  /** How every row keeps the types of the contract and is not plain. */
  rows: z.enum(['empty_ids', 'odd_seats', 'dates_with_time']).exactOptional(),
  /** A cursor that is the place of the next row, as a plain count or as an opaque number. */
  movingCursor: z.enum(['from_zero', 'opaque']).exactOptional(),
  /** Members of the response that are replaced. */
  replace: jsonObject.exactOptional(),
});
export type AwardDrift = z.infer<typeof awardDrift>;

/** How quotes are legal and yet not what one expects. */
const quotingTwist = z.strictObject({
  /** A quote's reference is a hash of what is offered, so that the same offer has the same one again. */
  hashedRefs: z.boolean().exactOptional(),
  /** The price of the quote, whatever the listing says. */
  price: amount.exactOptional(),
  /** Members that the normalised input has instead of what was asked, and that are executed. */
  normalised: jsonObject.exactOptional(),
});

/** How little the list of Calls tells of each. */
const listingTwist = z.strictObject({
  /** `bare`: reference and state alone. `no_zone`: stamps without a zone. */
  items: z.enum(['bare', 'no_zone']).exactOptional(),
});

/** Changes to a Tool as it is listed. */
const toolChange = z.strictObject({
  version: z.int().min(1).exactOptional(),
  posture: z.enum(POSTURES).exactOptional(),
  price: amount.exactOptional(),
  title: z.string().exactOptional(),
  healthStatus: z.enum(['operational', 'degraded', 'unverified']).exactOptional(),
  inputJsonSchema: jsonObject.exactOptional(),
  outputJsonSchema: jsonObject.exactOptional(),
  hidden: z.boolean().exactOptional(),
});

const OPENAPI_VARIANTS = [
  'normal',
  'version_3_0',
  'missing',
  'malformed',
  'huge',
  'self_referencing',
  'other_origin',
  'duplicate_operation_ids',
  'renamed_paths',
] as const;

/**
 * Everything about the marketplace that the control surface can change while it runs. Without a control surface the
 * defaults hold for ever.
 */
export const behaviourSchema = z.strictObject({
  catalogue: z.strictObject({
    status: z.enum(['fresh', 'stale', 'failed', 'absent']),
    refreshState: z.enum(['none', 'refreshing', 'complete', 'failed']).exactOptional(),
    partialResults: z.boolean().exactOptional(),
    /** Hours since the last whole read; absent: one that fits the status. */
    ageHours: z.number().min(0).exactOptional(),
    unavailable: z.enum(['source_unavailable', 'source_capacity_exceeded']).exactOptional(),
  }),
  quoteLifetimeMs: milliseconds,
  /** Taken one by one by the next quotes. */
  quoteRefusals: z.array(quoteRefusal),
  /** Taken one by one by the next Calls that are recorded. */
  callPlans: z.array(callPlan),
  /** For every Call that finds no plan waiting. */
  callPlan,
  /** Refusals that the next Calls get before anything is recorded. */
  callRefusals: z.array(quoteRefusal),
  quoting: quotingTwist,
  listing: listingTwist,
  /** The status that a repeated order of a Call that was made is answered with, in place of its result. */
  repeatedOrderStatus: z.union([z.literal(402), z.literal(404), z.literal(410)]).nullable(),
  /** Answers of tool.call and call.status name another Call than the one that was made. */
  changedCallRef: z.boolean(),
  award: awardDrift,
  /** By capability id. */
  tools: z.record(z.string(), toolChange),
  /** Headers added to every answer of an endpoint (an operationId and the like), or of all ('*'). */
  headers: z.record(z.string(), z.record(z.string(), z.string())),
  openapi: z.enum(OPENAPI_VARIANTS),
  paymentForm: z.enum(['both', 'v1', 'v2']),
  /** Added to every time that the service tells: Date header, expiresAt, completedAt and the like. */
  clockSkewMs: z.int(),
  /** Open for development: the sandbox reference answers (§4.1: a public deployment rejects it). */
  sandboxReference: z.boolean(),
  oauth: z.strictObject({
    /** Whether the device flow is offered beside the authorization code. */
    deviceFlow: z.boolean(),
    /** How far apart the polls of the device flow must be. */
    intervalSeconds: z.number().min(0),
    /** A wrong `resource` in the protected-resource metadata. */
    resource: z.string().exactOptional(),
  }),
  mcp: z.strictObject({ pageSize: z.int().min(1), hiddenTools: z.array(z.string()) }),
});
export type Behaviour = z.infer<typeof behaviourSchema>;

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
    award: {},
    tools: {},
    headers: {},
    openapi: 'normal',
    paymentForm: 'both',
    clockSkewMs: 0,
    sandboxReference: false,
    oauth: { deviceFlow: true, intervalSeconds: 1 },
    mcp: { pageSize: 50, hiddenTools: [] },
  };
}
