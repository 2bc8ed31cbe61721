import { member, milliseconds } from './reading.ts';

/** No wait that a service asks for is taken for longer than this. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/**
 * How long the service asks to be left alone, in milliseconds (§7.1): from the Retry-After header in seconds or as an
 * HTTP date, else from `retryAfterMs` in the body. Null where it says nothing that can be read. A date is compared
 * with the answer's own Date where it has one, so that a wrong clock here does not count.
 */
export function retryAfter(headers: Headers, body: unknown, now: number): number | null {
  const header = headers.get('retry-after')?.trim();
  const asked = header === undefined || header === '' ? null : fromHeader(header, serverDate(headers) ?? now);
  const wait = asked ?? milliseconds(member(body, 'retryAfterMs'));
  return wait === null ? null : Math.min(wait, LONGEST_WAIT_MS);
}

function fromHeader(header: string, now: number): number | null {
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = httpDate(header);
  return date === null ? null : Math.max(0, date - now);
}

/** An HTTP date (RFC 9110 §5.6.7) in UTC milliseconds; null for anything else. */
export function httpDate(value: string): number | null {
  if (!/^[A-Z][a-z]{2,8},? .*(?:GMT|\d{4})$/.test(value)) return null;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? null : parsed;
}

/** The answer's Date header in UTC milliseconds. */
export function serverDate(headers: Headers): number | null {
  const value = headers.get('date');
  return value === null ? null : httpDate(value.trim());
}
