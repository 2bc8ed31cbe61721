import { TAKE_MAX, TAKE_MIN } from '#shared/award-search/request.ts';
import type { Estimate } from '#shared/contract/awards.ts';
import type { Amount } from '#shared/money.ts';
import { allOf, type Reader, type Sql, sql } from '../../storage/sql.ts';
import { isPartialRun, usualPageSize } from '../coverage/complete.ts';
import {
  ALL_ROUTES,
  coveredParts,
  type Gap,
  type Piece,
  pairOf,
  pairsOf,
  type WantedRequest,
  wantedRequest,
} from '../coverage/complete-runs.ts';
import { dateOf } from '../coverage/day.ts';
import { knownSources } from '../coverage/search-identity.ts';
import { conditions } from '../query/filter.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { sourceOf } from '../query/source.ts';
import { storedFilter } from './stored-for.ts';

export type EstimateRequest = {
  /** The request as it would be sent. */
  input: Readonly<Record<string, unknown>>;
  /** The request with area codes expanded to airports, since records name airports. */
  byAirports: Readonly<Record<string, unknown>>;
  /** The user’s local date. */
  today: string;
  /** The provider of the Tool, '' if unknown: each source has its own records, pages and prices. */
  provider: string;
};

/** The record count of one route and day, and the newest page with one of them. */
type Group = { route: number; day: number; records: number; pageId: number };
type Counted = { records: number; newestPage: number };

/**
 * Estimates the number of pages of a request from stored runs of the same cabin (or likewise without one). Parts that
 * runs read completely are counted as the newest such run returned them. If they cover the whole request, that is about its
 * size; otherwise all other matching stored records are added, and the sum is a lower bound. Null if nothing is stored, or
 * if the page size without `take` is unknown (§4.5).
 */
export function estimateFor(
  reader: Reader,
  purchaseOf: PurchaseOf,
  identity: string,
  { input, byAirports, today, provider }: EstimateRequest,
): Estimate | null {
  const answering = { provider, known: knownSources(reader, identity) };
  const wanted = wantedRequest(input, today, answering);
  const airports = wantedRequest(byAirports, today, answering);
  if (wanted.origins.length === 0 || wanted.destinations.length === 0) return null;
  const named = pairsOf(wanted);
  const isOfAirports = pairsOf(airports).join() === named.join();
  const { pieces, gaps } = coveredParts(reader, identity, wanted, isOfAirports ? named : [ALL_ROUTES]);

  const routes = routesBetween(reader, airports);
  const filters = conditions(storedFilter(input));
  const isWithin = (part: Gap, { route, day }: Group): boolean =>
    day >= part.from && day <= part.until && (part.pair === ALL_ROUTES || routes.get(route) === part.pair);
  const counted: Counted = { records: 0, newestPage: 0 };
  const count = (source: Sql & { from: string }, parts: readonly Gap[]) => {
    for (const group of groupsIn(reader, source, filters)) {
      if (!parts.some((part) => isWithin(part, group))) continue;
      counted.records += group.records;
      counted.newestPage = Math.max(counted.newestPage, group.pageId);
    }
  };
  for (const [runId, ofRun] of Map.groupBy(pieces, (piece) => piece.runId)) {
    if (gaps.length === 0 && ofRun.length === pieces.length && ofRun.every(({ isSame }) => isSame)) {
      Object.assign(counted, sameSearchSize(reader, runId, wanted));
      continue;
    }
    const { from, where } = sourceOf({ kind: 'run', runId }, identity);
    count({ from, ...where }, ofRun);
  }
  if (gaps.length > 0) {
    const { from, where } = sourceOf(
      {
        kind: 'matching',
        origins: [...airports.origins],
        destinations: [...airports.destinations],
        cabin: wanted.cabin,
        // Counting other sources too would count the same days twice.
        source: wanted.source,
      },
      identity,
    );
    count({ from, ...allOf([where, sql('x.removed = 0')]) }, gaps);
  }

  const { records } = counted;
  if (records === 0) return null;
  const take = requestedTake(input) ?? usualPageSize(reader, identity, wanted.source, records);
  if (take === null) return null;
  const atLeast = gaps.length > 0;
  const least = atLeast
    ? Math.max(records, (unfinishedRun(reader, identity, wanted.criteria)?.records ?? -1) + 1)
    : records;
  return {
    pages: Math.ceil(least / take),
    records,
    take,
    atLeast,
    read: atLeast && pieces.length > 0 ? extentOf(named, pieces, gaps) : null,
    lastPrice: lastPrice(reader, purchaseOf, identity, wanted.source),
    seenAt: receivedAt(reader, counted.newestPage),
  };
}

/** The stored routes between airports: pair by route ID. */
function routesBetween(reader: Reader, { origins, destinations }: WantedRequest): Map<number, string> {
  const routes = reader.all<{ id: number; origin: string; destination: string }>(
    sql(
      `SELECT id, origin, destination FROM award_routes
       WHERE origin IN (SELECT value FROM json_each(?)) AND destination IN (SELECT value FROM json_each(?))`,
      JSON.stringify(origins),
      JSON.stringify(destinations),
    ),
  );
  return new Map(routes.map(({ id, origin, destination }) => [id, pairOf(origin, destination)]));
}

