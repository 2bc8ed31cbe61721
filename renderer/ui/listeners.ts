/** Who wants to hear of a change of something that lives outside of components: for `useSyncExternalStore`. */
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
