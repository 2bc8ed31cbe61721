import type { Reply, RequestFailure } from './answer.ts';

/** A failure with defaults for everything not given. */
export function requestFailure(
  code: string,
  delivery: RequestFailure['delivery'],
  message: string,
  more: Partial<Omit<RequestFailure, 'code' | 'delivery' | 'message'>> = {},
): Reply & { ok: false } {
  return {
    ok: false,
    failure: {
      code,
      delivery,
      message,
      status: null,
      requestId: null,
      retryAfterMs: null,
      problem: null,
      body: null,
      ...more,
    },
  };
}
