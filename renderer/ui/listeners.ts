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

/** Reads something that is outside of components, and again whenever it changes. */
export const useOutside = <Value>(subscribe: (changed: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read);

/** A value outside of components, nothing at first: what sets it, and the hook that reads it. */
export function outsideValue<Value>(): [set: (next: Value | null) => void, use: () => Value | null] {
  let value: Value | null = null;
  const { notify, subscribe } = listenersOf();
  const set = (next: Value | null) => {
    value = next;
    notify();
  };
  return [set, () => useOutside(subscribe, () => value)];
}