const groupsIn = (reader: Reader, source: Sql & { from: string }, filters: readonly Sql[]): Group[] => {
  const where = allOf([source, ...filters]);
  return reader.all<Group>(
    sql(
      `SELECT x.route_id AS route, x.day, count(*) AS records, max(x.page_id) AS pageId
       FROM ${source.from} WHERE ${where.text} GROUP BY x.route_id, x.day`,
      ...where.values,
    ),
  );
};

/**
 * The stored size of a complete run of the same search, less the records departed since if it has no start date. Each
 * departed record is listed under the search by a page of that run or a later one.
 */
function sameSearchSize(reader: Reader, runId: number, { start, from }: WantedRequest): Counted {
  const run = reader.get<Counted & { firstPage: number; searchId: number }>(
    sql(
      `SELECT r.records, r.search_id AS searchId, min(p.id) AS firstPage, max(p.id) AS newestPage
       FROM award_runs r JOIN award_pages p ON p.run_id = r.id WHERE r.id = ?`,
      runId,
    ),
  );
  if (run === undefined) return { records: 0, newestPage: 0 };
  const departed =
    start !== undefined
      ? 0
      : reader.get<{ records: number }>(
          sql(
            `SELECT count(*) AS records FROM award_listed
             WHERE listing_id = (SELECT id FROM award_listings WHERE search_id = ?) AND day < ? AND page_id >= ?`,
            run.searchId,
            from,
            run.firstPage,
          ),
        )?.records;
  return { records: run.records - (departed ?? 0), newestPage: run.newestPage };
}

/**
 * How many routes were read completely, and on which days if not all. If the routes differ in their days, only routes
 * covered on all days count.
 */
function extentOf(
  named: readonly string[],
  pieces: readonly Piece[],
  gaps: readonly Gap[],
): NonNullable<Estimate['read']> {
  const spans = new Set<string>();
  const touched = Map.groupBy(pieces, ({ pair }) => pair);
  for (const ofPair of touched.values()) {
    const from = Math.min(...ofPair.map((piece) => piece.from));
    const until = Math.max(...ofPair.map((piece) => piece.until));
    const days = ofPair.reduce((sum, piece) => sum + piece.until - piece.from + 1, 0);
    spans.add(days === until - from + 1 ? `${from} ${until}` : 'with holes');
  }
  const routesIn = (pairs: number) => (touched.has(ALL_ROUTES) && pairs > 0 ? named.length : pairs);
  const [first, last] = [...spans].join().split(' ').map(Number);
  const isAlike = spans.size === 1 && first !== undefined && last !== undefined && !spans.has('with holes');
  const unfinishedPairs = new Set(gaps.map(({ pair }) => pair));
  const complete = [...touched.keys()].filter((pair) => !unfinishedPairs.has(pair)).length;
  return {
    routes: routesIn(isAlike ? touched.size : complete),
    of: named.length,
    from: isAlike && complete === 0 ? dateOf(first) : null,
    until: isAlike && complete === 0 ? dateOf(last) : null,
  };
}

/** The last run of the same search, if it stopped before its end: there is a page more, with a record at least. */
export function unfinishedRun(
  reader: Reader,
  identity: string,
  criteria: string,
): { records: number; pages: number } | null {
  const run = reader.get<{ records: number; pages: number; isPartial: number }>(
    sql(
      `SELECT r.records, ${isPartialRun('r.id')} AS isPartial,
         (SELECT count(*) FROM award_pages WHERE run_id = r.id) AS pages
       FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id
       WHERE s.identity = ? AND s.criteria = ?
       ORDER BY (SELECT max(id) FROM award_pages WHERE run_id = r.id) DESC LIMIT 1`,
      identity,
      criteria,
    ),
  );
  return run?.isPartial === 1 ? run : null;
}

const receivedAt = (reader: Reader, pageId: number): number =>
  reader.get<{ at: number }>(sql('SELECT received_at AS at FROM award_pages WHERE id = ?', pageId))?.at ?? 0;

/** What a page of a source cost last; null where none is stored or its price is not known. */
export function lastPrice(
  reader: Reader,
  purchaseOf: PurchaseOf,
  identity: string,
  source: string,
): Amount | null {
  const page = reader.get<{ purchaseId: string }>(
    sql(
      `SELECT p.purchase_id AS purchaseId FROM award_pages p CROSS JOIN award_runs r ON r.id = p.run_id
       CROSS JOIN award_searches s ON s.id = r.search_id CROSS JOIN award_partitions h ON h.id = s.partition_id
       WHERE s.identity = ? AND h.source = ? ORDER BY p.id DESC LIMIT 1`,
      identity,
      source,
    ),
  );
  return page === undefined ? null : (purchaseOf(page.purchaseId)?.cost ?? null);
}

function requestedTake({ take }: Readonly<Record<string, unknown>>): number | null {
  return typeof take === 'number' && Number.isInteger(take) && take >= TAKE_MIN && take <= TAKE_MAX
    ? take
    : null;
}
