import type { Amount } from '#shared/money.ts';
import type { DemoPosture } from '../../../electron/demo-marketplace/catalogue/tool.ts';
import type { MovingCursor } from './moving-cursor.ts';

/** How a Call ends, other than completed and paid at once. */
export type CallPlan = {
  outcome: 'completed' | 'pending' | 'outcome_unknown' | 'refused';
  /** How many status reads find it open before it is completed: by default none of a pending Call, all of an unknown one. */
  polls?: number;
  retryAfterMs?: number;
  /** The code of a refusal, and its receipt if money moved. */
  code?: string;
  receipt?: 'settled' | 'refunded' | 'none';
  /** The charge state of a completed Call, if not the usual one. */
  chargeState?: string;
  /** The amount charged instead of the quoted price, in the books and in the answers. */
  charged?: Amount;
};

/** How the rows of the award search deviate from the contract (§2.2 to 2.4). Empty: not at all. */
export type AwardDrift = {
  /** A cursor that is the position of the next row. */
  movingCursor?: MovingCursor;
  /** Members of the response that are replaced. */
  replace?: Record<string, unknown>;
};

/** Changes to a Tool's listing. */
type ToolChange = {
  version?: number;
  posture?: DemoPosture;
  price?: Amount;
  inputJsonSchema?: Record<string, unknown>;
  hidden?: boolean;
};

/** What the marketplace does otherwise than the plain one, beyond single answers: those are faults. */
export type Behaviour = {
  /** Each is used once, by the next recorded Calls. */
  callPlans: CallPlan[];
  /** For Calls after `callPlans` is used up. */
  callPlan: CallPlan;
  /** By capability id. */
  tools: Record<string, ToolChange>;
  award: AwardDrift;
  /** Whether another provider lists a Tool of the same award search. */
  secondProvider: boolean;
  /** The shortest interval between polls of the device flow. */
  devicePollSeconds: number;
};

export const usualBehaviour = (): Behaviour => ({
  callPlans: [],
  callPlan: { outcome: 'completed' },
  tools: {},
  award: {},
  secondProvider: false,
  devicePollSeconds: 1,
});
