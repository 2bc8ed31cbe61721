import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'x-ae-request-id';

/** An id in the form that the service accepts: a letter or digit, then letters, digits, `_` and `-`, 64 at most. */
export const newRequestId = (): string => `mp-${randomUUID()}`;

/** The returned id (§7.2); null if it is not one that can be shown and searched for. */
export function receivedRequestId(headers: Headers): string | null {
  const value = headers.get(REQUEST_ID_HEADER);
  return value !== null && /^[\x21-\x7e]{1,128}$/.test(value) ? value : null;
}
