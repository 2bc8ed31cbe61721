import { StorageMessage, type StorageMessageProps } from '../status/storage-message.tsx';
import { Screen } from '../ui/screen.tsx';

/** Shown in place of every screen that reads the data file, while that file cannot be used. */
export function StorageProblemScreen(problem: StorageMessageProps) {
  return (
    <Screen title="The data file cannot be used">
      <StorageMessage {...problem} />
    </Screen>
  );
}
