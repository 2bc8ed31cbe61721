import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { RequestFailure } from '../http/answer.ts';
import type { Passage } from '../http/guarded-fetch.ts';
import { failureWith, RequestFailed } from '../http/request-failure.ts';
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
    return failureWith('unreadable', 'maybe', 'The answer is nested too deeply to be read.', { requestId });
  if (error instanceof StreamableHTTPError && error.code !== undefined && error.code >= 400) {
    const { code, words } = statusMessage(error.code);
    return failureWith(code, 'answered', words, {
      status: error.code,
      requestId,
      retryAfterMs: last?.retryAfterMs ?? null,
    });
  }
  if (error instanceof McpError) {
    if (error.code === ErrorCode.RequestTimeout && SDK_ERRORS.test(error.message))
      return failureWith('timeout', 'maybe', 'The tool connection gave no answer in time.', { requestId });
    if (error.code === ErrorCode.ConnectionClosed && SDK_ERRORS.test(error.message))
      return failureWith(
        'connection_lost',
        'maybe',
        'The tool connection was closed before an answer came.',
        {
          requestId,
        },
      );
    return failureWith('mcp_refused', 'answered', 'The service refused the request on its tool connection.', {
      requestId,
      retryAfterMs: last?.learnWait(error.data) ?? null,
      problem: { ...NO_PROBLEM, code: String(error.code), detail: error.message.slice(0, 500) },
    });
  }
  if (error instanceof Error && error.name === 'AbortError')
    return failureWith('cancelled', 'maybe', 'Given up while waiting for the answer.', { requestId });
  return failureWith(
    'mcp_unreadable',
    'maybe',
    'What the service answered on its tool connection is not MCP.',
    { requestId },
  );
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
