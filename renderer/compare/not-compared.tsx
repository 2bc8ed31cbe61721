import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, isLost } from '../ui/failure-notice.tsx';

type NotComparedProps = {
  error: unknown;
  title: string;
  /** What to choose where one of them is no longer saved: a retry would fail as well. */
  instead: string;
  onRetry: () => void;
};

/** Why two scopes could not be compared, and what can be done. */
export function NotCompared({ error, title, instead, onRetry }: NotComparedProps) {
  return isLost(error) ? (
    <EmptyState title="One of these is no longer saved">
      The address names a search or a run that is not in this data file. {instead}
    </EmptyState>
  ) : (
    <FailureNotice error={error} title={title} onRetry={onRetry} />
  );
}
