import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where notices are shown. Below dialogs, whose buttons they must not cover; the digest has what they say. */
export const Notices = () => (
  <Notifications position="bottom-right" zIndex={199} notificationMaxHeight={420} />
);
