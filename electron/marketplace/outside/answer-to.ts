import { bounded } from './bounded.ts';
import { JOBS, type JobName, LARGEST_DOCUMENT, LARGEST_PACKED } from './jobs.ts';
import type { JobAnswer, JobRequest } from './messages.ts';

/** What a result may hold, beside the bytes of an answer or a document. */
const LARGEST_RESULT = { nodes: 50_000, characters: 2_000_000 };
const LARGEST: Partial<Record<JobName, typeof LARGEST_RESULT>> = {
  readAnswer: { ...LARGEST_RESULT, characters: LARGEST_DOCUMENT + LARGEST_RESULT.characters },
  openDocument: { ...LARGEST_RESULT, characters: LARGEST_PACKED + LARGEST_RESULT.characters },
};

/** Runs a job. Its error is not repeated, since it may quote foreign content: only that it failed. */
export function answerTo({ id, name, input }: JobRequest): JobAnswer {
  try {
    const job = JOBS[name] as (given: unknown) => unknown; // requested by name; its types are checked by who requests it
    const value = job(input);
    return bounded(value, LARGEST[name] ?? LARGEST_RESULT)
      ? { kind: 'done', id, value }
      : { kind: 'failed', id };
  } catch {
    return { kind: 'failed', id };
  }
}
