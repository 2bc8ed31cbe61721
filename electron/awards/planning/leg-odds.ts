import { programmeAccount } from '#shared/places/programmes.ts';
import { doubtOf, type LegOdds, oddsOfRoute } from '#shared/planning/odds.ts';
import { datesWithSpace } from '../insights/dates-read.ts';
import type { LegRows, LegSubject, Numbering } from './leg-rows.ts';
import type { HistoryReader, RouteHistory } from './route-history.ts';

type RouteOdds = ReturnType<typeof oddsOfRoute>;

/** Odds of records by route and cabin; each history is counted once. */
export type OddsReader = (
  identity: string,
  cabin: string,
  origin: string,
  destination: string,
) => (programme: string, day: number, age: number) => LegOdds | null;

/** The history of a route takes milliseconds to read: of more routes, the odds of those with most records are known. */
const MOST_ROUTES = 40;

export function createOddsReader(history: HistoryReader): OddsReader {
  const known = new WeakMap<RouteHistory, RouteOdds>();
  return (identity, cabin, origin, destination) => {
    const ofRoute = history({ identity, cabin, origin, destination });
    const odds =
      known.get(ofRoute) ??
      oddsOfRoute(
        datesWithSpace(ofRoute.sightings, ofRoute.runs).map((date) => ({
          ...date,
          programme: programmeAccount(date.programme),
        })),
      );
    known.set(ofRoute, odds);
    return odds;
  };
}

/** Fills in how doubtful each candidate is at its age, on the routes with most of them. */
export function writeDoubts(
  odds: OddsReader,
  { candidates }: LegRows,
  { identity, cabins }: Pick<LegSubject, 'identity' | 'cabins'>,
  airports: Numbering,
  programmes: Numbering,
  now: number,
): void {
  const routes = new Map<number, number[]>();
  for (let place = 0; place < candidates.count; place++) {
    const key =
      ((candidates.origin[place] ?? 0) * 65_536 + (candidates.destination[place] ?? 0)) * 8 +
      (candidates.cabin[place] ?? 0);
    const known = routes.get(key);
    if (known === undefined) routes.set(key, [place]);
    else known.push(place);
  }
  const largest = [...routes.values()].sort((a, b) => b.length - a.length).slice(0, MOST_ROUTES);
  for (const places of largest) {
    const [first = 0] = places;
    const ofRoute = odds(
      identity,
      cabins[candidates.cabin[first] ?? 0] ?? '',
      airports.names[candidates.origin[first] ?? 0] ?? '',
      airports.names[candidates.destination[first] ?? 0] ?? '',
    );
    for (const place of places)
      candidates.doubt[place] = doubtOf(
        ofRoute(
          programmes.names[candidates.programme[place] ?? 0] ?? '',
          candidates.day[place] ?? 0,
          now - (candidates.seenAt[place] ?? 0),
        ),
      );
  }
}
