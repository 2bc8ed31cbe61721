import { createNodeFetch, type FetchInit } from '../../electron/marketplace/sockets/node-fetch.ts';

const fetch = createNodeFetch({ proxyFor: async () => [{ via: 'direct' }] });

/**
 * The `fetch` that ships, without a proxy. Parts that are tried without `reach`, which decides whether a request may go to
 * this machine, may: the services of tests are on it.
 */
export const productFetch: typeof globalThis.fetch = (input, init) =>
  fetch(input, { mayReachLocal: true, ...init } as FetchInit);
