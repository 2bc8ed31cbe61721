import type { JobName } from './jobs.ts';

/** What a job may take: processor time in ms, and memory of the whole process. */
export type JobLimits = { processorMs: number; memoryMb: number };

export type JobRequest = { id: number; name: JobName; input: unknown; limits: JobLimits };

export type JobAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; value: unknown }
  /** Failed, or its result is larger than any should be. */
  | { kind: 'failed'; id: number };
