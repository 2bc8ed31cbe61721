import type { Scope } from '#shared/contract/awards.ts';
import { dateOf, NO_DAY } from './day.ts';
import { sourceOf } from './source.ts';
import { type Reader, sql } from './sql.ts';

export type Count = { value: string; count: number };
export type Facets = {
  programmes: Count[];
  airlines: Count[];
  routes: { origin: string; destination: string; count: number }[];
  originRegions: Count[];
  destinationRegions: Count[];
  /** Whole miles, over every record that tells them. */
  milesMin: number | null;
  milesMax: number | null;
  dateMin: string | null;
  dateMax: string | null;
};

type Group = {
  programme: string;
  airlines: string;
  origin: string;
  destination: string;
  originRegion: string;
  destinationRegion: string;
  count: number;
  milesMin: number | null;
  milesMax: number | null;
  dayMin: number | null;
  dayMax: number | null;
};

/** What can be filtered on in a scope, most frequent first. One pass over the rows, then over the few groups. */
export function facetsOf(reader: Reader, identity: string, scope: Scope): Facets {
  const source = sourceOf(scope, identity);
  const groups = reader.all<Group>(
    sql(
      `SELECT g.name AS programme, a.airlines, r.origin, r.destination,
         r.origin_region AS originRegion, r.destination_region AS destinationRegion, f.*
       FROM (
         SELECT x.programme_id, x.airlines_id, x.route_id, count(*) AS count, min(x.miles) AS milesMin,
           max(x.miles) AS milesMax, min(nullif(x.day, ${NO_DAY})) AS dayMin, max(nullif(x.day, ${NO_DAY})) AS dayMax
         FROM ${source.from} WHERE ${source.where.text}
         GROUP BY x.programme_id, x.airlines_id, x.route_id) f
       CROSS JOIN award_programmes g ON g.id = f.programme_id
       CROSS JOIN award_airline_lists a ON a.id = f.airlines_id
       CROSS JOIN award_routes r ON r.id = f.route_id`,
      ...source.where.values,
    ),
  );
  const programmes = new Map<string, number>();
  const airlines = new Map<string, number>();
  const originRegions = new Map<string, number>();
  const destinationRegions = new Map<string, number>();
  const routes = new Map<string, { origin: string; destination: string; count: number }>();
  const add = (counts: Map<string, number>, value: string, by: number) =>
    counts.set(value, (counts.get(value) ?? 0) + by);
  for (const group of groups) {
    add(programmes, group.programme, group.count);
    add(originRegions, group.originRegion, group.count);
    add(destinationRegions, group.destinationRegion, group.count);
    for (const code of new Set(group.airlines.split(', '))) if (code !== '') add(airlines, code, group.count);
    const { origin, destination } = group;
    const key = JSON.stringify([origin, destination]);
    const route = routes.get(key) ?? { origin, destination, count: 0 };
    routes.set(key, { ...route, count: route.count + group.count });
  }
  const least = (values: (number | null)[]) =>
    values.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);
  const most = (values: (number | null)[]) =>
    values.reduce((a, b) => (a === null ? b : b === null ? a : Math.max(a, b)), null);
  const date = (day: number | null) => (day === null ? null : dateOf(day));
  return {
    programmes: ranked(programmes),
    airlines: ranked(airlines),
    originRegions: ranked(originRegions),
    destinationRegions: ranked(destinationRegions),
    routes: [...routes.values()].sort(
      (a, b) => b.count - a.count || compare(a.origin, b.origin) || compare(a.destination, b.destination),
    ),
    milesMin: least(groups.map((group) => group.milesMin)),
    milesMax: most(groups.map((group) => group.milesMax)),
    dateMin: date(least(groups.map((group) => group.dayMin))),
    dateMax: date(most(groups.map((group) => group.dayMax))),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ranked = (counts: ReadonlyMap<string, number>): Count[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value));
