import type { GuardedFetch, GuardedFetchOptions } from '../http/guarded-fetch.ts';
import { createTransport } from '../http/transport.ts';
import type { TransportDeps } from '../http/transport-deps.ts';
import type { OAuthFetch } from './authorization-server.ts';
import { LARGEST_METADATA } from './resource-metadata.ts';

/** What every request of OAuth keeps to: it carries no key, and its answers are small. */
export const ONE_REQUEST: GuardedFetchOptions = {
  role: 'oauth',
  withKey: false,
  mayBringKey: true,
  deadlineMs: 15_000,
  maximumBytes: LARGEST_METADATA,
};

/**
 * Requests to whichever origin, each through a transport of its own that has no key.
 * @param own origins that have a transport already
 */
export function keylessFetch(
  deps: Pick<TransportDeps, 'fetch' | 'clock' | 'record' | 'timing' | 'budgets'>,
  own: ReadonlyMap<string, GuardedFetch> = new Map(),
): OAuthFetch {
  const fetches = new Map(own);
  return (origin) => {
    const fetch =
      fetches.get(origin) ??
      createTransport({ ...deps, origin, keyFor: async () => null }).fetchAs(ONE_REQUEST);
    fetches.set(origin, fetch);
    return fetch;
  };
}
