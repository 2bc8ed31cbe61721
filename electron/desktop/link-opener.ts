import type { InputEvent, WebContents } from 'electron';
import { plainText } from '#shared/plain-text.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { PlainQuestion } from '../app/plain-question.ts';

export type Gestures = {
  /** Watches user input in these contents. */
  watch(contents: Pick<WebContents, 'on'>): void;
  /** Consumes a gesture of the last `milliseconds`; false if there is none. Each gesture counts once. */
  take(milliseconds: number): boolean;
};

/** Events that begin and end a gesture. Chromium sends them before the page sees them, and scripts cannot create them. */
const PRESSES = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart']);
const RELEASES = new Set(['mouseUp', 'touchEnd', 'gestureTap']);

/** Keys that are no user activation in Chromium either. */
const NON_GESTURE_KEYS = new Set([
  'Escape',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'Fn',
  'CapsLock',
  'NumLock',
  'ScrollLock',
]);
/** Buttons that open a menu or navigate the history, and so express no consent. */
const NON_GESTURE_BUTTONS = new Set(['right', 'back', 'forward']);

/** Electron's events also hold these undeclared members. */
type FullInputEvent = InputEvent & { key?: string; button?: string };

/** Whether an event is part of a gesture. A held key, for example to scroll, is one gesture. */
function isGesture({ modifiers = [], key = '', button = '' }: FullInputEvent): boolean {
  const isRepeated = modifiers.some((modifier) => modifier.toLowerCase() === 'isautorepeat');
  return !isRepeated && !NON_GESTURE_KEYS.has(key) && !NON_GESTURE_BUTTONS.has(button);
}

/** @param monotonic milliseconds that only ever grow */
export function userGestures(monotonic: () => number): Gestures {
  let last = Number.NEGATIVE_INFINITY;
  let gestureCount = 0;
  let consumed = 0;
  return {
    watch: (contents) => {
      contents.on('input-event', (_event, input) => {
        if (!isGesture(input)) return;
        if (PRESSES.has(input.type)) gestureCount += 1;
        else if (!RELEASES.has(input.type)) return;
        last = monotonic();
      });
    },
    take: (milliseconds) => {
      if (gestureCount === consumed || monotonic() - last > milliseconds) return false;
      consumed = gestureCount;
      return true;
    },
  };
}

/** How long Chromium's own user activation lasts, in milliseconds. */
export const AFTER_A_CLICK_MS = 5_000;
/** Longer, since connecting first requests the address from the service; milliseconds. */
export const AFTER_CONNECT_MS = 60_000;

/** Characters of an address; a longer one is not opened, because it could not be shown in full. */
const LONGEST_ADDRESS = 1_000;

export type LinkOpenerDeps = {
  gestures: Gestures;
  /** Whether assistive technology is in use: what it presses is no input event, and the dialog stands in for it. */
  isAssisted: () => boolean;
  confirm: (question: PlainQuestion, buttons: { yes: string; no: string }) => Promise<boolean>;
  open: (url: string) => Promise<void>;
};

/** Wraps an address for a system dialog. */
const inLines = (address: string): string => address.match(/.{1,80}/gu)?.join('\n') ?? '';

/**
 * Opens a web address in the user's browser, only after a gesture (where no assistive technology is in use) and once the user has allowed the full address in a
 * system dialog. Resolves to whether it was opened.
 */
export function linkOpener({ gestures, isAssisted, confirm, open }: LinkOpenerDeps) {
  return async (url: string, gestureWithin: number): Promise<boolean> => {
    const parsed = URL.parse(url);
    if (parsed === null || !isWebAddress(url) || parsed.href.length > LONGEST_ADDRESS) return false;
    if (!gestures.take(gestureWithin) && !isAssisted()) return false;
    const allowed = await confirm(
      {
        title: `Open ${plainText(parsed.host, 100)} in your browser?`,
        words: inLines(plainText(parsed.href, LONGEST_ADDRESS)),
        detail: 'Open it only if you know this address.',
      },
      { yes: 'Open', no: 'Cancel' },
    );
    if (allowed) await open(parsed.href);
    return allowed;
  };
}
