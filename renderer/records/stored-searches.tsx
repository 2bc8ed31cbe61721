import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';

/** Reports that the saved searches cannot be read from the file, and reads them again. */
export const SearchesUnread = ({ searches }: { searches: UseQueryResult }) => (
  <FailureNotice
    error={searches.error}
    title="The saved searches could not be read"
    onRetry={() => void searches.refetch()}
  />
);

type StoredSearchesProps<Item> = {
  list: UseQueryResult<Item[]>;
  /** Shown where no search was ever run. */
  empty: { title: string; icon: Icon; words: string };
  children: (searches: Item[]) => ReactNode;
};

/** The saved searches from the file; or that they cannot be read, are being read, or do not exist. */
export function StoredSearches<Item>({ list, empty, children }: StoredSearchesProps<Item>) {
  if (list.isLoadingError) return <SearchesUnread searches={list} />;
  if (list.data === undefined) return <LoadingState words="Reading saved searches…" />;
  if (list.data.length > 0) return children(list.data);
  const { title, icon: Icon, words } = empty;
  return (
    <EmptyState
      title={title}
      icon={<Icon size={36} stroke={1.4} aria-hidden />}
      action={
        <Button component={Link} href="/" size="xs">
          Go to Search
        </Button>
      }
    >
      {words}
    </EmptyState>
  );
}
