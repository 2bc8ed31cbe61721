import { ContractFailure, type Failure } from '#shared/contract/failure.ts';

/** Asks the thread to end once it has answered what was asked before. */
export type End = 'end';

/** One reading, as it is sent to the thread that does it. */
export type ReadingRequest = { id: number; name: string; input: readonly unknown[] };

/** What was thrown there: a mapped failure, or an error with the code that SQLite gave it. */
export type Thrown =
  | { kind: 'failure'; failure: Failure }
  | { kind: 'error'; message: string; stack: string; code: string | null };

export type Answered =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'thrown'; id: number; thrown: Thrown };

/** An error as data that can cross to another thread. */
export function thrownOf(error: unknown): Thrown {
  if (error instanceof ContractFailure) return { kind: 'failure', failure: error.failure };
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { kind: 'error', message, stack, code };
}

/** The error again, known by the same code: what SQLite threw is still known as SQLite's. */
export function errorOf(thrown: Thrown): Error {
  if (thrown.kind === 'failure') return new ContractFailure(thrown.failure);
  const error = new Error(thrown.message);
  error.stack = thrown.stack;
  return thrown.code === null ? error : Object.assign(error, { code: thrown.code });
}
