import { listenersOf, useOutside } from '../ui/listeners.ts';

/** Counts the times that the palette was asked for; 0 means that its code was never needed. */
let openings = 0;
const { notify, subscribe } = listenersOf();

export function openPalette(): void {
  openings += 1;
  notify();
}

export const usePaletteOpenings = (): number => useOutside(subscribe, () => openings);
