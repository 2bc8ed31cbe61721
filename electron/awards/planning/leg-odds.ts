import { programmeAccount } from '#shared/places/programmes.ts';
import { doubtOf, type LegOdds, oddsOfRoute } from '#shared/planning/odds.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { knownSources } from '../coverage/search-identity.ts';
import { coveringRuns, datesWithSpace } from '../insights/dates-read.ts';
import { sightingsOf } from '../insights/sightings.ts';
import type { LegRows, LegSubject, Numbering } from './leg-rows.ts';

type RouteOdds = ReturnType<typeof oddsOfRoute>;

/** Odds of records by route and cabin, computed once until another page is stored. */
export type OddsReader = (
  identity: string,
  cabin: string,
  origin: string,
  destination: string,
) => (programme: string, day: number, age: number) => LegOdds | null;

/** The history of a route takes milliseconds to read: of more routes, the odds of those with most records are known. */
const MOST_ROUTES = 40;

export function createOddsReader(reader: Reader): OddsReader {
  const known = new Map<string, RouteOdds>();
  let readAt = '';
  return (identity, cabin, origin, destination) => {
    const newest = reader.get<{ mark: string }>(
      sql(`SELECT (SELECT max(id) FROM award_pages) || ' ' || (SELECT count(*) FROM award_runs) AS mark`),
    );
    if (newest?.mark !== readAt) known.clear();
    readAt = newest?.mark ?? '';
    const key = JSON.stringify([identity, cabin, origin, destination]);
    const odds = known.get(key) ?? historyOf(reader, identity, cabin, origin, destination);
    known.set(key, odds);
    return odds;
  };
}

/** Every source's dates of a route: two sources are never compared, so the history is that of the one with more. */
function historyOf(
  reader: Reader,
  identity: string,
  cabin: string,
  origin: string,
  destination: string,
): RouteOdds {
  const histories = knownSources(reader, identity).map(({ source }) => {
    const subject = { identity, cabin, source, origin, destination, programme: null };
    return datesWithSpace(sightingsOf(reader, subject), coveringRuns(reader, subject));
  });
  const [most = []] = histories.sort((a, b) => b.length - a.length);
  return oddsOfRoute(most.map((date) => ({ ...date, programme: programmeAccount(date.programme) })));
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
