import { useEffect } from 'react';
import { listenersOf, useOutside } from './listeners.ts';

let words = '';
const { notify, subscribe } = listenersOf();

/** Says something in the one region named "Status": heard by screen readers, seen at the foot of the window. */
export function announce(text: string): void {
  if (text === words) return;
  words = text;
  notify();
}

/** Takes back what was said, unless something else has been said since. */
export function retract(text: string): void {
  if (words === text) announce('');
}

export const useStatusMessage = (): string => useOutside(subscribe, () => words);

/** Says what a view shows for as long as it shows it: nothing while the words are empty. */
export function useAnnounced(shown: string): void {
  useEffect(() => {
    if (shown === '') return;
    announce(shown);
    return () => retract(shown);
  }, [shown]);
}
