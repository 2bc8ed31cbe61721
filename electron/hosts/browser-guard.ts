import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Crossing } from '#shared/contract/failure.ts';
import type { PlainAnswer } from './page.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the length. */
export const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret));

/** A refusal as the contract shapes failures. */
export function refusedCrossing(status: number, code: string, message: string): PlainAnswer {
  const crossing: Crossing<never> = { ok: false, failure: { code, message } };
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(crossing),
  };
}

/**
 * Only what was addressed to exactly this host passes: a page of another site that had its name pointed at this machine
 * (DNS rebinding) still names itself in Host, and any page of another site is named in Origin or Sec-Fetch-Site.
 */
export function isForThisHost(headers: IncomingHttpHeaders, host: string, path: string): boolean {
  const site = headers['sec-fetch-site'];
  // A link to the page itself may come from anywhere, as a terminal's or a mail's does; a request of the API may not.
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
