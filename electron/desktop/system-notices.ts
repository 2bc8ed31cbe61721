import type { Notification } from 'electron';
import type { Notice } from '#shared/contract/watchlist.ts';

/** So many are stored for a click; the system forgets older ones itself. */
const MOST_SHOWN = 20;

/**
 * Shows notices as notifications of the system; a click opens what they are about.
 * @param Shown Electron's Notification
 */
export function systemNotices(Shown: typeof Notification, goTo: (path: string) => void) {
  // A notification that nothing holds may be collected, and its click with it.
  const shown: Notification[] = [];
  return ({ title, body, to }: Notice): void => {
    const notification = new Shown({ title, body });
    notification.on('click', () => goTo(to));
    shown.push(notification);
    if (shown.length > MOST_SHOWN) shown.shift();
    notification.show();
  };
}
