import { Screen } from '../components/screen.tsx';
import { StorageWords, type StorageWordsProps } from '../components/storage-words.tsx';

/** Shown in place of every screen that reads the data file, while that file cannot be used. */
export function StorageProblem(problem: StorageWordsProps) {
  return (
    <Screen title="The data file cannot be used">
      <StorageWords {...problem} />
    </Screen>
  );
}
