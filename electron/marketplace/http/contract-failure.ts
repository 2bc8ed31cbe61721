import { ContractFailure } from '#shared/contract/failure.ts';
import type { RequestFailure } from './answer.ts';

/** A failed request as a contract error: Milepost's words, with the service's own kept separate as data. */
export function contractFailureOf(
  failure: RequestFailure,
  message: string = failure.message,
): ContractFailure {
  const code = failure.problem?.code ?? undefined;
  const text = failure.problem?.detail ?? failure.problem?.title ?? undefined;
  return new ContractFailure({
    code: failure.code,
    message,
    ...(failure.requestId === null ? {} : { requestId: failure.requestId }),
    ...(failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs }),
    ...(code === undefined && text === undefined
      ? {}
      : { service: { ...(code === undefined ? {} : { code }), ...(text === undefined ? {} : { text }) } }),
  });
}
