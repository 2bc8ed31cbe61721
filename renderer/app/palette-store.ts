import { storeOf } from '../ui/store.ts';

/** How often the palette was opened; 0 means that its code was never needed. */
const openings = storeOf(0);
/** Text typed since, before its field could receive it. */
let typed = '';

/** After this time, in milliseconds, typed text is no longer for the palette. */
const TYPED_WITHIN_MS = 3_000;
let giveUp: ReturnType<typeof setTimeout> | undefined;

export function openPalette(): void {
  typed = '';
  clearTimeout(giveUp);
  giveUp = setTimeout(takeTypedAhead, TYPED_WITHIN_MS);
  // Before the keys of the screen, which are text here, and before the field below, which has the focus until then.
  window.addEventListener('keydown', gather, { capture: true });
  openings.set(openings.read() + 1);
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

/**
 * Returns once what was typed while the palette opened, Enter as a new line; from then on its field receives the keys.
 */
export function takeTypedAhead(): string {
  clearTimeout(giveUp);
  window.removeEventListener('keydown', gather, { capture: true });
  const taken = typed;
  typed = '';
  return taken;
}

export const usePaletteOpenings = openings.useValue;
