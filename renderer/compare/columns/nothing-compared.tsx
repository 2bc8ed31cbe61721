import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { LEAST_COLUMNS } from '../../addresses/compare-address.ts';
import { savedSearchesQuery } from '../../records/saved-searches-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CompareViewProps } from '../compare-view.ts';

type NothingComparedProps = {
  columns: CompareViewProps['address']['columns'];
  change: CompareViewProps['change'];
};

/** Fewer columns than can be compared, and the next thing to do. */
export function NothingCompared({ columns, change }: NothingComparedProps) {
  const { data: searches } = useQuery(savedSearchesQuery);
  const chosen = new Set(columns.flatMap(({ scope }) => (scope.kind === 'search' ? scope.searchId : [])));
  const missing = LEAST_COLUMNS - columns.length;
  const next = (searches ?? []).filter(({ searchId }) => !chosen.has(searchId)).slice(0, missing);
  const add = () =>
    change({
      columns: [
        ...columns,
        ...next.map(({ searchId }) => ({ scope: { kind: 'search' as const, searchId }, filter: {} })),
      ],
    });
  return (
    <EmptyState
      title={columns.length === 0 ? 'Nothing to compare yet' : 'One more to compare with'}
      action={
        next.length === missing ? (
          <Button size="xs" onClick={add} title={next.map(({ title }) => title).join('\n')}>
            {columns.length === 0 ? 'Compare the two latest searches' : `Add ${next[0]?.title}`}
          </Button>
        ) : (
          <Button component={Link} href="/" size="xs">
            Go to Search
          </Button>
        )
      }
    >
      Two to six saved searches, runs or routes stand side by side on one axis of dates. Comparing costs
      nothing.
    </EmptyState>
  );
}
