import { useSyncExternalStore } from 'react';

export type Store<Value> = { read: () => Value; set: (next: Value) => void; useValue: () => Value };

/** A value outside of components, which a component reads with `useValue`, and again whenever it is set. */
export function storeOf<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const read = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    read,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, read),
  };
}
