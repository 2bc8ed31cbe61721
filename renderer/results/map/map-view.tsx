import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import { changedFilter } from '../../addresses/results-address.ts';
import { api } from '../../api/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import classes from './map.module.css';
import { type MapRoute, RouteMap } from './route-map.tsx';

type MapViewProps = {
  scope: Scope;
  filter: RecordFilter;
  /** Shows one route alone; undefined shows all again. */
  onRoute: (route: { origin: string; destination: string } | undefined) => void;
};

/** The routes on a map and, beside it, as a list that says the same in words and can be used by keyboard. */
export function MapView({ scope, filter, onRoute }: MapViewProps) {
  const [named, setNamed] = useState<readonly string[]>([]);
  // A chosen route stays one among the others, so its filter does not thin out the map itself.
  const around = changedFilter(filter, { origins: undefined, destinations: undefined });
  const routes = useQuery({
    queryKey: ['results', 'routes', scope, around],
    queryFn: () => api.results.routes({ scope, filter: around }),
    placeholderData: keepPreviousData,
  });
  if (routes.isError) {
    return (
      <FailureNotice
        error={routes.error}
        title="The routes could not be read"
        onRetry={() => void routes.refetch()}
      />
    );
  }
  if (routes.data === undefined) return <LoadingState words="Reading routes…" />;
  if (routes.data.length === 0) {
    return (
      <EmptyState title="No route passes these filters">
        Take a filter away to see routes on the map.
      </EmptyState>
    );
  }
  const isChosen = (route: MapRoute) =>
    filter.origins?.length === 1 &&
    filter.destinations?.length === 1 &&
    filter.origins[0] === route.origin &&
    filter.destinations[0] === route.destination;
  const choose = (route: MapRoute) => onRoute(isChosen(route) ? undefined : route);
  return (
    <div className={classes.view}>
      <RouteMap routes={routes.data} isChosen={isChosen} onRoute={choose} named={named} onNamed={setNamed} />
      <ul className={classes.list} aria-label="Routes">
        {routes.data.map((route) => (
          <li key={`${route.origin}-${route.destination}`}>
            <UnstyledButton
              className={classes.route}
              aria-pressed={isChosen(route)}
              onClick={() => choose(route)}
              onMouseEnter={() => setNamed([route.origin, route.destination])}
              onMouseLeave={() => setNamed([])}
              onFocus={() => setNamed([route.origin, route.destination])}
              onBlur={() => setNamed([])}
            >
              <strong>
                {route.origin} → {route.destination}
              </strong>
              <span>
                {route.withSpace === 0
                  ? 'no award space'
                  : `${route.cheapest === null ? 'miles not given' : `from ${formatNumber(route.cheapest)} miles`}, ${formatNumber(route.withSpace)} with space`}
              </span>
              {(route.from === null || route.to === null) && <span>place of an airport not known</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
