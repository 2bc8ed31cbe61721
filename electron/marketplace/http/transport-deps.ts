import type { ActivityRow } from '#shared/contract/program/activity.ts';
import type { OriginBudgets } from '../waits/origin-budget.ts';
import type { Timing } from '../waits/timing.ts';
import type { ReadHeavy } from './json-body.ts';

export type RecordActivity = (row: Omit<ActivityRow, 'id'>) => void;

/** What a finished attempt shows about the network. `instead`: something in between answered, not the service. */
export type NetworkSign = 'answered' | 'unreachable' | 'instead';

/** Whether an answer of this status and body is one that its operation declares, or has the shape seen live. */
export type IsDeclared = (status: number, body: unknown) => boolean;

/** An answer as far as it shows who gave it. `body` is null if it is not JSON. */
export type Seen = {
  status: number;
  headers: Headers;
  body: unknown;
  bytes: Uint8Array;
  isDeclared: IsDeclared;
};

export type TransportDeps = {
  fetch: typeof globalThis.fetch;
  /** UTC milliseconds. */
  clock: () => number;
  /** The system's if absent. */
  timing?: Timing;
  /** Budgets and waits of all origins, shared by all requests: no part of the program creates its own. */
  budgets: OriginBudgets;
  /** The only origin of this transport. */
  origin: string;
  /** The key that was given for this origin, or null. */
  keyFor: () => Promise<string | null>;
  record: RecordActivity;
  onSign?: (sign: NetworkSign) => void;
  /** Called with the status of each answer of the service to a request that carried the key. */
  onKeyAnswered?: ((status: number) => void) | undefined;
  /** Whether the service itself gave an answer that is no page and no redirect, null if unknown; any is if absent. */
  isOwn?: (seen: Seen) => boolean | null;
  /** Parses answers too heavy for this process; if absent, they are not read. */
  readHeavy?: ReadHeavy | undefined;
  /** How long a request may wait automatically for the service, in ms. */
  longestWaitMs?: number;
};
