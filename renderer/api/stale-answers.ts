import type { QueryClient } from '@tanstack/react-query';

/**
 * Makes stale every answer of the cache that shows one of these topics, and reads anew what is on the screen. A first
 * reading that is still under way may have been answered before the change: the library would join it and take its
 * answer for the newest, so it is given up and begun again.
 */
export function makeStale(client: QueryClient, topics: readonly string[]): void {
  for (const topic of topics) {
    const queryKey = [topic];
    const firstReadings = client
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
    for (const reading of firstReadings) {
      // Silent: whoever waits for it is given the answer of the reading that replaces it.
      void reading.cancel({ silent: true });
      // How it fails is in the query's own state, where its screen finds it.
      reading.fetch().catch(() => undefined);
    }
    void client.invalidateQueries({ queryKey });
  }
}
