import type { Notification } from 'electron';
import type { Notice } from '#shared/contract/watchlist.ts';
import { scopePath } from '#shared/scope-path.ts';

/** So many are kept for a click; the system forgets older ones itself. */
const KEPT = 20;

/**
 * Shows notices as notifications of the system; a click opens the results of the search.
 * @param Shown Electron's Notification
 */
export function systemNotices(Shown: typeof Notification, goTo: (path: string) => void) {
  // A notification that nothing holds may be collected, and its click with it.
  const kept: Notification[] = [];
  return ({ title, body, searchId }: Notice): void => {
    const notification = new Shown({ title, body });
    notification.on('click', () => goTo(scopePath({ kind: 'search', searchId })));
    kept.push(notification);
    if (kept.length > KEPT) kept.shift();
    notification.show();
  };
}
