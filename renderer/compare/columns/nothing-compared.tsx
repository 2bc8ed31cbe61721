import { Button } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { MIN_COLUMNS } from '../../addresses/compare-address.ts';
import { formPath, formRequest } from '../../addresses/form-path.ts';
import { savedSearchesQuery } from '../../records/queries.ts';
import { reversed } from '../../records/reversed-search.ts';
import { NoSearches } from '../../records/stored-searches.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CompareViewProps } from '../compare-view.ts';
import { proposed } from '../search-days.ts';

type NothingComparedProps = {
  columns: CompareViewProps['address']['columns'];
  change: CompareViewProps['change'];
};

const ABOUT =
  'Two to six saved searches, runs or routes stand side by side on one axis of dates. Comparing costs nothing.';

/** Too few columns to compare, and the next thing to do. */
export function NothingCompared({ columns, change }: NothingComparedProps) {
  const { data: searches } = useQuery(savedSearchesQuery);
  const chosen = new Set(columns.flatMap(({ scope }) => (scope.kind === 'search' ? scope.searchId : [])));
  const missing = MIN_COLUMNS - columns.length;
  const next = proposed(searches ?? [], chosen, missing);
  const [only] = searches ?? [];
  if (searches?.length === 0 && columns.length === 0)
    return <NoSearches title="Nothing to compare yet" icon={IconColumns} words={ABOUT} />;
  if (next.length < missing && only !== undefined)
    return <FromOneSearch search={only} isOnly={searches?.length === 1} />;
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
          <Button variant="filled" size="xs" onClick={add} title={next.map(({ title }) => title).join('\n')}>
            {columns.length === 0 ? 'Compare two saved searches' : `Add ${next[0]?.title}`}
          </Button>
        ) : (
          <Button variant="filled" component={Link} href="/" size="xs">
            Go to Search
          </Button>
        )
      }
    >
      {ABOUT}
    </EmptyState>
  );
}

type FromOneSearchProps = {
  search: SavedSearch;
  /** Whether there is no other; otherwise the others are on other days. */
  isOnly: boolean;
};

/** With only one search: the searches that make a second. */
function FromOneSearch({ search, isOnly }: FromOneSearchProps) {
  const back = reversed(formRequest(search, search.take));
  return (
    <EmptyState
      title={isOnly ? 'One saved search' : 'No other search on these days'}
      action={
        back !== null && (
          <Button variant="filled" component={Link} href={formPath(back, null)} size="xs">
            Search the return
          </Button>
        )
      }
    >
      A second search can stand beside it, for its own price.
    </EmptyState>
  );
}
