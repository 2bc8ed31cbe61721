/** Routes grouped by their cities: six London airports to two in Tokyo are one line. Pure. */
import type { ContractClient } from '#shared/contract/index.ts';
import { formatNumber } from '#shared/formats.ts';
import type { GeoPoint } from '#shared/geo-point.ts';
import { cityLabel } from '#shared/places/names.ts';

export type MapRoute = Awaited<ReturnType<ContractClient['results']['routes']>>[number];

/** All routes between two cities. */
export type CityRoute = {
  /** The cities' names; an airport without a known city is its own. */
  origin: string;
  destination: string;
  from: GeoPoint | null;
  to: GeoPoint | null;
  withSpace: number;
  cheapest: number | null;
  routes: MapRoute[];
};

const ends = (routes: readonly MapRoute[], end: 'origin' | 'destination'): string[] => [
  ...new Set(routes.map((route) => route[end])),
];

/** The airports at both ends. */
export const airportsOf = ({ routes }: CityRoute) => ({
  origins: ends(routes, 'origin'),
  destinations: ends(routes, 'destination'),
});

/** By cities, those with the cheapest space first and those without any last. */
export function cityRoutes(routes: readonly MapRoute[]): CityRoute[] {
  const byCities = Map.groupBy(routes, ({ origin, destination }) =>
    JSON.stringify([cityLabel(origin), cityLabel(destination)]),
  );
  return [...byCities.values()]
    .flatMap((group): CityRoute[] => {
      const [first] = group;
      if (first === undefined) return [];
      const known = group.flatMap(({ cheapest }) => cheapest ?? []);
      return [
        {
          origin: cityLabel(first.origin),
          destination: cityLabel(first.destination),
          from: group.find(({ from }) => from !== null)?.from ?? null,
          to: group.find(({ to }) => to !== null)?.to ?? null,
          withSpace: group.reduce((sum, route) => sum + route.withSpace, 0),
          cheapest: known.length === 0 ? null : Math.min(...known),
          routes: group.toSorted(byCheapest),
        },
      ];
    })
    .sort((a, b) => byCheapest(a, b) || (a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0));
}

type Priced = Pick<MapRoute, 'cheapest' | 'withSpace'>;

const byCheapest = (a: Priced, b: Priced): number =>
  (a.cheapest ?? Number.POSITIVE_INFINITY) === (b.cheapest ?? Number.POSITIVE_INFINITY)
    ? b.withSpace - a.withSpace
    : (a.cheapest ?? Number.POSITIVE_INFINITY) - (b.cheapest ?? Number.POSITIVE_INFINITY);

/** `from 45,000 miles`, or why there is no price. */
export const priceOf = ({ withSpace, cheapest }: Priced): string =>
  withSpace === 0
    ? 'no award space'
    : cheapest === null
      ? 'miles not given'
      : `from ${formatNumber(cheapest)} miles`;
