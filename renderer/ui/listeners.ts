import { useSyncExternalStore } from 'react';

/** Listeners for changes of something outside of components: for `useOutside`. */
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
 * Reads something that is outside of components, and again whenever it changes. `first` is its value in the page that
 * was prerendered at build time.
 */
export const useOutside = <Value>(
  subscribe: (changed: () => void) => () => void,
  read: () => Value,
  first: () => Value = read,
): Value => useSyncExternalStore(subscribe, read, first);
