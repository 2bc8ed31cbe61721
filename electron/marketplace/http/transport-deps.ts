import type { ActivityRow } from '#shared/contract/program/activity.ts';
import type { OriginBudgets } from '../waits/origin-budget.ts';
import type { Timing } from '../waits/timing.ts';
import type { ParseHeavy } from './json-body.ts';

export type RecordActivity = (row: Omit<ActivityRow, 'id'>) => void;

/** What a finished attempt says of the network. */
export type NetworkSign = 'answered' | 'unreachable';

export type TransportDeps = {
  fetch: typeof globalThis.fetch;
  /** UTC milliseconds. */
  clock: () => number;
  /** The system's where absent. */
  timing?: Timing;
  /** Every origin's budget and wait, shared by all that asks: no part of the program makes one of its own. */
  budgets: OriginBudgets;
  /** The one origin that this transport speaks to. */
  origin: string;
  /** The key that was given for exactly this origin, or null. */
  keyFor: () => Promise<string | null>;
  record: RecordActivity;
  onSign?: (sign: NetworkSign) => void;
  /** Parses what would hold this process; where absent, such answers are not read. */
  parseHeavy?: ParseHeavy | undefined;
  /** How long a request waits by itself where the service asks to wait, in milliseconds. */
  longestWaitMs?: number;
};
