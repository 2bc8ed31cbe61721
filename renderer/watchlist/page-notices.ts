import { notifications } from '@mantine/notifications';
import { navigate } from 'wouter/use-browser-location';
import type { Notice } from '#shared/contract/watchlist.ts';
import { announce } from '../ui/status-messages.ts';

/** The browser's permission for notifications here; `none` where it does not support them. */
export type NoticePermission = NotificationPermission | 'none';
export const noticePermission = (): NoticePermission =>
  'Notification' in window ? Notification.permission : 'none';

/**
 * Shows what a refresh found: as a system notification where the user has allowed it, otherwise within the page. The
 * digest has it in any case. Two pages of one Milepost show it once: the browser identifies it by its tag.
 */
export function showNotice({ noticeId, to, title, body }: Notice): void {
  announce(`${title}. ${body.replaceAll('\n', '. ')}`);
  if (noticePermission() === 'granted') {
    const shown = new Notification(title, { body, tag: `milepost-${noticeId}` });
    shown.onclick = () => {
      window.focus();
      navigate(to);
      shown.close();
    };
    return;
  }
  notifications.show({
    id: `milepost-${noticeId}`,
    title,
    message: body,
    autoClose: 20_000,
    closeButtonProps: { 'aria-label': 'Close' },
    style: { whiteSpace: 'pre-line' },
  });
}
