import { useSyncExternalStore } from 'react';

/** Who wants to hear of a change of something that lives outside of components: for `useOutside`. */
export function listenersOf() {
  const listeners = new Set<() => void>();
  return {
    notify(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Reads something that lives outside of components, and again whenever it changes. `first` is what the page shows of it
 * that was drawn when the program was built.
 */
export const useOutside = <Value>(
  subscribe: (changed: () => void) => () => void,
  read: () => Value,
  first: () => Value = read,
): Value => useSyncExternalStore(subscribe, read, first);
