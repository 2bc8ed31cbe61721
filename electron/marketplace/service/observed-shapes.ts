import type { AnswerRole } from './vocabulary.ts';

/**
 * The answers of the marketplace that this contract describes, as seen live in September 2026, as far as anything of
 * them is read, in the form of a declaration. They apply where an operation declares no answer of its own (§4, rule 3); the embedded marketplace, which
 * answers so, publishes them.
 */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const object = (properties: Readonly<Record<string, unknown>>): Schema => ({ type: 'object', properties });
const only = (value: string): Schema => ({ const: value });
const list = (items: Schema): Schema => ({ type: 'array', items });

const amount = object({ currency: text, units: text, exponent: integer });
const provider = object({ name: text, slug: text });
const candidate = {
  toolRef: text,
  capabilityId: text,
  title: text,
  description: text,
  provider,
  priceLabel: text,
  displayPrice: {
    oneOf: [
      object({ kind: only('indicative'), amount }),
      object({ kind: only('unavailable'), reason: text }),
    ],
  },
  healthStatus: text,
  lastCheckedAt: integer,
  lastHealthyAt: integer,
  listingTier: text,
};
const tool = object({
  ...candidate,
  version: text,
  toolVersion: text,
  inputJsonSchema: {},
  outputJsonSchema: {},
  materialTerms: list(object({ label: text, value: text })),
  dataUse: list(
    object({
      inputPointer: text,
      classification: text,
      phase: text,
      recipient: text,
      purposes: list(text),
    }),
  ),
  effects: list(object({ class: text, authority: text, reversibility: text })),
  authentication: object({ kind: text }),
  payment: object({ protocol: text, scheme: text, network: text, asset: text, currency: text }),
});
const page = {
  schemaVersion: only('registry-tools:v1'),
  count: integer,
  partialResults: flag,
  items: list(object(candidate)),
  pagination: object({ limit: integer, nextCursor: text, hasMore: flag }),
  freshness: object({ source: text, state: text, completedAt: integer, staleAfterMs: integer }),
};
const unavailable = object({
  kind: only('unavailable'),
  schemaVersion: only('registry-tools:v1'),
  query: text,
  reason: text,
});
const usage = object({ chargeState: text, amount });
const receipt = object({
  receiptRef: text,
  state: text,
  totalBuyerCharge: amount,
  refundState: text,
  lossState: text,
  transactionRef: text,
});
const requiredActions = list(object({ title: text, description: text }));
const refusal = { code: text, retryable: flag, reason: text, requiredActions };
const completed = object({
  kind: only('completed'),
  callRef: text,
  toolRef: text,
  output: {},
  evidenceHash: text,
  usage,
  receipt,
});
const pending = object({
  kind: only('pending'),
  callRef: text,
  toolRef: text,
  retryAfterMs: integer,
  usage,
  receipt,
});
const inDoubt = { callRef: text, toolRef: text, evidence: {}, usage, receipt };
const unknown = [
  object({ kind: only('outcome_unknown'), ...inDoubt }),
  object({ kind: only('reconciliation_required'), ...inDoubt }),
];
const refused = object({ kind: only('refused'), ...refusal, callRef: text, usage, receipt });
const needsAuthority = object({ kind: only('needs_authority'), ...refusal, callRef: text, usage, receipt });
const found = object({
  kind: only('found'),
  callRef: text,
  version: integer,
  toolRef: text,
  state: text,
  usage,
  result: { oneOf: [completed, pending, ...unknown, refused, needsAuthority] },
  receipt,
  evidenceHash: text,
});
const failure = { callRef: text, usage, receipt };

export const OBSERVED: Readonly<Record<AnswerRole, Schema>> = {
  freshness: object({
    schemaVersion: only('catalogue-status:v1'),
    status: text,
    refreshState: text,
    generation: text,
    completedAt: integer,
    ageHours: { type: 'number' },
    lastError: text,
  }),
  list: { oneOf: [object({ kind: only('ok'), ...page }), unavailable] },
  search: {
    oneOf: [
      object({ kind: only('ok'), query: text, ...page }),
      object({ kind: only('no_candidates'), query: text, note: text, ...page }),
      unavailable,
    ],
  },
  describe: {
    oneOf: [
      object({ kind: only('found'), tool }),
      object({ kind: only('not_found'), toolRef: text, partialResults: flag }),
      object({ kind: only('unavailable'), toolRef: text, reason: text }),
    ],
  },
  compare: {
    oneOf: [
      object({
        kind: only('ok'),
        tools: list(object(candidate)),
        missing: list(text),
        partialResults: flag,
      }),
      unavailable,
    ],
  },
  quote: {
    oneOf: [
      object({
        kind: only('committed'),
        quoteRef: text,
        toolRef: text,
        toolVersion: { type: ['string', 'integer'] },
        expiresAt: integer,
        normalizedInput: {},
        price: amount,
        sourceRequirement: {},
        // Not seen, and held against the quote where they are there.
        maximumPrice: amount,
        totalAuthorization: amount,
      }),
      object({ kind: only('refused'), ...refusal }),
    ],
  },
  call: { oneOf: [completed, pending, ...unknown, refused, needsAuthority] },
  callStatus: {
    oneOf: [
      found,
      object({ kind: only('unchanged'), callRef: text, version: integer, retryAfterMs: integer }),
      completed,
      pending,
      ...unknown,
      object({ kind: only('refused'), ...refusal, usage, receipt }),
      object({ kind: only('not_found'), ...refusal, usage, receipt }),
    ],
  },
  callList: object({
    kind: only('available'),
    items: list(
      object({
        callRef: text,
        toolRef: text,
        state: text,
        usage,
        // Not seen, and used where they are there: they say whose a Call is.
        quoteRef: text,
        idempotencyKey: text,
        createdAt: integer,
      }),
    ),
    hasMore: flag,
    nextCursor: text,
    // Not seen, and held against the list where it is there.
    partialResults: flag,
  }),
  account: object({
    kind: only('authenticated'),
    accountRef: text,
    scopes: list(text),
  }),
  balance: {
    oneOf: [
      object({
        kind: only('available'),
        accountRef: text,
        available: amount,
        reserved: amount,
      }),
      object({ kind: only('unavailable'), accountRef: text, reason: text }),
    ],
  },
  failure: object(failure),
};
