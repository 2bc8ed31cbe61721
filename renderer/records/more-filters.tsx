import { SimpleGrid } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { FilterChange } from '../addresses/results-address.ts';
import { api } from '../api/api.ts';
import { NotRead } from '../ui/failure-notice.tsx';
import { FilterField } from './filter-controls.tsx';
import { tagsQuery } from './queries.ts';
import { MORE_FILTERS } from './record-filters.ts';

/** The values that a scope can be filtered by; local. */
export const facetsQuery = (scope: Scope) =>
  queryOptions({ queryKey: ['results', 'facets', scope], queryFn: () => api.results.facets({ scope }) });

type MoreFiltersProps = {
  scope: Scope;
  filter: RecordFilter;
  change: (part: FilterChange) => void;
};

/** The filters that need the scope's own values, and the less common ones, as the table of filters lists them. */
export function MoreFilters({ scope, filter, change }: MoreFiltersProps) {
  const facets = useQuery(facetsQuery(scope));
  const tags = useQuery(tagsQuery);
  const found = useMemo(
    () =>
      facets.data && {
        ...facets.data,
        tags: tags.data?.map(({ tag, records }) => ({ value: tag, count: records })) ?? [],
      },
    [facets.data, tags.data],
  );
  if (facets.isLoadingError) return <NotRead of={facets} />;
  const isThere = ({ name, control }: (typeof MORE_FILTERS)[number]): boolean =>
    control.kind !== 'list' ||
    control.isForSeveral !== true ||
    (control.found(found)?.length ?? 0) > 1 ||
    filter[name] !== undefined;
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="sm">
      {MORE_FILTERS.filter(isThere).map(({ name, control }) => (
        <div key={name} style={control.isHalf ? undefined : { gridColumn: '1 / -1' }}>
          <FilterField
            {...{ name, control, found, change }}
            value={filter[name]}
            isOff={'needs' in control && filter[control.needs] === undefined}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}
