import { useSyncExternalStore } from 'react';
import { listenersOf } from '../components/listeners.ts';

/** Counts the times that the palette was asked for; 0 means that its code was never needed. */
let asked = 0;
const { tell, subscribe } = listenersOf();

export function openPalette(): void {
  asked += 1;
  tell();
}

export const usePaletteAsked = (): number => useSyncExternalStore(subscribe, () => asked);
