/** RFC 9457 problem details with the marketplace's own members. */
export type ProblemBody = {
  type: 'about:blank' | (string & {});
  title: string;
  status: number;
  detail: string;
  kind: string;
  code: string;
  retryable: boolean;
  reason?: string;
  instance?: string;
  'invalid-params'?: InvalidParam[];
};

export type InvalidParam = { name: string; reason: string };

/** Thrown in the server to answer with a problem. */
export class ProblemError extends Error {
  readonly problem: ProblemBody;
  readonly headers: Record<string, string>;
  constructor(problem: ProblemBody, headers: Record<string, string> = {}) {
    super(problem.detail);
    this.problem = problem;
    this.headers = headers;
  }
}

const KIND_OF_STATUS: Record<number, { kind: string; title: string; retryable: boolean }> = {
  400: { kind: 'INVALID_ARGUMENT', title: 'Invalid argument', retryable: false },
  401: { kind: 'UNAUTHENTICATED', title: 'Unauthenticated', retryable: false },
  403: { kind: 'PERMISSION_DENIED', title: 'Permission denied', retryable: false },
  404: { kind: 'NOT_FOUND', title: 'Not found', retryable: false },
  405: { kind: 'METHOD_NOT_ALLOWED', title: 'Method not allowed', retryable: false },
  409: { kind: 'ALREADY_EXISTS', title: 'Already exists', retryable: false },
  410: { kind: 'FAILED_PRECONDITION', title: 'Gone', retryable: false },
  413: { kind: 'PAYLOAD_TOO_LARGE', title: 'Payload too large', retryable: false },
  415: { kind: 'UNSUPPORTED_MEDIA_TYPE', title: 'Unsupported media type', retryable: false },
  429: { kind: 'RESOURCE_EXHAUSTED', title: 'Too many requests', retryable: true },
  500: { kind: 'INTERNAL', title: 'Internal error', retryable: false },
  503: { kind: 'UNAVAILABLE', title: 'Unavailable', retryable: true },
};

/** A problem with the kind and title of its status. */
export function problem(
  status: number,
  code: string,
  detail: string,
  more: Partial<Omit<ProblemBody, 'status' | 'code' | 'detail'>> = {},
): ProblemBody {
  const known = KIND_OF_STATUS[status] ?? {
    kind: status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT',
    title: status >= 500 ? 'Server error' : 'Request error',
    retryable: status >= 500,
  };
  return { type: 'about:blank', ...known, status, detail, code, ...more };
}

/** Refuses the request by throwing. */
export function refuseWith(
  status: number,
  code: string,
  detail: string,
  more: Partial<Omit<ProblemBody, 'status' | 'code' | 'detail'>> = {},
  headers: Record<string, string> = {},
): never {
  throw new ProblemError(problem(status, code, detail, more), headers);
}
