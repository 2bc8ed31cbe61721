import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where notices are shown: below dialogs, whose buttons they must not cover. The digest has their content too. */
export const Notices = () => (
  <Notifications position="bottom-right" zIndex={199} notificationMaxHeight={420} />
);
