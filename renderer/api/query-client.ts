import { notifyManager, QueryClient } from '@tanstack/react-query';

// Answers are rendered as they come. React puts together what changes at once; by itself the library waits for a timer.
notifyManager.setScheduler(queueMicrotask);

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
