import type { JsonObject } from '../http/json.ts';
import {
  ANY_OBJECT,
  CALL_REF,
  closed,
  IDEMPOTENCY_KEY,
  integer,
  list,
  oneOf,
  only,
  QUOTE_REF,
  ref,
  TOOL_REF,
  text,
  time,
} from './shared-schemas.ts';

const boolean = { type: 'boolean' };

export const QUOTE_REFUSAL_CODES = [
  'tool_not_found',
  'tool_not_current',
  'tool_not_ready',
  'tool_unsupported',
  'input_invalid',
  'grant_not_found',
  'budget_exceeded',
  'insufficient_balance',
  'treasury_capacity_unavailable',
  'pricing_setup_required',
  'commercial_policy_unavailable',
  'inspection_unavailable',
] as const;

const CALL_STATES = [
  'gathering_information',
  'awaiting_authority',
  'authorized',
  'leased',
  'in_progress',
  'retryable',
  'reconciliation_required',
  'terminal',
  'cancelled',
  'invalidated',
] as const;

const CHARGE_STATES = ['free_tier', 'paid', 'insufficient_credit', 'outcome_unknown', 'refunded'] as const;

const refusedCall = {
  code: text({ description: 'Stable token' }),
  retryable: boolean,
  callRef: CALL_REF,
  toolRef: TOOL_REF,
  nextAction: text(),
  ownerHandoff: closed({ title: text(), url: text() }, ['url']),
  receipt: ref('Receipt'),
};
const unknownCall = {
  callRef: CALL_REF,
  toolRef: TOOL_REF,
  evidence: ref('UnknownOutcomeEvidence'),
  receipt: ref('Receipt'),
};

export const PURCHASE_SCHEMAS: Record<string, JsonObject> = {
  QuoteRequest: closed({ toolRef: TOOL_REF, input: ANY_OBJECT }),
  CallRequest: closed({ quoteRef: QUOTE_REF, idempotencyKey: IDEMPOTENCY_KEY }),
  CancelCallRequest: closed({ idempotencyKey: IDEMPOTENCY_KEY }),
  Quote: {
    oneOf: [
      closed(
        {
          kind: only('committed'),
          quoteRef: QUOTE_REF,
          toolRef: TOOL_REF,
          toolVersion: integer({ minimum: 1 }),
          expiresAt: time('When the quote ends'),
          normalizedInput: ANY_OBJECT,
          price: ref('Amount'),
          sourceRequirement: ANY_OBJECT,
          account: closed({ accountRef: text(), available: ref('Amount') }),
          budget: closed({ principalRef: text(), maximumPerCall: ref('Amount') }),
          policyRefs: list(text()),
          evidenceDigest: text(),
          continuation: ref('Continuation'),
        },
        ['sourceRequirement'],
      ),
      closed(
        {
          kind: only('refused'),
          code: { type: 'string', enum: [...QUOTE_REFUSAL_CODES] },
          retryable: boolean,
          correlationRef: text(),
          reason: text(),
          continuation: ref('Continuation'),
          requiredActions: list(ref('RequiredAction')),
        },
        ['reason', 'continuation', 'requiredActions'],
      ),
    ],
  },
  Continuation: closed(
    {
      action: text(),
      method: text(),
      path: text(),
      input: ANY_OBJECT,
      retryAfterMs: integer({ minimum: 0 }),
    },
    ['method', 'path', 'input', 'retryAfterMs'],
  ),
  RequiredAction: closed(
    { title: text(), description: text(), cta: text(), ctaLabel: text(), status: text() },
    ['cta', 'ctaLabel'],
  ),
  Usage: closed(
    {
      usageRef: text(),
      observedAt: time('When the charge was seen'),
      chargeState: { type: 'string', enum: [...CHARGE_STATES] },
      amount: ref('Amount'),
      priceDigest: text(),
      transactionRef: text(),
      durationMs: integer({ minimum: 0 }),
    },
    ['transactionRef', 'durationMs'],
  ),
  Receipt: closed(
    {
      receiptRef: text(),
      state: oneOf('reserved', 'settled', 'refunded', 'unknown'),
      buyerCharge: ref('Amount'),
      serviceFee: ref('Amount'),
      totalBuyerCharge: ref('Amount'),
      priceDigest: text(),
      transactionRef: text(),
      refundState: oneOf('released', 'not_applicable', 'unknown'),
      lossState: oneOf('none', 'provider_output_invalid', 'unknown'),
      evidenceHash: text(),
      issuedAt: text({ format: 'date-time' }),
    },
    ['transactionRef', 'refundState', 'lossState'],
  ),
  UnknownOutcomeEvidence: closed(
    { reason: text(), observedAt: time('When the outcome was lost'), retry: text(), evidenceHash: text() },
    ['evidenceHash'],
  ),
  CallResult: {
    oneOf: [
      closed(
        {
          kind: only('completed'),
          callRef: CALL_REF,
          toolRef: TOOL_REF,
          output: { description: "The Tool's output, as its outputJsonSchema says" },
          evidenceHash: text(),
          usage: ref('Usage'),
          receipt: ref('Receipt'),
        },
        ['receipt'],
      ),
      closed(
        {
          kind: only('pending'),
          callRef: CALL_REF,
          toolRef: TOOL_REF,
          retryAfterMs: integer({ minimum: 0 }),
        },
        ['toolRef'],
      ),
      closed({ kind: only('outcome_unknown'), ...unknownCall }, ['toolRef', 'receipt']),
      closed({ kind: only('reconciliation_required'), ...unknownCall }, ['toolRef', 'receipt']),
      closed({ kind: only('refused'), ...refusedCall }, [
        'callRef',
        'toolRef',
        'nextAction',
        'ownerHandoff',
        'receipt',
      ]),
      closed({ kind: only('needs_authority'), ...refusedCall }, [
        'code',
        'retryable',
        'callRef',
        'toolRef',
        'nextAction',
        'ownerHandoff',
        'receipt',
      ]),
    ],
  },
  CallStatus: {
    oneOf: [
      closed(
        {
          kind: only('found'),
          callRef: CALL_REF,
          version: integer({ minimum: 1 }),
          toolRef: TOOL_REF,
          state: { type: 'string', enum: [...CALL_STATES] },
          usage: ref('Usage'),
          result: ref('CallResult'),
          receipt: ref('Receipt'),
          evidenceHash: text(),
        },
        ['usage', 'result', 'receipt', 'evidenceHash'],
      ),
      closed({
        kind: only('unchanged'),
        callRef: CALL_REF,
        version: integer({ minimum: 1 }),
        retryAfterMs: integer({ minimum: 0 }),
      }),
      closed({ kind: only('refused'), code: text(), retryable: boolean }, ['retryable']),
    ],
  },
  CallList: closed(
    {
      kind: only('available'),
      items: list(
        closed(
          {
            callRef: CALL_REF,
            toolRef: TOOL_REF,
            state: oneOf('pending', 'completed', 'refused', 'reconciliation_required', 'cancelled'),
            resultKind: text(),
            usage: ref('Usage'),
            receiptRef: text(),
            createdAt: time('When the Call was made'),
            updatedAt: time('When the Call last changed'),
          },
          ['resultKind', 'usage', 'receiptRef'],
        ),
      ),
      hasMore: boolean,
      nextCursor: text(),
    },
    ['nextCursor'],
  ),
};
