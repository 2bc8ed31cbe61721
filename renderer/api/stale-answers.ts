import type { QueryClient } from '@tanstack/react-query';

/**
 * Invalidates every cached answer of these topics, and reads again what is on the screen. A first read still in
 * progress may have been answered before the change. The library would join it and treat its answer as the newest, so
 * it is cancelled and started again.
 */
export function makeStale(client: QueryClient, topics: readonly string[]): void {
  for (const topic of topics) {
    const queryKey = [topic];
    const firstReadings = client
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
    for (const reading of firstReadings) {
      // Silent: its caller receives the answer of the read that replaces it.
      void reading.cancel({ silent: true });
      // Its failure is in the query's own state, where its screen finds it.
      reading.fetch().catch(() => undefined);
    }
    void client.invalidateQueries({ queryKey });
  }
}
