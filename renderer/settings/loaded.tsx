import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';

type LoadedProps<Data> = { of: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** What was read, as `children` show it; until then that it is being read, or why it could not be. */
export const Loaded = <Data,>({ of, children }: LoadedProps<Data>) => (
  <>
    <NotRead of={of} />
    {of.isPending && <LoadingState />}
    {of.data !== undefined && children(of.data)}
  </>
);
