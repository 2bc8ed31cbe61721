import { listenersOf, useOutside } from '../../ui/listeners.ts';

let opened: File | null = null;
const { notify, subscribe } = listenersOf();

/** A pack of facts that was opened from the system or dropped on the window; null takes it. */
export function openPack(file: File | null): void {
  opened = file;
  notify();
}

export const useOpenedPack = (): File | null => useOutside(subscribe, () => opened);
