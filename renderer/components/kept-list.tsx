import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import { LoadingState } from './loading-state.tsx';

type KeptListProps<Item> = {
  list: UseQueryResult<Item[]>;
  /** What could not be done where it fails. */
  failed: string;
  reading: string;
  /** Shown where there is nothing. */
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
};

/** A list that is read from the file: why it cannot be, that it is being read, that there is nothing, or what there is. */
export function KeptList<Item>({ list, failed, reading, empty, children }: KeptListProps<Item>) {
  if (list.isError)
    return <FailureNotice error={list.error} title={failed} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingState words={reading} />;
  return list.data.length === 0 ? empty : children(list.data);
}
