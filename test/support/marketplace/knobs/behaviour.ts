import type { Amount } from '#shared/money.ts';
import type { DemoPosture } from '../../../../electron/demo-marketplace/catalogue/tool.ts';
import type { QuoteRefusal } from '../../../../electron/demo-marketplace/purchases/quotes.ts';

/** How a Call ends. Stored with the Call, so that it survives a restart of the marketplace. */
export type CallPlan = {
  outcome: 'completed' | 'pending' | 'outcome_unknown' | 'reconciliation_required' | 'refused';
  /** How many status reads find it open; by default a pending Call resolves at the first, an unknown one never. */
  polls?: number;
  /** How it resolves after those reads; completed by default. */
  resolvesTo?: 'completed' | 'refused' | 'cancelled';
  retryAfterMs?: number;
  /** The code of a refusal, whether immediate or later. */
  code?: string;
  retryable?: boolean;
  /** The receipt of a refusal, if money moved. */
  receipt?: 'settled' | 'refunded' | 'none';
  /** The charge state, if not the usual one. */
  chargeState?: 'free_tier' | 'paid' | 'insufficient_credit' | 'outcome_unknown' | 'refunded';
  /** The amount charged instead of the quoted price, in the books and in the answers. */
  charged?: Amount;
};

/** Changes to a Tool's listing. */
type ToolChange = {
  version?: number;
  posture?: DemoPosture;
  price?: Amount;
  title?: string;
  healthStatus?: 'operational' | 'degraded' | 'unverified';
  inputJsonSchema?: Record<string, unknown>;
  outputJsonSchema?: Record<string, unknown>;
  hidden?: boolean;
};

/** What the marketplace does otherwise than the plain one, where the contract leaves a choice. Tests change it while it runs. */
export type Behaviour = {
  catalogue: {
    status: 'fresh' | 'stale' | 'failed' | 'absent';
    refreshState?: 'none' | 'refreshing' | 'complete' | 'failed';
    partialResults?: boolean;
    /** Hours since the last complete read; by default, one that fits the status. */
    ageHours?: number;
    unavailable?: 'source_unavailable' | 'source_capacity_exceeded';
  };
  /** Each is used once, by the next quotes. */
  quoteRefusals: QuoteRefusal[];
  /** Each is used once, by the next recorded Calls. */
  callPlans: CallPlan[];
  /** For Calls after `callPlans` is used up. */
  callPlan: CallPlan;
  /** Unusual but valid quotes. */
  quoting: {
    /** The price of the quote instead of the listed one. */
    price?: Amount;
    /** Members that replace requested ones in the normalised, executed input. */
    normalised?: Record<string, unknown>;
  };
  /** The HTTP status of the answer to a repeated order, in place of its result. */
  repeatedOrderStatus: 402 | 410 | null;
  /** By capability id. */
  tools: Record<string, ToolChange>;
  /** Headers added to every answer, by endpoint (an operationId or the like); '*' for all. */
  headers: Record<string, Record<string, string>>;
  /** Whether the sandbox reference is enabled (§4.1: a public deployment rejects it). */
  sandboxReference: boolean;
  oauth: {
    /** Whether the device flow is offered besides the authorization code. */
    deviceFlow: boolean;
    /** The shortest interval between polls of the device flow. */
    intervalSeconds: number;
    /** A wrong `resource` in the protected-resource metadata. */
    resource?: string;
  };
};

export function defaultBehaviour(): Behaviour {
  return {
    catalogue: { status: 'fresh' },
    quoteRefusals: [],
    callPlans: [],
    callPlan: { outcome: 'completed' },
    quoting: {},
    repeatedOrderStatus: null,
    tools: {},
    headers: {},
    sandboxReference: false,
    oauth: { deviceFlow: true, intervalSeconds: 1 },
  };
}
