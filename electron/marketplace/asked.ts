import type { Asked, AskFailure } from './answer.ts';

/** A failure with everything unsaid left empty. */
export function askFailure(
  code: string,
  delivery: AskFailure['delivery'],
  message: string,
  more: Partial<Omit<AskFailure, 'code' | 'delivery' | 'message'>> = {},
): Asked & { ok: false } {
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
