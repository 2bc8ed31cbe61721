import { Stack, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { changedFilter } from '../../addresses/results-address.ts';
import { api } from '../../api/api.ts';
import { milesLabel, routeLabel, routeTitle } from '../../records/award-labels.ts';
import { shadeOf } from '../../records/calendar-layout.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotRead } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { airportsOf, type CityRoute, cityRoutes, priceOf } from './city-routes.ts';
import classes from './map.module.css';
import { RouteMap } from './route-map.tsx';

/** The airports at both ends of the only routes shown. */
type Ends = { origins: string[]; destinations: string[] };

type MapViewProps = {
  scope: Scope;
  filter: RecordFilter;
  /** Shows only what is between some airports; undefined shows all again. */
  onRoutes: (ends: Ends | undefined) => void;
};

const isSame = (one: readonly string[], other: readonly string[] | undefined): boolean =>
  other !== undefined && one.length === other.length && one.every((code) => other.includes(code));

/** The routes on a map and, beside it, as a list with the same content in words for the keyboard. */
export function MapView({ scope, filter, onRoutes }: MapViewProps) {
  const [named, setNamed] = useState<readonly string[]>([]);
  // A chosen route stays one of all, so its filter does not thin out the map itself.
  const around = changedFilter(filter, { origins: undefined, destinations: undefined });
  const routes = useQuery({
    queryKey: ['results', 'routes', scope, around],
    queryFn: () => api.results.routes({ scope, filter: around }),
    placeholderData: keepPreviousData,
  });
  const lines = useMemo(() => cityRoutes(routes.data ?? []), [routes.data]);
  if (routes.isLoadingError) return <NotRead of={routes} title="The routes could not be read" />;
  if (routes.data === undefined) return <LoadingState words="Reading routes…" />;
  if (routes.data.length === 0) {
    return (
      <EmptyState title="No route passes these filters">Remove a filter to see routes on the map.</EmptyState>
    );
  }
  const prices = lines.flatMap(({ cheapest }) => cheapest ?? []).sort((one, other) => one - other);
  const [least = 0, most = 0] = [prices[0], prices.at(-1)];
  const shade = (miles: number) => shadeOf(miles, prices);
  const isChosen = (ends: Ends) =>
    isSame(ends.origins, filter.origins) && isSame(ends.destinations, filter.destinations);
  const choose = (ends: Ends) => onRoutes(isChosen(ends) ? undefined : ends);
  const rowProps = (ends: Ends, line: CityRoute) => ({
    'aria-pressed': isChosen(ends),
    onClick: () => choose(ends),
    onMouseEnter: () => setNamed([line.origin, line.destination]),
    onMouseLeave: () => setNamed([]),
    onFocus: () => setNamed([line.origin, line.destination]),
    onBlur: () => setNamed([]),
  });
  return (
    <div className={classes.view}>
      <Stack flex="1 1 auto" gap={4} miw={0}>
        <RouteMap
          lines={lines}
          shade={shade}
          isChosen={(line) => isChosen(airportsOf(line))}
          onLine={(line) => choose(airportsOf(line))}
          named={named}
          onNamed={setNamed}
        />
        {least < most && (
          <p className={classes.scale} aria-hidden="true">
            {milesLabel(least)}
            {([1, 2, 3, 4, 5] as const).map((step) => (
              <i key={step} data-shade={step} />
            ))}
            {milesLabel(most)} miles
          </p>
        )}
      </Stack>
      <ul className={classes.list} aria-label="Routes">
        {lines.map((line) => (
          <li key={`${line.origin}-${line.destination}`}>
            <UnstyledButton className={classes.route} {...rowProps(airportsOf(line), line)}>
              <strong>
                {line.routes.length === 1 && line.routes[0] !== undefined
                  ? routeLabel(line.routes[0])
                  : `${line.origin} → ${line.destination}`}
              </strong>
              <span>
                {line.routes.length > 1
                  ? `${priceOf(line)}, ${plural(line.routes.length, 'airport pair')}`
                  : priceOf(line)}
              </span>
              {(line.from === null || line.to === null) && <span>not on the map</span>}
            </UnstyledButton>
            {line.routes.length > 1 && (
              <ul className={classes.pairs} aria-label={`${line.origin} to ${line.destination}`}>
                {line.routes.map((route) => (
                  <li key={`${route.origin}-${route.destination}`}>
                    <UnstyledButton
                      className={classes.pair}
                      title={routeTitle(route)}
                      {...rowProps({ origins: [route.origin], destinations: [route.destination] }, line)}
                    >
                      <span>{routeLabel(route)}</span>
                      <span>{route.cheapest === null ? '–' : formatNumber(route.cheapest)}</span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
