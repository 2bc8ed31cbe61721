import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { type KnownSource, knownSources } from '../coverage/search-identity.ts';
import { type Source, sourceOf } from './source.ts';
import { compareTexts } from './text-order.ts';

type Count = { value: string; count: number };
type Facets = ResultAnswer<'facets'>;

/** The first source of the contract's award search. */
const FIRST_SOURCE = '';

type Row = readonly [programme: number, airlines: number, route: number, miles: number | null, day: number];

/**
 * The values to filter by in a scope, most frequent first. Counts in one pass here: SQLite would sort the rows once for
 * each grouping, which is several times slower.
 */
export function facetsOf(reader: Reader, identity: string, scope: Scope): Facets {
  const source = sourceOf(scope, identity);
  const byProgramme = new Map<number, number>();
  const byAirlines = new Map<number, number>();
  const byRoute = new Map<number, number>();
  const miles = range();
  const days = range();
  reader.each<Row>(
    sql(
      `SELECT x.programme_id, x.airlines_id, x.route_id, x.miles, x.day FROM ${source.from}
       WHERE ${source.where.text}`,
      ...source.where.values,
    ),
    ([programme, airlines, route, known, day]) => {
      add(byProgramme, programme, 1);
      add(byAirlines, airlines, 1);
      add(byRoute, route, 1);
      if (known !== null) miles.take(known);
      if (day !== NO_DAY) days.take(day);
    },
  );

  const programmes = new Map<string, number>();
  const named = namesOf<{ id: number; name: string }>(reader, 'award_programmes', byProgramme);
  for (const { id, name } of named) add(programmes, name, byProgramme.get(id) ?? 0);

  const airlines = new Map<string, number>();
  const lists = namesOf<{ id: number; airlines: string }>(reader, 'award_airline_lists', byAirlines);
  for (const list of lists)
    for (const code of new Set(list.airlines.split(', ')))
      if (code !== '') add(airlines, code, byAirlines.get(list.id) ?? 0);

  const routes = new Map<string, { origin: string; destination: string; count: number }>();
  const originRegions = new Map<string, number>();
  const destinationRegions = new Map<string, number>();
  for (const { id, origin, destination, origin_region, destination_region } of namesOf<Route>(
    reader,
    'award_routes',
    byRoute,
  )) {
    const count = byRoute.get(id) ?? 0;
    add(originRegions, origin_region, count);
    add(destinationRegions, destination_region, count);
    const key = JSON.stringify([origin, destination]);
    routes.set(key, { origin, destination, count: (routes.get(key)?.count ?? 0) + count });
  }
  return {
    programmes: ranked(programmes),
    airlines: ranked(airlines),
    sources: sourcesIn(reader, identity, source),
    routes: [...routes.values()].sort(
      (a, b) =>
        b.count - a.count || compareTexts(a.origin, b.origin) || compareTexts(a.destination, b.destination),
    ),
    originRegions: ranked(originRegions),
    destinationRegions: ranked(destinationRegions),
    milesMin: miles.least(),
    milesMax: miles.most(),
    dateMin: date(days.least()),
    dateMax: date(days.most()),
  };
}

/** The sources of rows with their counts. Reads no record if only the first source is stored. */
function sourcesIn(reader: Reader, identity: string, { from, where }: Source): Facets['sources'] {
  if (knownSources(reader, identity).every((known) => known.source === FIRST_SOURCE)) return [];
  const found = reader.all<KnownSource & { count: number }>(
    sql(
      `SELECT h.source, h.provider, count(*) AS count FROM ${from} CROSS JOIN award_records e ON e.id = x.record_id
       CROSS JOIN award_partitions h ON h.id = e.partition_id WHERE ${where.text}
       GROUP BY h.source ORDER BY count(*) DESC, h.source`,
      ...where.values,
    ),
  );
  return found.every((one) => one.source === FIRST_SOURCE)
    ? []
    : found.map((known) => ({ value: known.source, name: sourceName(known), count: known.count }));
}

type Route = {
  id: number;
  origin: string;
  destination: string;
  origin_region: string;
  destination_region: string;
};

/** The vocabulary rows for the counted IDs. */
const namesOf = <Named>(reader: Reader, table: string, counted: ReadonlyMap<number, number>): Named[] => {
  const ids = inList('id', [...counted.keys()]);
  return reader.all<Named>(sql(`SELECT * FROM ${table} WHERE ${ids.text}`, ...ids.values));
};

const add = <Key>(counts: Map<Key, number>, key: Key, by: number) =>
  counts.set(key, (counts.get(key) ?? 0) + by);

const date = (day: number | null) => (day === null ? null : dateOf(day));

/** Tracks the minimum and maximum of the values added; null if none. */
function range() {
  let least: number | null = null;
  let most: number | null = null;
  return {
    take(value: number): void {
      if (least === null || value < least) least = value;
      if (most === null || value > most) most = value;
    },
    least: () => least,
    most: () => most,
  };
}

const ranked = (counts: ReadonlyMap<string, number>): Count[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareTexts(a.value, b.value));
