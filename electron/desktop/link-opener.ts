import type { InputEvent, WebContents } from 'electron';
import { plainText } from '#shared/plain-text.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { PlainQuestion } from '../app/plain-question.ts';

export type Gestures = {
  /** Notes what the user does in these contents. */
  watch(contents: Pick<WebContents, 'on'>): void;
  /** Whether the user did something in the last `milliseconds` that was not taken before: one act counts for one thing. */
  take(milliseconds: number): boolean;
};

/**
 * What begins an act and what ends it. Only a hand makes these events: Chromium sends them here before the page sees them,
 * and a script cannot make them.
 */
const PRESSES = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart']);
const RELEASES = new Set(['mouseUp', 'touchEnd', 'gestureTap']);

/** Keys that say nothing, or no: Chromium gives a page no right for them either. */
const KEYS_OF_NO_ACT = new Set([
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
/** A menu of what is there, and the way through what was seen: neither agrees to anything. */
const BUTTONS_OF_NO_ACT = new Set(['right', 'back', 'forward']);

/** What Electron hands over of an event beside what it declares: of a key its name, of the mouse its button. */
type HandedOver = InputEvent & { key?: string; button?: string };

/** Whether a press or a release is part of an act: a key that is held, to scroll for example, is one and not thirty a second. */
function isOfAct({ modifiers = [], key = '', button = '' }: HandedOver): boolean {
  const isRepeated = modifiers.some((modifier) => modifier.toLowerCase() === 'isautorepeat');
  return !isRepeated && !KEYS_OF_NO_ACT.has(key) && !BUTTONS_OF_NO_ACT.has(button);
}

/** @param monotonic milliseconds that only ever grow */
export function userGestures(monotonic: () => number): Gestures {
  let last = Number.NEGATIVE_INFINITY;
  let acts = 0;
  let taken = 0;
  return {
    watch: (contents) => {
      contents.on('input-event', (_event, input) => {
        if (!isOfAct(input)) return;
        if (PRESSES.has(input.type)) acts += 1;
        else if (!RELEASES.has(input.type)) return;
        last = monotonic();
      });
    },
    take: (milliseconds) => {
      if (acts === taken || monotonic() - last > milliseconds) return false;
      taken = acts;
      return true;
    },
  };
}

/** As long as Chromium itself counts a click as a reason to open something, milliseconds. */
export const AFTER_A_CLICK_MS = 5_000;
/** Connecting asks the service where to go first, milliseconds. */
export const AFTER_CONNECT_MS = 60_000;

/** Characters of an address that is shown whole; a longer one is not opened, because nobody could see where it leads. */
const LONGEST_ADDRESS = 1_000;

export type LinkOpenerDeps = {
  gestures: Gestures;
  confirm: (question: PlainQuestion, buttons: { yes: string; no: string }) => Promise<boolean>;
  open: (url: string) => Promise<void>;
};

/** Breaks an address into lines that a dialog of the system does not widen for. */
const inLines = (address: string): string => address.match(/.{1,80}/gu)?.join('\n') ?? '';

/**
 * Opens a web address in the user's browser: only after they did something, and once they have seen the whole address
 * outside the page and allowed it. Resolves to whether it was opened.
 */
export function linkOpener({ gestures, confirm, open }: LinkOpenerDeps) {
  return async (url: string, gestureWithin: number): Promise<boolean> => {
    const parsed = URL.parse(url);
    if (parsed === null || !isWebAddress(url) || parsed.href.length > LONGEST_ADDRESS) return false;
    if (!gestures.take(gestureWithin)) return false;
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
