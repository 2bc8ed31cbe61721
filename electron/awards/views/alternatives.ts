import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { coveredParts, NO_END, pairOf, pairsOf } from '../coverage/complete-runs.ts';
import { dayOf } from '../coverage/day.ts';
import { knownSources } from '../coverage/search-identity.ts';
import { conditions } from '../query/filter.ts';
import { dayRange } from '../query/source.ts';
import { storedFilter } from './stored-for.ts';

/** What narrows a scope besides its airports. */
export type Narrowed = {
  /** '' for records that were requested without a cabin; null for any cabin. */
  cabin: string | null;
  from: string | null;
  until: string | null;
  /** The carriers and direct flights that it is narrowed to. */
  filter: RecordFilter;
  /** Who answers the request; absent where it is none, and any source counts. */
  source?: string;
};

/**
 * Whether a scope is one request, whose absent dates mean what they mean to the service; elsewhere they mean any date.
 */
export const isRequest = (scope: Scope): boolean => scope.kind === 'run' || scope.kind === 'search';

export type StoredPair = {
  origin: string;
  destination: string;
  /** How many of its records fit. */
  records: number;
  withSpace: number;
  /** Whole miles. */
  cheapest: number | null;
  newestAt: number | null;
  /** Whether complete runs cover all of it: what is not stored then was not returned. */
  read: boolean;
};
type CountedPair = Omit<StoredPair, 'read'>;

/** What narrows a scope; of a run or search, what its request narrows. */
export function narrowedBy(reader: Reader, scope: Scope): Narrowed {
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
 * What is stored from today on for each pair of airports, by the listings of their routes; pairs that no run returned or
 * covered are left out.
 * @param ofRequest whether `narrowed` is what one request names (`isRequest`)
 * @param today the user's own day of the calendar
 */
export function storedPairs(
  reader: Reader,
  identity: string,
  origins: readonly string[],
  destinations: readonly string[],
  narrowed: Narrowed,
  ofRequest: boolean,
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
  const read = pairsRead(reader, identity, origins, destinations, narrowed, ofRequest);
  const found = new Map(counted.map((pair) => [pairOf(pair.origin, pair.destination), pair]));
  return origins.flatMap((origin) =>
    destinations.flatMap((destination) => {
      const pair = pairOf(origin, destination);
      const stored = found.get(pair);
      return stored === undefined && !read.has(pair)
        ? []
        : { ...NOTHING, origin, destination, ...stored, read: read.has(pair) };
    }),
  );
}

const NOTHING = { records: 0, withSpace: 0, cheapest: null, newestAt: null };

/** The pairs of which complete runs of one source leave no day out: those of two prove nothing together. */
function pairsRead(
  reader: Reader,
  identity: string,
  origins: readonly string[],
  destinations: readonly string[],
  { cabin, from, until, filter, source: answering }: Narrowed,
  ofRequest: boolean,
): ReadonlySet<string> {
  if (cabin === null) return new Set();
  const pairs = pairsOf({ origins, destinations });
  const read = new Set<string>();
  for (const { source } of knownSources(reader, identity)) {
    // What absent dates mean to one source says nothing of another.
    const absent = ofRequest && source === answering ? undefined : null;
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

/** Every pair of airports with the scope that shows it: the first pair first, then those with most records, then by name. */
export function airportPairs(
  origins: readonly string[],
  destinations: readonly string[],
  stored: readonly StoredPair[],
  { cabin, from, until }: Narrowed,
): (StoredPair & { scope: Scope })[] {
  const found = new Map(stored.map((pair) => [`${pair.origin} ${pair.destination}`, pair]));
  const [first, ...others] = origins.flatMap((origin) =>
    destinations
      .filter((destination) => destination !== origin)
      .map((destination) => ({
        ...(found.get(`${origin} ${destination}`) ?? { ...NOTHING, origin, destination, read: false }),
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
