import { integer, list, member, membersOf } from '../answers/reading.ts';
import type { Reply } from '../http/answer.ts';
import { parseLight } from '../http/json-body.ts';
import { readProblem } from '../http/read-problem.ts';
import { requestFailure } from '../http/request-failure.ts';
import { statedWait } from '../http/retry-after.ts';
import { statusMessage } from '../http/status-messages.ts';
import type { AnswerMap } from '../service/answer-map.ts';

/**
 * The structured content of a tool's result: its `result` member if present, else all of it, else text that is JSON.
 */
export function structuredContentOf(result: unknown): { found: boolean; value: unknown } {
  const structured = membersOf(member(result, 'structuredContent'));
  if (structured !== null)
    return { found: true, value: Object.hasOwn(structured, 'result') ? structured.result : structured };
  const [first] = list(member(result, 'content'));
  // Not cut as other texts are: it is a whole answer, and bounded as one.
  const written = member(first, 'text');
  if (typeof written !== 'string') return { found: false, value: null };
  const parsed = parseLight(new TextEncoder().encode(written));
  return parsed?.ok ? { found: true, value: parsed.value } : { found: false, value: null };
}

export const saysError = (result: unknown): boolean => member(result, 'isError') === true;

/** A tool's result as the reply of its role, as if over HTTP. `now` in UTC ms; `map` from its output schema. */
export function replyOf(result: unknown, requestId: string | null, now: number, map?: AnswerMap): Reply {
  const { found, value: inner } = structuredContentOf(result);
  // A declared answer is declared as a whole, with what it is wrapped in.
  const value = map?.by === 'declared' ? (member(result, 'structuredContent') ?? inner) : inner;
  if (saysError(result)) {
    const status = integer(member(value, 'status'));
    const { code, words } = statusMessage(status ?? 0);
    return requestFailure(
      status === null ? 'problem' : code,
      'answered',
      status === null ? 'The service’s tool says that it failed.' : words,
      {
        status,
        requestId,
        body: value,
        problem: readProblem(value),
        retryAfterMs: statedWait({ body: value }),
      },
    );
  }
  if (!found)
    return requestFailure(
      'unreadable',
      'maybe',
      'The tool’s answer holds no JSON, or more of it than Milepost reads at once.',
      {
        requestId,
        body: result,
      },
    );
  return {
    ok: true,
    answer: {
      status: 200,
      body: value,
      map: map && { ...map, within: [] },
      bytes: new TextEncoder().encode(JSON.stringify(value)),
      requestId,
      receivedAt: now,
      serverDate: null,
    },
  };
}
