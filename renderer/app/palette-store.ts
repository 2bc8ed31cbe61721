import { listenersOf, useOutside } from '../ui/listeners.ts';

/** Counts the times that the palette was asked for; 0 means that its code was never needed. */
let openings = 0;
/** What was typed since, before its field could take it. */
let typed = '';
const { notify, subscribe } = listenersOf();

/** Whoever waits longer for the palette than this, in milliseconds, types for something else. */
const TYPED_WITHIN_MS = 3_000;
let giveUp: ReturnType<typeof setTimeout> | undefined;

export function openPalette(): void {
  openings += 1;
  typed = '';
  clearTimeout(giveUp);
  giveUp = setTimeout(takeTypedAhead, TYPED_WITHIN_MS);
  // Before the keys of the screen, which are words here, and before the field below, which has the focus until then.
  window.addEventListener('keydown', gather, { capture: true });
  notify();
}

function gather(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isThere = target instanceof Element && target.closest('[role="dialog"]') !== null;
  if (isThere || key === 'Escape') takeTypedAhead();
  if (isThere || ctrlKey || metaKey || altKey) return;
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if (key === 'Enter') typed += '\n';
  else if (key.length === 1) typed += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What was typed while the palette opened, once, Enter as a new line; from then on its field takes the keys. */
export function takeTypedAhead(): string {
  clearTimeout(giveUp);
  window.removeEventListener('keydown', gather, { capture: true });
  const taken = typed;
  typed = '';
  return taken;
}

export const usePaletteOpenings = (): number => useOutside(subscribe, () => openings);
