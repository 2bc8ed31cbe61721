import { useEffect } from 'react';
import { listenersOf, useOutside } from './listeners.ts';

let words = '';
const { notify, subscribe } = listenersOf();

/**
 * Announces something in the only region named "Status": read by screen readers, visible at the bottom of the window.
 */
export function announce(text: string): void {
  if (text === words) return;
  words = text;
  notify();
}

/** Withdraws an announcement, unless there has been another since. */
export function retract(text: string): void {
  if (words === text) announce('');
}

export const useStatusMessage = (): string => useOutside(subscribe, () => words);

/** Announces what a view shows, as long as it shows it: nothing while the text is empty. */
export function useAnnounced(shown: string): void {
  useEffect(() => {
    if (shown === '') return;
    announce(shown);
    return () => retract(shown);
  }, [shown]);
}
