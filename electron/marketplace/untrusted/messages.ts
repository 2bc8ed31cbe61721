import type { JobName } from './jobs.ts';

export type JobRequest = { id: number; name: JobName; input: unknown };

export type JobAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number };
