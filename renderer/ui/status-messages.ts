import { useEffect } from 'react';
import { storeOf } from './store.ts';

const words = storeOf('');

/**
 * Announces something in the only region named "Status": read by screen readers, visible at the bottom of the window.
 */
export function announce(text: string): void {
  if (text !== words.read()) words.set(text);
}

/** Withdraws an announcement, unless there has been another since. */
export function retract(text: string): void {
  if (words.read() === text) announce('');
}

export const useStatusMessage = words.useValue;

/** Announces what a view shows, as long as it shows it: nothing while the text is empty. */
export function useAnnounced(shown: string): void {
  useEffect(() => {
    if (shown === '') return;
    announce(shown);
    return () => retract(shown);
  }, [shown]);
}
