import { ContractFailure, type Failure } from '#shared/contract/failure.ts';

/** A serialised error of a thread: a mapped failure, or an error with SQLite's code. */
export type Thrown =
  | { kind: 'failure'; failure: Failure }
  | { kind: 'error'; message: string; stack: string; code: string | null };

/** Serialises an error for another thread. */
export function serialiseError(error: unknown): Thrown {
  if (error instanceof ContractFailure) return { kind: 'failure', failure: error.failure };
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  return { kind: 'error', message, stack, code };
}

/** Restores the error with its code, so that SQLite's errors are still recognised. */
export function deserialiseError(thrown: Thrown): Error {
  if (thrown.kind === 'failure') return new ContractFailure(thrown.failure);
  const error = new Error(thrown.message);
  error.stack = thrown.stack;
  return thrown.code === null ? error : Object.assign(error, { code: thrown.code });
}
