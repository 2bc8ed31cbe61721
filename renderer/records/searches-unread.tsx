import type { UseQueryResult } from '@tanstack/react-query';
import { FailureNotice } from '../ui/failure-notice.tsx';

/** Says that the saved searches cannot be read from the file, and reads them again. */
export const SearchesUnread = ({ searches }: { searches: UseQueryResult }) => (
  <FailureNotice
    error={searches.error}
    title="The saved searches could not be read"
    onRetry={() => void searches.refetch()}
  />
);
