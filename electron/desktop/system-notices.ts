import type { Notification } from 'electron';
import type { Notice } from '#shared/contract/watchlist.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainLine } from '#shared/plain-text.ts';

/** Most notifications that are kept for a click. */
const MAX_SHOWN = 20;

const MAX_LINES = 8;
const LONGEST_LINE = 400;
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Registered by Windows for clicks on notifications of a program that has ended. Fixed: a random one for each start would
 * rewrite the start menu's link, and lose the way back of what is still shown.
 */
export const TOAST_ACTIVATOR = '{7D3B6A52-52C8-4E1B-9C0E-2B5F3B0E6A41}';

/** Where a click leads whose notice is not known any more: what was found stands there. */
const DIGEST = '/watchlist';

/** A notice's text, in which names come from the service. On Linux, a body is markup, which may hide text or link. */
function bodyOf(text: string, platform: NodeJS.Platform): string {
  const lines = text.split('\n').slice(0, MAX_LINES);
  const plain = lines.map((line) => plainLine(line, LONGEST_LINE)).join('\n');
  return platform === 'linux' ? plain.replaceAll(/[&<>]/gu, (sign) => ownEntry(MARKUP, sign) ?? sign) : plain;
}

/**
 * Shows notices as system notifications; a click opens their subject. The system is asked about them with the first
 * notice, not before: macOS then asks the user for permission. One that it cannot or does not show appears in the page.
 * @param Shown Electron's Notification
 */
export function systemNotices(
  Shown: typeof Notification,
  goTo: (path: string) => void,
  platform: NodeJS.Platform = process.platform,
) {
  // An unreferenced notification may be garbage-collected together with its click handler.
  const shown: Notification[] = [];
  // On Windows, a click may come from a notice of an earlier start.
  if (platform === 'win32')
    Shown.handleActivation(() => {
      if (shown.length === 0) goTo(DIGEST);
    });
  return ({ title, body, to }: Notice, inPage: () => void): void => {
    if (!Shown.isSupported()) {
      inPage();
      return;
    }
    const notification = new Shown({ title, body: bodyOf(body, platform) });
    notification.on('click', () => goTo(to));
    notification.on('failed', inPage);
    shown.push(notification);
    if (shown.length > MAX_SHOWN) shown.shift();
    notification.show();
  };
}
