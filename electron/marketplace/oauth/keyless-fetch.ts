import type { GuardedFetch, GuardedFetchOptions } from '../http/guarded-fetch.ts';
import { createTransport } from '../http/transport.ts';
import type { TransportDeps } from '../http/transport-deps.ts';
import type { OAuthFetch } from './authorization-server.ts';
import { LARGEST_METADATA } from './resource-metadata.ts';

/** Options of every OAuth request: no key, small answers. */
export const ONE_REQUEST: GuardedFetchOptions = {
  role: 'oauth',
  withKey: false,
  mayBringKey: true,
  deadlineMs: 15_000,
  maximumBytes: LARGEST_METADATA,
};

/**
 * Requests to any origin, each through a keyless transport.
 * @param own origins that already have a transport
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
