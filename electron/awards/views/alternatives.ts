import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { coveredParts, NO_END, pairOf, pairsOf } from '../coverage/complete-runs.ts';
import { dayOf } from '../coverage/day.ts';
import { knownSources } from '../coverage/search-identity.ts';
import { conditions } from '../query/filter.ts';
import { dayRange } from '../query/source.ts';
import { storedFilter } from './stored-for.ts';

/** The criteria of a scope besides its airports. */
export type ScopeCriteria = {
  /** '' for records requested without a cabin; null for any cabin. */
  cabin: string | null;
  from: string | null;
  until: string | null;
  /** Carriers and direct flights. */
  filter: RecordFilter;
  /** The source that answers the request; absent if there is no request, meaning any source. */
  source?: string;
};

/** Whether a scope is one request. Its absent dates mean what the service makes of them; otherwise they mean any date. */
export const isRequest = (scope: Scope): boolean => scope.kind === 'run' || scope.kind === 'search';

export type StoredPair = {
  origin: string;
  destination: string;
  /** Matching records. */
  records: number;
  withSpace: number;
  /** In miles. */
  cheapest: number | null;
  newestAt: number | null;
  /** Whether complete runs cover all of it, so that what is not stored was not returned. */
  read: boolean;
};
type CountedPair = Omit<StoredPair, 'read'>;

/** The criteria of a scope; for a run or search, those of its request. */
export function criteriaOfScope(reader: Reader, scope: Scope): ScopeCriteria {
  if (scope.kind === 'matching') {
    const { cabin = null, from = null, until = null } = scope;
    return { cabin, from, until, filter: {} };
  }
  if (scope.kind === 'several') return { cabin: scope.cabin ?? null, from: null, until: null, filter: {} };
  const requested = reader.get<{ criteria: string }>(
    sql(
      `SELECT criteria FROM award_searches WHERE id = ${
        scope.kind === 'search' ? '?' : '(SELECT search_id FROM award_runs WHERE id = ?)'
      }`,
      scope.kind === 'search' ? scope.searchId : scope.runId,
    ),
  );
  const criteria = JSON.parse(requested?.criteria ?? '{}') as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    cabin: text(criteria.cabin) ?? '',
    from: text(criteria.start_date),
    until: text(criteria.end_date),
    filter: storedFilter(criteria),
    source: text(criteria.source) ?? '',
  };
}

/**
 * What is stored from today on for each pair of airports, by the listings of their routes. Omits pairs that no run
 * returned or covered.
 * @param isOneRequest whether `narrowed` are the criteria of one request (`isRequest`)
 * @param today the user's local date
 */
export function storedPairs(
  reader: Reader,
  identity: string,
  origins: readonly string[],
  destinations: readonly string[],
  narrowed: ScopeCriteria,
  isOneRequest: boolean,
  today: string,
): StoredPair[] {
  const { cabin, from, until, filter } = narrowed;
  const where = allOf([
    sql('s.identity = ?', identity),
    ...(cabin === null ? [] : [sql('s.cabin = ?', cabin)]),
    inList('r.origin', origins),
    inList('r.destination', destinations),
    ...dayRange(from ?? undefined, until ?? undefined),
    ...conditions(filter),
    sql('x.day >= ?', dayOf(today)),
  ]);
  const counted = reader.all<CountedPair>(
    sql(
      `SELECT f.origin, f.destination, f.records, f.withSpace, f.cheapest, p.received_at AS newestAt
       FROM (
         SELECT r.origin, r.destination, count(*) AS records, sum(x.available) AS withSpace,
           min(CASE WHEN x.available THEN x.miles END) AS cheapest, max(x.page_id) AS page_id
         FROM award_partitions s CROSS JOIN award_listings li ON li.partition_id = s.id
         CROSS JOIN award_routes r ON r.id = li.route_id CROSS JOIN award_listed x ON x.listing_id = li.id
         WHERE ${where.text} GROUP BY r.origin, r.destination) f
       CROSS JOIN award_pages p ON p.id = f.page_id`,
      ...where.values,
    ),
  );
  const read = completePairs(reader, identity, origins, destinations, narrowed, isOneRequest);
  const found = new Map(counted.map((pair) => [pairOf(pair.origin, pair.destination), pair]));
  return origins.flatMap((origin) =>
    destinations.flatMap((destination) => {
      const pair = pairOf(origin, destination);
      const stored = found.get(pair);
      return stored === undefined && !read.has(pair)
        ? []
        : { ...NO_RECORDS, origin, destination, ...stored, read: read.has(pair) };
    }),
  );
}

const NO_RECORDS = { records: 0, withSpace: 0, cheapest: null, newestAt: null };

/** The pairs for which complete runs of a single source cover every day; runs of two sources do not add up. */
function completePairs(
  reader: Reader,
  identity: string,
  origins: readonly string[],
  destinations: readonly string[],
  { cabin, from, until, filter, source: answering }: ScopeCriteria,
  isOneRequest: boolean,
): ReadonlySet<string> {
  if (cabin === null) return new Set();
  const pairs = pairsOf({ origins, destinations });
  const read = new Set<string>();
  for (const { source } of knownSources(reader, identity)) {
    // The meaning of absent dates may differ between sources.
    const absent = isOneRequest && source === answering ? undefined : null;
    const { gaps } = coveredParts(
      reader,
      identity,
      {
        criteria: '',
        cabin,
        source,
        origins,
        destinations,
        carriers: filter.airlines ?? null,
        direct: filter.direct === true,
        from: from === null ? -NO_END : dayOf(from),
        until: until === null ? NO_END : dayOf(until),
        start: from ?? absent,
        end: until ?? absent,
      },
      pairs,
    );
    const open = new Set(gaps.map(({ pair }) => pair));
    for (const pair of pairs) if (!open.has(pair)) read.add(pair);
  }
  return read;
}

/** All pairs of airports with their scopes: the first pair first, then by number of records, then by name. */
export function airportPairs(
  origins: readonly string[],
  destinations: readonly string[],
  stored: readonly StoredPair[],
  { cabin, from, until }: ScopeCriteria,
): (StoredPair & { scope: Scope })[] {
  const found = new Map(stored.map((pair) => [`${pair.origin} ${pair.destination}`, pair]));
  const [first, ...others] = origins.flatMap((origin) =>
    destinations
      .filter((destination) => destination !== origin)
      .map((destination) => ({
        ...(found.get(`${origin} ${destination}`) ?? { ...NO_RECORDS, origin, destination, read: false }),
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
