import { label, member, membersOf, text } from '../answers/reading.ts';
import type { Problem } from './answer.ts';
import { saidRetryable } from './retry-after.ts';

/** Reads RFC 9457 problem details, as far as possible; null if it is no object. */
export function readProblem(body: unknown): Problem | null {
  const retryable = saidRetryable(body);
  // Some services wrap the problem: `{ "error": { … } }`.
  const wrapped = membersOf(member(body, 'error'));
  const problem = text(member(body, 'kind')) === null && wrapped !== null ? wrapped : membersOf(body);
  if (problem === null) return null;
  return {
    code: label(member(problem, 'code')),
    kind: text(member(problem, 'kind')),
    title: text(member(problem, 'title')),
    detail: text(member(problem, 'detail', 'message')),
    retryable,
  };
}
