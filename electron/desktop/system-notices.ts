import type { Notification } from 'electron';
import type { Notice } from '#shared/contract/watchlist.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { plainLine } from '#shared/plain-text.ts';

/** Most notifications that are kept for a click. */
const MAX_SHOWN = 20;

const MAX_LINES = 8;
const LONGEST_LINE = 400;
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A notice's text, in which names come from the service. On Linux, a body is markup, which may hide text or link. */
function bodyOf(text: string, platform: NodeJS.Platform): string {
  const lines = text.split('\n').slice(0, MAX_LINES);
  const plain = lines.map((line) => plainLine(line, LONGEST_LINE)).join('\n');
  return platform === 'linux' ? plain.replaceAll(/[&<>]/gu, (sign) => ownEntry(MARKUP, sign) ?? sign) : plain;
}

/**
 * Shows notices as system notifications; a click opens their subject.
 * @param Shown Electron's Notification
 */
export function systemNotices(
  Shown: typeof Notification,
  goTo: (path: string) => void,
  platform: NodeJS.Platform = process.platform,
) {
  // An unreferenced notification may be garbage-collected together with its click handler.
  const shown: Notification[] = [];
  return ({ title, body, to }: Notice): void => {
    const notification = new Shown({ title, body: bodyOf(body, platform) });
    notification.on('click', () => goTo(to));
    shown.push(notification);
    if (shown.length > MAX_SHOWN) shown.shift();
    notification.show();
  };
}
