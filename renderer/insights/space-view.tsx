import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { plural } from '#shared/formats.ts';
import { placesLabel } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { api } from '../api/api.ts';
import { cabinList } from '../records/award-labels.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import prose from '../ui/prose.module.css';
import { firstFutureDay } from './first-future-day.ts';
import classes from './insights.module.css';
import { SpacePanel } from './space-panel.tsx';

/** The most airports that one request may name at either end. */
const MAX_AIRPORTS = 5;

type SpaceViewProps = {
  scope: Scope;
  /** Its programme, airports and first date choose what is shown; the other filters have no effect here. */
  filter: RecordFilter;
  /** The requested cabins of the records, '' for none. */
  cabins: readonly string[];
  /** The requested days of travel. */
  requested: { from: string | undefined; until: string | undefined };
};

/** When space appears on the routes of a scope, for one programme, cabin and source at a time. */
export function SpaceView({ scope, filter, cabins, requested }: SpaceViewProps) {
  const [chosen, setChosen] = useState<{ programme?: string; cabin?: string; source?: string }>({});
  const facets = useQuery({
    queryKey: ['results', 'facets', scope],
    queryFn: () => api.results.facets({ scope }),
  });
  if (facets.isLoadingError) return <NotRead of={facets} title="The routes could not be read" />;
  if (facets.data === undefined) return <LoadingState words="Reading routes…" />;
  const { sources } = facets.data;
  const source = chosen.source ?? filter.sources?.[0] ?? sources[0]?.value ?? '';
  const programmes = facets.data.programmes.map(({ value }) => value);
  const programme = chosen.programme ?? filter.programmes?.[0] ?? programmes[0];
  const cabin = chosen.cabin ?? cabins[0];
  if (programme === undefined || cabin === undefined)
    return <EmptyState title="No programme to show">No record here names its programme.</EmptyState>;
  const codes = (end: 'origin' | 'destination', filtered: readonly string[] | undefined) =>
    filtered ?? [...new Set(facets.data.routes.map((route) => route[end]))];
  const [origins, destinations] = [
    codes('origin', filter.origins),
    codes('destination', filter.destinations),
  ];
  const wanted = { from: filter.from ?? requested.from, until: filter.until ?? requested.until };
  const left = [origins, destinations].reduce(
    (sum, some) => sum + Math.max(0, some.length - MAX_AIRPORTS),
    0,
  );
  return (
    <div className={classes.view}>
      <Group gap="8px 16px" align="stretch">
        <NativeSelect
          label="Programme"
          size="xs"
          data={programmes.map((value) => ({ value, label: programmeLabel(value) }))}
          value={programme}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, programme: value })}
        />
        <NativeSelect
          label="Cabin searched"
          size="xs"
          data={cabins.map((value) => ({ value, label: cabinList([value]) }))}
          value={cabin}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, cabin: value })}
        />
        {sources.length > 1 && (
          <NativeSelect
            label="Source"
            size="xs"
            data={sources.map(({ value, name }) => ({ value, label: name }))}
            value={source}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, source: value })}
          />
        )}
      </Group>
      <p className={prose.small}>
        {placesLabel(origins.slice(0, MAX_AIRPORTS))} to {placesLabel(destinations.slice(0, MAX_AIRPORTS))},
        from every run of these routes.
        {left > 0 && ` ${plural(left, 'more airport')} left out: filter by route to see them.`}
      </p>
      <SpacePanel
        origins={origins.slice(0, MAX_AIRPORTS)}
        destinations={destinations.slice(0, MAX_AIRPORTS)}
        programme={programme}
        cabin={cabin}
        source={source}
        travelFrom={firstFutureDay(wanted, localDay(Date.now()))}
      />
    </div>
  );
}
