import type { Notification } from 'electron';
import type { Notice } from '#shared/contract/watchlist.ts';

/** Most notifications that are kept for a click. */
const MOST_SHOWN = 20;

/**
 * Shows notices as system notifications; a click opens their subject.
 * @param Shown Electron's Notification
 */
export function systemNotices(Shown: typeof Notification, goTo: (path: string) => void) {
  // An unreferenced notification may be garbage-collected together with its click handler.
  const shown: Notification[] = [];
  return ({ title, body, to }: Notice): void => {
    const notification = new Shown({ title, body });
    notification.on('click', () => goTo(to));
    shown.push(notification);
    if (shown.length > MOST_SHOWN) shown.shift();
    notification.show();
  };
}
