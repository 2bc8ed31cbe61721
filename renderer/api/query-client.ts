import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onceReleased, watchPresses } from './press.ts';

// Answers are rendered as they come, but not under a button that is being pressed. React puts together what changes at
// once; by itself the library waits for a timer.
notifyManager.setScheduler(onceReleased);
if (typeof window !== 'undefined') watchPresses(window);

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
