import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { SCREEN_KEYS } from '../ui/keys/shortcuts.ts';
import { openDialog } from './commands/opened-dialog.ts';

/** How long the second key of two may take, in milliseconds. */
const SECOND_WITHIN_MS = 1_200;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The keys that work on every screen, unless a field has the focus or a dialog is open. */
export function useKeys(): void {
  const [, navigate] = useLocation();
  const latest = useRef(navigate);
  latest.current = navigate;
  useEffect(() => {
    // Not 0, the time at which the page began: its first key would count as a second one.
    let begunAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isWriting(event.target)) return;
      if (key === '?') {
        openDialog('shortcuts');
      } else if (document.querySelector('[role="dialog"]') !== null) {
        return;
      } else if (performance.now() - begunAt < SECOND_WITHIN_MS) {
        begunAt = Number.NEGATIVE_INFINITY;
        const screen = Object.entries(SCREEN_KEYS).find(([, second]) => second === key.toLowerCase());
        if (screen === undefined) return;
        latest.current(screen[0]);
      } else {
        begunAt = key.toLowerCase() === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    // Before a screen's own keys: the second of two is not a key of its own.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}
