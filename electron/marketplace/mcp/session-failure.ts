import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { RequestFailure } from '../http/answer.ts';
import { type Passage, RequestFailed } from '../http/guarded-fetch.ts';
import { requestFailure } from '../http/request-failure.ts';
import { statusMessage } from '../http/status-messages.ts';

/** An excessively nested answer. */
export class TooDeep extends Error {}

/**
 * A session error in Milepost's words, with the service's own kept separate as data. `last` is the head of the
 * answer, if any.
 */
export function sessionFailure(error: unknown, last: Passage | null): RequestFailure {
  const requestId = last?.requestId ?? null;
  if (error instanceof RequestFailed) return error.failure;
  if (error instanceof TooDeep)
    return requestFailure('unreadable', 'maybe', 'The answer is nested too deeply to be read.', { requestId })
      .failure;
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code >= 400) {
    const { code, words } = statusMessage(error.code);
    return requestFailure(code, 'answered', words, {
      status: error.code,
      requestId,
      retryAfterMs: last?.retryAfterMs ?? null,
    }).failure;
  }
  if (error instanceof McpError) {
    if (error.code === ErrorCode.RequestTimeout && SDK_ERRORS.test(error.message))
      return requestFailure('timeout', 'maybe', 'The tool connection gave no answer in time.', { requestId })
        .failure;
    if (error.code === ErrorCode.ConnectionClosed && SDK_ERRORS.test(error.message))
      return requestFailure(
        'connection_lost',
        'maybe',
        'The tool connection was closed before an answer came.',
        {
          requestId,
        },
      ).failure;
    return requestFailure(
      'mcp_refused',
      'answered',
      'The service refused the request on its tool connection.',
      {
        requestId,
        retryAfterMs: last?.learnWait(error.data) ?? null,
        problem: { ...NO_PROBLEM, code: String(error.code), detail: error.message.slice(0, 500) },
      },
    ).failure;
  }
  if (error instanceof Error && error.name === 'AbortError')
    return requestFailure('cancelled', 'maybe', 'Given up while waiting for the answer.', { requestId })
      .failure;
  return requestFailure(
    'mcp_unreadable',
    'maybe',
    'What the service answered on its tool connection is not MCP.',
    {
      requestId,
    },
  ).failure;
}

/** The SDK's own errors, under two codes that services may also use for theirs. */
const SDK_ERRORS =
  /: (?:Connection closed|Request timed out|Request was cancelled|Maximum total timeout exceeded|\w*Error: .*)$/s;

const NO_PROBLEM = {
  code: null,
  kind: null,
  title: null,
  detail: null,
  retryable: null,
};
