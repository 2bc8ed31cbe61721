import type { JobName } from './jobs.ts';

/** No operation of a document is being worked on. */
export const NO_OPERATION = -1;

export type JobRequest = { id: number; name: JobName; input: unknown };

export type JobAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number };
