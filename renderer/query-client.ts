import { QueryClient } from '@tanstack/react-query';

/**
 * The cache over the contract. Query keys start with the topic that they show (`['purchases', …]`), so that a
 * `changed` event makes stale exactly what it may have changed. Reads are local: always allowed, never retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
