import { Checkbox, Chip, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { memo, type PointerEvent, useCallback, useMemo, useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { dayStart, isCalendarDate, localDay } from '#shared/dates.ts';
import { formatNumber, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airlinesTitle } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import type { FilterChange } from '../addresses/results-address.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { ValuesField } from '../ui/forms/values-field.tsx';
import { weekOrder } from './calendar-layout.ts';
import { FlightFilters } from './flight-filters.tsx';
import { tagsQuery } from './tags-query.ts';

type MoreFiltersProps = {
  scope: Scope;
  filter: RecordFilter;
  change: (part: FilterChange) => void;
  /** Called with what a choice would change, once the pointer is on it. */
  prefetch?: ((part: FilterChange) => void) | undefined;
};

/** With a value, or without it where it is there. */
const toggled = <Value,>(values: readonly Value[] = [], value: Value): Value[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

const NONE: [] = [];

const PRICE_CHOICES = [
  { value: '', label: 'Any price' },
  ...[5, 10, 25, 50].map((percent) => ({
    value: String(percent),
    label: `Among the cheapest ${percent}% of dates seen`,
  })),
];

const WALLET_CHOICES = [
  { value: '', label: 'Any award' },
  { value: 'bookable', label: 'Bookable now' },
  { value: 'transfer', label: 'Bookable now or with transfers' },
];

/**
 * The options of a filter, with how many records each passes. Chosen values remain, even if no record has them (from a
 * bookmark, for instance).
 */
function choices(
  found: readonly { value: string; count: number }[],
  chosen: readonly string[] = [],
  nameOf = (value: string): string => value,
) {
  const missing = chosen.filter((value) => !found.some((each) => each.value === value));
  return [...found, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
    value,
    label: `${nameOf(value)} (${formatNumber(count)})`,
  }));
}

type ListName = 'programmes' | 'airlines' | 'sources' | 'originRegions' | 'destinationRegions' | 'tags';

type ListFilterProps = Pick<MoreFiltersProps, 'change' | 'prefetch'> & {
  name: ListName;
  label: string;
  /** What stands in the field while nothing is chosen. */
  all: string;
  found: readonly { value: string; count: number }[] | undefined;
  chosen: readonly string[] | undefined;
  nameOf?: (value: string) => string;
  searchable?: boolean;
};

/** One list of values; rendered again only for a change of its own. */
const ListFilter = memo(function ListFilter(props: ListFilterProps) {
  const { name, label, all, found = NONE, chosen = NONE, nameOf, searchable, change, prefetch } = props;
  const options = useMemo(() => choices(found, chosen, nameOf), [found, chosen, nameOf]);
  const announce = ({ target }: PointerEvent) => {
    const value = (target as Element).closest('[role="option"]')?.getAttribute('value');
    if (typeof value === 'string') prefetch?.({ [name]: toggled(chosen, value) });
  };
  return (
    <div onPointerOver={announce}>
      <ValuesField
        {...{ label, searchable, nameOf }}
        placeholder={all}
        options={options}
        values={chosen}
        onChange={(values) => change({ [name]: values })}
      />
    </div>
  );
});

/** The values that a scope can be filtered by; local. */
export const facetsQuery = (scope: Scope) =>
  queryOptions({ queryKey: ['results', 'facets', scope], queryFn: () => api.results.facets({ scope }) });

type DayFilterProps = Pick<MoreFiltersProps, 'change'> & {
  name: 'newSince' | 'from' | 'until';
  label: string;
  pickLabel: string;
  near?: string;
  /** The day of the filter, or empty. */
  value: string;
};

/** Typed text stays as it is, with an error where it is not a date: the filter is then unchanged. */
const DayFilter = memo(function DayFilter({ name, value, change, ...field }: DayFilterProps) {
  const [typed, setTyped] = useState<{ text: string; means: string } | null>(null);
  // A change from elsewhere, such as a cleared filter, replaces what is typed.
  const wrong = typed !== null && typed.means === value ? typed.text : null;
  return (
    <DateField
      {...field}
      value={wrong ?? value}
      error={wrong !== null && 'A date, such as 1 Mar'}
      onChange={(text) => {
        const isDay = text === '' || isCalendarDate(text);
        setTyped(isDay ? null : { text, means: value });
        if (isDay) change({ [name]: name === 'newSince' ? dayStart(text) : text || undefined });
      }}
    />
  );
});

const ANY_DAY: readonly number[] = [];

type WeekdaysProps = Pick<MoreFiltersProps, 'change' | 'prefetch'> & { days: readonly number[] | undefined };

const Weekdays = memo(function Weekdays({ days = ANY_DAY, change, prefetch }: WeekdaysProps) {
  return (
    <Input.Wrapper label="Days of the week">
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => change({ weekdays: chosen.map(Number).sort() })}
      >
        <Group gap={4} role="group" aria-label="Days of the week">
          {weekOrder().map((day) => (
            <Chip
              key={day}
              value={String(day)}
              size="xs"
              variant="light"
              wrapperProps={{ onPointerEnter: () => prefetch?.({ weekdays: toggled(days, day).sort() }) }}
            >
              {WEEKDAY_NAMES[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
});

type ChoiceProps = Pick<MoreFiltersProps, 'change'> & {
  label: string;
  data: typeof PRICE_CHOICES;
  value: string;
  /** The part of the filter that a value stands for. */
  means: (value: string) => FilterChange;
};

const Choice = memo(function Choice({ means, change, ...field }: ChoiceProps) {
  return <NativeSelect {...field} onChange={(event) => change(means(event.currentTarget.value))} />;
});

const cheapestFilter = (value: string): FilterChange => ({ cheapest: Number(value) || undefined });

const walletFilter = (value: string): FilterChange => ({
  wallet: value === 'bookable' || value === 'transfer' ? value : undefined,
});

type TickProps = Pick<MoreFiltersProps, 'change'> & {
  name: 'starred' | 'seatsNotGiven' | 'flagged';
  label: string;
  checked: boolean;
  disabled?: boolean;
};

const Tick = memo(function Tick({ name, change, ...box }: TickProps) {
  return (
    <Checkbox {...box} onChange={(event) => change({ [name]: event.currentTarget.checked || undefined })} />
  );
});

/** The filters that need the scope's own values, and the less common ones. */
export function MoreFilters({ scope, filter, change, prefetch }: MoreFiltersProps) {
  const facets = useQuery(facetsQuery(scope));
  const tags = useQuery(tagsQuery);
  const foundTags = useMemo(
    () => tags.data?.map(({ tag, records }) => ({ value: tag, count: records })),
    [tags.data],
  );
  const found = facets.data?.sources;
  const nameOfSource = useCallback(
    (source: string) => found?.find(({ value }) => value === source)?.name ?? sourceName({ source }),
    [found],
  );
  if (facets.isLoadingError) {
    return <FailureNotice error={facets.error} onRetry={() => void facets.refetch()} />;
  }
  const { dateMin = null, dateMax = null, sources = NONE } = facets.data ?? {};
  return (
    <Stack gap="sm">
      <ListFilter
        {...{ change, prefetch }}
        name="programmes"
        label="Programmes"
        all="All programmes"
        found={facets.data?.programmes}
        chosen={filter.programmes}
        nameOf={programmeLabel}
        searchable
      />
      <ListFilter
        {...{ change, prefetch }}
        name="airlines"
        label="Airlines"
        all="All airlines"
        found={facets.data?.airlines}
        chosen={filter.airlines}
        nameOf={airlinesTitle}
        searchable
      />
      {(sources.length > 1 || filter.sources !== undefined) && (
        <ListFilter
          {...{ change, prefetch }}
          name="sources"
          label="Sources"
          all="All sources"
          found={sources}
          chosen={filter.sources}
          nameOf={nameOfSource}
        />
      )}
      <Group grow gap="xs" align="start">
        <ListFilter
          {...{ change, prefetch }}
          name="originRegions"
          label="From regions"
          all="All regions"
          found={facets.data?.originRegions}
          chosen={filter.originRegions}
        />
        <ListFilter
          {...{ change, prefetch }}
          name="destinationRegions"
          label="To regions"
          all="All regions"
          found={facets.data?.destinationRegions}
          chosen={filter.destinationRegions}
        />
      </Group>
      <Group grow gap="xs" align="start">
        <DayFilter
          name="newSince"
          label="New since"
          pickLabel="Calendar for new since"
          value={filter.newSince === undefined ? '' : localDay(filter.newSince)}
          change={change}
        />
        <ListFilter
          {...{ change, prefetch }}
          name="tags"
          label="Tags"
          all="Any"
          found={foundTags}
          chosen={filter.tags}
        />
      </Group>
      <Group grow gap="xs" align="start">
        <DayFilter
          name="from"
          label="From"
          pickLabel="Calendar for the first day"
          near={dateMin ?? ''}
          value={filter.from ?? ''}
          change={change}
        />
        <DayFilter
          name="until"
          label="Until"
          pickLabel="Calendar for the last day"
          near={dateMax ?? ''}
          value={filter.until ?? ''}
          change={change}
        />
      </Group>
      <FlightFilters
        stopsMax={filter.stopsMax}
        minutesMax={filter.minutesMax}
        flown={filter.flown}
        tripDetails={filter.tripDetails}
        change={change}
      />
      <Weekdays days={filter.weekdays} change={change} prefetch={prefetch} />
      <Choice
        label="Is it a good price?"
        data={PRICE_CHOICES}
        value={filter.cheapest === undefined ? '' : String(filter.cheapest)}
        means={cheapestFilter}
        change={change}
      />
      <Choice
        label="With your wallet"
        data={WALLET_CHOICES}
        value={filter.wallet ?? ''}
        means={walletFilter}
        change={change}
      />
      <Tick name="starred" label="Starred" checked={filter.starred === true} change={change} />
      <Tick
        name="seatsNotGiven"
        label="Keep records without a seat count"
        disabled={filter.seatsMin === undefined}
        checked={filter.seatsNotGiven === true}
        change={change}
      />
      <Tick
        name="flagged"
        label="Flagged: unexpected details"
        checked={filter.flagged === true}
        change={change}
      />
    </Stack>
  );
}
