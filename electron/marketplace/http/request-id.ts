import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-ae-request-id';

/** An id that the service accepts from its caller: a letter or digit, then letters, digits, `_` and `-`, 64 at most. */
export const newRequestId = (): string => `mp-${randomUUID()}`;

/** The id that came back (§7.2); null where it is not one that could be shown and searched for. */
export function receivedRequestId(headers: Headers): string | null {
  const value = headers.get(REQUEST_ID_HEADER);
  return value !== null && /^[\x21-\x7e]{1,128}$/.test(value) ? value : null;
}
