import type { Reply, RequestFailure } from './answer.ts';

type Given = Parameters<typeof failureWith>;

/** A failure with defaults for everything not given. */
export const failureWith = (
  code: string,
  delivery: RequestFailure['delivery'],
  message: string,
  more: Partial<Omit<RequestFailure, 'code' | 'delivery' | 'message'>> = {},
): RequestFailure => ({
  ...{ code, delivery, message },
  ...{ status: null, requestId: null, retryAfterMs: null, problem: null, body: null },
  ...more,
});

/** The same as a reply. */
export const requestFailure = (...given: Given): Reply & { ok: false } => ({
  ok: false,
  failure: failureWith(...given),
});

/** Thrown if there was no answer, with what is known. Never quotes the request. */
export class RequestFailed extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    super(failure.message);
    this.name = 'RequestFailed';
    this.failure = failure;
  }
}

export const requestFailed = (...given: Given): RequestFailed => new RequestFailed(failureWith(...given));
