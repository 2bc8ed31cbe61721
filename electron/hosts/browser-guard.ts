import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Crossing } from '#shared/contract/failure.ts';
import { SECRET_HEADER } from '#shared/secret-header.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the length. */
export const isSame = (given: string, secret: string): boolean =>
  timingSafeEqual(digest(given), digest(secret));

/** A refusal as the contract shapes failures. */
export function refusedCrossing(status: number, code: string, message: string): Response {
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
      return refusedCrossing(403, 'wrong_place', 'Milepost answers only the page that it opened itself.');
    return next();
  };
}

/**
 * Only a page that knows this launch's secret passes.
 * @param exchanges the one path that takes a token in its place, which it judges itself
 */
export function onlyThisLaunch(secret: string, exchanges: string): MiddlewareHandler {
  return async (context, next) => {
    const given = context.req.header(SECRET_HEADER) ?? '';
    if (!isSame(given, secret) && context.req.path !== exchanges) return notOfThisLaunch();
    return next();
  };
}

export const notOfThisLaunch = (): Response =>
  refusedCrossing(
    401,
    'wrong_secret',
    'This page does not belong to the Milepost that runs now. Open the newest address that it printed, or start it again.',
  );
