import type { Scope } from '#shared/contract/awards.ts';
import { dayRange } from './source.ts';
import { allOf, inList, type Reader, sql } from './sql.ts';

/** What narrows a scope besides its airports. */
export type Narrowed = { cabin: string | null; from: string | null; until: string | null };

export type KeptPair = {
  origin: string;
  destination: string;
  records: number;
  withSpace: number;
  /** Whole miles. */
  cheapest: number | null;
  newestAt: number | null;
};

/** Cabin and dates of a scope; of a run or search, those it asked for. */
export function narrowedBy(reader: Reader, scope: Scope): Narrowed {
  if (scope.kind === 'matching')
    return { cabin: scope.cabin ?? null, from: scope.from ?? null, until: scope.until ?? null };
  if (scope.kind === 'several') return { cabin: null, from: null, until: null };
  const asked = reader.get<{ criteria: string }>(
    sql(
      `SELECT criteria FROM award_searches WHERE id = ${
        scope.kind === 'search' ? '?' : '(SELECT search_id FROM award_runs WHERE id = ?)'
      }`,
      scope.kind === 'search' ? scope.searchId : scope.runId,
    ),
  );
  const criteria = JSON.parse(asked?.criteria ?? '{}') as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { cabin: text(criteria.cabin), from: text(criteria.start_date), until: text(criteria.end_date) };
}

/** What is kept for each pair of airports, by the listings of their routes; pairs without any are left out. */
export function keptPairs(
  reader: Reader,
  identity: string,
  origins: readonly string[],
  destinations: readonly string[],
  { cabin, from, until }: Narrowed,
): KeptPair[] {
  const where = allOf([
    sql('s.identity = ?', identity),
    ...(cabin === null ? [] : [sql('s.cabin = ?', cabin)]),
    inList('r.origin', origins),
    inList('r.destination', destinations),
    ...dayRange(from ?? undefined, until ?? undefined),
  ]);
  return reader.all<KeptPair>(
    sql(
      `SELECT f.origin, f.destination, f.records, f.withSpace, f.cheapest, p.received_at AS newestAt
       FROM (
         SELECT r.origin, r.destination, count(*) AS records, sum(x.available) AS withSpace,
           min(CASE WHEN x.available THEN x.miles END) AS cheapest, max(x.page_id) AS page_id
         FROM award_shelves s CROSS JOIN award_listings li ON li.shelf_id = s.id
         CROSS JOIN award_routes r ON r.id = li.route_id CROSS JOIN award_listed x ON x.listing_id = li.id
         WHERE ${where.text} GROUP BY r.origin, r.destination) f
       CROSS JOIN award_pages p ON p.id = f.page_id`,
      ...where.values,
    ),
  );
}

/** Every pair of airports with what shows it: the first pair first, then those with most records, then by name. */
export function airportPairs(
  origins: readonly string[],
  destinations: readonly string[],
  kept: readonly KeptPair[],
  { cabin, from, until }: Narrowed,
): (KeptPair & { scope: Scope })[] {
  const found = new Map(kept.map((pair) => [`${pair.origin} ${pair.destination}`, pair]));
  const [first, ...others] = origins.flatMap((origin) =>
    destinations
      .filter((destination) => destination !== origin)
      .map((destination) => ({
        ...(found.get(`${origin} ${destination}`) ?? {
          origin,
          destination,
          records: 0,
          withSpace: 0,
          cheapest: null,
          newestAt: null,
        }),
        scope: {
          kind: 'matching' as const,
          origins: [origin],
          destinations: [destination],
          ...(cabin === null ? {} : { cabin }),
          ...(from === null ? {} : { from }),
          ...(until === null ? {} : { until }),
        },
      })),
  );
  if (first === undefined) return [];
  return [first, ...others.toSorted((a, b) => b.records - a.records)];
}
