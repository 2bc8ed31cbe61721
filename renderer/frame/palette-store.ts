import { useSyncExternalStore } from 'react';

/** Counts the times that the palette was asked for; 0 means that its code was never needed. */
let asked = 0;
const listeners = new Set<() => void>();

export function openPalette(): void {
  asked += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePaletteAsked = (): number => useSyncExternalStore(subscribe, () => asked);
