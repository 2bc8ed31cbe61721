import { Button, Checkbox, Group, Popover, Select, Stack, Text } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { formatNumber } from '#shared/formats.ts';
import { airportTitle } from '#shared/places/names.ts';
import { changedFilter, type FilterChange } from '../../addresses/results-address.ts';
import { routeLabel } from '../../records/award-labels.ts';
import { facetsQuery, MoreFilters } from '../../records/more-filters.tsx';
import { MilesField, SeatsField } from '../../records/number-filters.tsx';
import { filterLabels } from '../../records/record-filters.ts';
import { NotRead } from '../../ui/failure-notice.tsx';
import { WITHIN_WINDOW } from '../../ui/forms/form-sheet.tsx';
import { ValuesField } from '../../ui/forms/values-field.tsx';

type ColumnFilterProps = {
  column: CompareColumn;
  /** The subject of the filter, for its accessible name: `column 1`. */
  of: string;
  onFilter: (filter: RecordFilter) => void;
};

/** The part of a scope that a column shows: one route of many, some programmes, some dates. */
export function ColumnFilter({ column, of, onFilter }: ColumnFilterProps) {
  const words = filterLabels(column.filter).map((each) => each.words);
  const share = words.length === 0 ? 'All records' : 'Filtered';
  return (
    <Group gap="4px 8px">
      <Popover
        trapFocus
        returnFocus
        position="bottom-start"
        width={360}
        shadow="md"
        keepMounted={false}
        middlewares={WITHIN_WINDOW}
      >
        <Popover.Target>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Filter of ${of}: ${share}`}
            leftSection={<IconFilter size={13} aria-hidden />}
          >
            {share}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={`Filter of ${of}`} style={{ overflowY: 'auto' }}>
          <FilterFields
            column={column}
            change={(part) => onFilter(changedFilter(column.filter, part))}
            onClear={() => onFilter({})}
          />
        </Popover.Dropdown>
      </Popover>
      {words.length > 0 && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.join(' · ')}
        </Text>
      )}
    </Group>
  );
}

type FilterFieldsProps = {
  column: CompareColumn;
  change: (part: FilterChange) => void;
  onClear: () => void;
};

/** Airports by name and code. */
const named = (codes: readonly string[]) => codes.map((value) => ({ value, label: airportTitle(value) }));

function FilterFields({ column: { scope, filter }, change, onClear }: FilterFieldsProps) {
  const facets = useQuery(facetsQuery(scope));
  if (facets.isLoadingError) return <NotRead of={facets} />;
  const routes = facets.data?.routes ?? [];
  const ends = (end: 'origin' | 'destination', chosen: readonly string[] = []) =>
    [...new Set([...routes.map((route) => route[end]), ...chosen])].sort();
  const [origin, destination] = [filter.origins, filter.destinations].map((codes) =>
    codes?.length === 1 ? codes[0] : undefined,
  );
  return (
    <Stack gap="sm">
      <Select
        label="One route"
        placeholder={routes.length === 1 ? 'It has one route' : `All ${formatNumber(routes.length)} routes`}
        data={routes.map((route) => ({
          value: `${route.origin} ${route.destination}`,
          label: `${routeLabel(route)} (${formatNumber(route.count)})`,
        }))}
        value={origin && destination ? `${origin} ${destination}` : null}
        onChange={(value) => {
          const [from, to] = value?.split(' ') ?? [];
          change({ origins: from ? [from] : undefined, destinations: to ? [to] : undefined });
        }}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      <Group grow gap="xs" align="start">
        <ValuesField
          label="Origins"
          options={named(ends('origin', filter.origins))}
          values={filter.origins ?? []}
          onChange={(origins) => change({ origins })}
        />
        <ValuesField
          label="Destinations"
          options={named(ends('destination', filter.destinations))}
          values={filter.destinations ?? []}
          onChange={(destinations) => change({ destinations })}
        />
      </Group>
      <Group grow gap="xs">
        <MilesField value={filter.milesMax} onChange={(milesMax) => change({ milesMax })} />
        <SeatsField value={filter.seatsMin} onChange={(seatsMin) => change({ seatsMin })} />
      </Group>
      <Checkbox
        label="Direct only in this column"
        checked={filter.direct === true}
        onChange={(event) => change({ direct: event.currentTarget.checked || undefined })}
      />
      <MoreFilters scope={scope} filter={filter} change={change} />
      <Button size="xs" onClick={onClear}>
        Clear filters
      </Button>
    </Stack>
  );
}
