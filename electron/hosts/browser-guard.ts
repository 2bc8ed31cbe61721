import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Crossing } from '#shared/contract/failure.ts';

/** The header in which the page proves that this launch opened it; the renderer's connection names it the same. */
export const SECRET_HEADER = 'x-milepost-secret';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A refusal as the contract tells failures. */
export function refusal(status: number, code: string, message: string): Response {
  const crossing: Crossing<never> = { ok: false, failure: { code, message } };
  return Response.json(crossing, { status, headers: { 'cache-control': 'no-store' } });
}

/**
 * Only what was addressed to exactly this host passes: a page of another site that had its name pointed at this machine
 * (DNS rebinding) still names itself in Host, and any page of another site is named in Origin or Sec-Fetch-Site.
 */
export function onlyThisHost(host: () => string): MiddlewareHandler {
  return async (context, next) => {
    const header = (name: string) => context.req.header(name);
    const origin = header('origin');
    const site = header('sec-fetch-site');
    const path = new URL(context.req.url).pathname;
    // A link to the page itself may come from anywhere, as a terminal's or a mail's does; a request of the API may not.
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (
      header('host') !== host() ||
      (origin !== undefined && origin !== `http://${host()}`) ||
      (foreignSite && path.startsWith('/api/'))
    )
      return refusal(403, 'wrong_place', 'Milepost answers only the page that it opened itself.');
    return next();
  };
}

/** Only a page that knows this launch's secret passes. Compared in constant time, whatever its length. */
export function onlyThisLaunch(secret: string): MiddlewareHandler {
  const expected = digest(secret);
  return async (context, next) => {
    const given = context.req.header(SECRET_HEADER) ?? '';
    if (!timingSafeEqual(digest(given), expected))
      return refusal(
        401,
        'wrong_secret',
        'This page does not belong to the Milepost that runs now. Open the address that it printed when it started.',
      );
    return next();
  };
}
