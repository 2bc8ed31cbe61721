import { notifyManager, QueryClient } from '@tanstack/react-query';
import { onceReleased, watchPresses } from './press.ts';

// Answers are rendered on arrival, but not while a button is pressed. React batches simultaneous changes; the library's
// default is to wait for a timer.
notifyManager.setScheduler(onceReleased);
if (typeof window !== 'undefined') watchPresses(window);

/**
 * The cache over the contract. Query keys start with the topic that they show (`['purchases', …]`), so that a `changed`
 * event invalidates exactly what may have changed. Reads are local: always allowed, never retried.
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
