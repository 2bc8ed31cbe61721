import type { WebContents } from 'electron';
import { plainText } from '#shared/plain-text.ts';
import { isWebAddress } from '#shared/web-address.ts';
import type { PlainQuestion } from '../app/plain-question.ts';

export type Gestures = {
  /** Notes what the user does in these contents. */
  watch(contents: Pick<WebContents, 'on'>): void;
  /** Whether the user did something in the last `milliseconds`. */
  within(milliseconds: number): boolean;
  /** The same, of something that was not taken before: what the user did once counts for one thing. */
  take(milliseconds: number): boolean;
};

/** Events that only a hand makes: Chromium sends them here before the page sees them, and a script cannot make them. */
const BY_HAND = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'touchEnd',
  'gestureTap',
]);

/** @param monotonic milliseconds that only ever grow */
export function userGestures(monotonic: () => number): Gestures {
  let last = Number.NEGATIVE_INFINITY;
  let taken = Number.NEGATIVE_INFINITY;
  const within = (milliseconds: number) => monotonic() - last <= milliseconds;
  return {
    watch: (contents) => {
      contents.on('input-event', (_event, { type, modifiers = [] }) => {
        // A key that is held, to scroll for example, is one act and not thirty a second.
        const isRepeated = modifiers.some((modifier) => modifier.toLowerCase() === 'isautorepeat');
        if (BY_HAND.has(type) && !isRepeated) last = monotonic();
      });
    },
    within,
    take: (milliseconds) => {
      if (last === taken || !within(milliseconds)) return false;
      taken = last;
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
    if (parsed === null || !isWebAddress(url) || !gestures.within(gestureWithin)) return false;
    if (parsed.href.length > LONGEST_ADDRESS) return false;
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
