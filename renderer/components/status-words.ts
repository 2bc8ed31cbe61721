import { useSyncExternalStore } from 'react';

let words = '';
const listeners = new Set<() => void>();

/** Says something in the one region named "Status": heard by screen readers, seen at the foot of the window. */
export function announce(text: string): void {
  if (text === words) return;
  words = text;
  for (const listener of listeners) listener();
}

/** Takes back what was said, unless something else has been said since. */
export function retract(text: string): void {
  if (words === text) announce('');
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStatusWords = (): string => useSyncExternalStore(subscribe, () => words);
