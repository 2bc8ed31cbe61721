import type { Asked } from '../answer.ts';
import { askFailure } from '../asked.ts';
import { parseJson } from '../json-body.ts';
import { buildRequest } from '../openapi/build-request.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { ROLE_FACTS } from '../openapi/roles.ts';
import { readProblem } from '../read-problem.ts';
import { integer, list, member, membersOf, text } from '../reading.ts';
import { statusWords } from '../status-words.ts';
import type { ReadRole } from './tool-roles.ts';

export type ToolInput = { ok: true; input: Record<string, unknown> } | { ok: false; why: string };

/** The arguments of a role for the tool that covers it, renamed to what its schema declares and checked against it. */
export function toolInput(
  role: ReadRole,
  operation: ApiOperation,
  members: Readonly<Record<string, unknown>>,
): ToolInput {
  const built = buildRequest({ bound: true, by: 'person', operation, why: '' }, ROLE_FACTS[role], members);
  if (!built.ok) return built;
  return { ok: true, input: built.request.body === undefined ? {} : JSON.parse(built.request.body) };
}

/** What a tool's result holds: `structuredContent.result`, else what it has of structure, else its text where that is JSON. */
export function contentOf(result: unknown): { found: boolean; value: unknown } {
  const structured = membersOf(member(result, 'structuredContent'));
  if (structured !== null)
    return { found: true, value: Object.hasOwn(structured, 'result') ? structured.result : structured };
  const [first] = list(member(result, 'content'));
  const written = text(member(first, 'text'));
  if (written === null) return { found: false, value: null };
  const parsed = parseJson(new TextEncoder().encode(written));
  return parsed.ok ? { found: true, value: parsed.value } : { found: false, value: null };
}

export const saysError = (result: unknown): boolean => member(result, 'isError') === true;

/** The result of a tool as the answer of its role, as if it had come over HTTP. `now` in UTC ms. */
export function askedOf(result: unknown, requestId: string | null, now: number): Asked {
  const { found, value } = contentOf(result);
  if (saysError(result)) {
    const status = integer(member(value, 'status'));
    const { code, words } = statusWords(status ?? 0);
    return askFailure(
      status === null ? 'problem' : code,
      'answered',
      status === null ? 'The service’s tool says that it failed.' : words,
      { status, requestId, body: value, problem: readProblem(value) },
    );
  }
  if (!found)
    return askFailure('unreadable', 'maybe', 'The tool’s answer holds no JSON.', { requestId, body: result });
  return {
    ok: true,
    answer: {
      status: 200,
      body: value,
      bytes: new TextEncoder().encode(JSON.stringify(value)),
      requestId,
      receivedAt: now,
      serverDate: null,
    },
  };
}
