import type { Thrown } from '../../threads/thrown.ts';

/** Asks the thread to exit after answering the requests already sent. */
export type End = 'end';

/** A read as sent to the thread. */
export type ReadingRequest = { id: number; name: string; input: readonly unknown[] };

export type Answered =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'thrown'; id: number; thrown: Thrown };
