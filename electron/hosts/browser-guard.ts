import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Crossing } from '#shared/contract/failure.ts';
import type { PlainAnswer } from './page.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, for any lengths. */
export const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret));

/** A refusal in the contract's form of failures. */
export function refusedCrossing(status: number, code: string, message: string): PlainAnswer {
  const crossing: Crossing<never> = { ok: false, failure: { code, message } };
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(crossing),
  };
}

/**
 * Accepts only requests addressed to exactly this host: DNS rebinding is revealed by Host, and pages of other sites by
 * Origin or Sec-Fetch-Site.
 */
export function isForThisHost(headers: IncomingHttpHeaders, host: string, path: string): boolean {
  const site = headers['sec-fetch-site'];
  // Links to the page may come from anywhere, such as a terminal; API requests may not.
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return (
    headers.host === host &&
    (headers.origin === undefined || headers.origin === `http://${host}`) &&
    !(foreignSite && path.startsWith('/api/'))
  );
}

export const notOfThisLaunch = (): PlainAnswer =>
  refusedCrossing(
    401,
    'wrong_secret',
    'This page does not belong to the Milepost that runs now. Open the newest address that it printed, or start it again.',
  );
