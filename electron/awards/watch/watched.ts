import { REFRESHES_COUNTED, type Refresh } from '#shared/award-analysis/suggested-refresh.ts';
import { epochDayAt } from '#shared/dates.ts';
import { isObject } from '#shared/json.ts';
import type { WatchedSearch } from '#shared/records/watched-search.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { EXTENT_COLUMNS, type ExtentColumns, extentRead, type RunExtent } from '../coverage/complete.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { LISTED, type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';
import { isAmongNewest } from '../query/source.ts';
import { areTooFew, fewestMiles } from '../query/travellers.ts';
import { SEATS_NOT_GIVEN } from '../record/row-writer.ts';
import { OFFER_FROM, type OfferColumns, offerFrom } from '../views/offer.ts';

type SearchRow = Pick<WatchedSearch, 'searchId' | 'records' | 'runs' | keyof OfferColumns> & StoredTitle;
type PageRow = ExtentColumns & {
  pageId: number;
  searchId: number;
  runId: number;
  purchaseId: string;
  at: number;
  toolRef: string;
  provider: string;
  cheapest: number | null;
};
type Run = RunExtent & { runId: number; pages: PageRow[]; cheapest: number | null };

const searches = (offer: string) => `
  SELECT s.id AS searchId, ${TITLE}, coalesce(l.records, 0) AS records,
    (SELECT count(*) FROM award_runs WHERE search_id = s.id) AS runs, ${offer}
  FROM award_searches s ${OFFER_FROM} WHERE s.identity = ? AND ${LISTED}`;

/** How many of the last runs are read: older ones say little about the search today. */
const LAST_RUNS = 16;

const SEATS = `nullif(c.seats, ${SEATS_NOT_GIVEN})`;
const PAGES = `
  SELECT p.id AS pageId, r.search_id AS searchId, r.id AS runId, p.purchase_id AS purchaseId, p.received_at AS at,
    (SELECT ${fewestMiles(`NOT ${areTooFew(SEATS)}`, SEATS, 'c.miles')} FROM award_run_prices c WHERE c.run_id = r.id) AS cheapest, p.tool_ref AS toolRef, h.provider, ${EXTENT_COLUMNS}
  FROM award_searches s CROSS JOIN award_partitions h ON h.id = s.partition_id CROSS JOIN award_runs r ON r.search_id = s.id AND ${isAmongNewest(LAST_RUNS)}
  CROSS JOIN award_pages p ON p.run_id = r.id
  WHERE s.identity = ? ORDER BY s.id, r.id, p.id`;

/**
 * All saved searches of a marketplace identity with their refreshes, most recently run first.
 * @param today the user’s local date; departed records are no offer
 */
export function watchedSearches(
  reader: Reader,
  identity: string,
  purchaseOf: PurchaseOf,
  today: string,
): WatchedSearch[] {
  const runs = new Map<number, Run[]>();
  for (const pages of Map.groupBy(reader.all<PageRow>(sql(PAGES, identity)), ({ runId }) => runId).values()) {
    const [first] = pages;
    if (first === undefined) continue;
    const ofSearch = runs.get(first.searchId) ?? [];
    ofSearch.push({ runId: first.runId, pages, cheapest: first.cheapest, ...extentRead(pages) });
    runs.set(first.searchId, ofSearch);
  }
  const offer = offerFrom(today);
  return reader
    .all<SearchRow>(sql(searches(offer.text), ...offer.values, identity))
    .flatMap((search) => {
      const requested = runs.get(search.searchId) ?? [];
      const last = requested.at(-1);
      return last === undefined ? [] : [watchedOf(reader, purchaseOf, search, requested, last)];
    })
    .sort((a, b) => b.lastRunAt - a.lastRunAt || b.searchId - a.searchId);
}

function watchedOf(
  reader: Reader,
  purchaseOf: PurchaseOf,
  search: SearchRow,
  runs: readonly Run[],
  last: Run,
): WatchedSearch {
  const full = runs.findLast((run) => run.isComplete);
  const cost = purchaseOf(last.pages.at(-1)?.purchaseId ?? '')?.cost ?? null;
  return {
    ...withTitle(search),
    lastRunAt: last.pages[0]?.at ?? 0,
    lastRunId: last.runId,
    lastPurchaseId: last.pages[0]?.purchaseId ?? '',
    beforeRunId: runs.at(-2)?.runId ?? null,
    refreshes: refreshesOf(reader, runs),
    prices: runs.map((run) => ({
      at: run.pages[0]?.at ?? 0,
      miles: run.cheapest,
      complete: run.isComplete,
      pages: run.pages.length,
    })),
    pages: (full ?? last).pages.length,
    full: full !== undefined,
    request: requestOf(last.pages[0]),
    // The cost of a free or refunded page does not predict the next page's price.
    lastPrice: cost !== null && BigInt(cost.units) > 0n ? cost : null,
  };
}

function refreshesOf(reader: Reader, runs: readonly Run[]): Refresh[] {
  const first = Math.max(0, runs.length - REFRESHES_COUNTED);
  return runs.slice(first).map((run, place) => {
    const before = runs[first + place - 1];
    return {
      at: run.pages[0]?.at ?? 0,
      changed: before === undefined ? null : differ(reader, before, run),
    };
  });
}

const OTHER_VERSION = `
  SELECT 1 FROM award_observations n CROSS JOIN award_observations o ON o.run_id = ? AND o.record_id = n.record_id
  CROSS JOIN award_versions v ON v.id = n.version_id
  WHERE n.run_id = ? AND o.version_id <> n.version_id AND v.day >= ? LIMIT 1`;
const NOT_THERE = `
  SELECT 1 FROM award_observations n LEFT JOIN award_observations o ON o.run_id = ? AND o.record_id = n.record_id
  CROSS JOIN award_versions v ON v.id = n.version_id
  WHERE n.run_id = ? AND o.record_id IS NULL AND v.day >= ? LIMIT 1`;

/**
 * Whether two runs differ. A record in only one of them counts if both are complete or read equally many pages without
 * gap; otherwise the other may not have read it. A day that had departed when the later one began does not count.
 */
function differ(reader: Reader, before: Run, after: Run): boolean {
  const today = epochDayAt(after.pages[0]?.at ?? 0);
  const any = (text: string, other: Run, run: Run) =>
    reader.get(sql(text, other.runId, run.runId, today)) !== undefined;
  if (any(OTHER_VERSION, before, after)) return true;
  const areComplete = before.isComplete && after.isComplete;
  const areAlike = before.isWithoutGap && after.isWithoutGap && before.pages.length === after.pages.length;
  if (!areComplete && !areAlike) return false;
  return any(NOT_THERE, before, after) || any(NOT_THERE, after, before);
}

type RequestRow = Pick<PageRow, 'input' | 'toolRef' | 'provider'>;

/** The request of one saved search, as in `WatchedSearch`; null if it has no run. */
export function requestOfSearch(reader: Reader, searchId: number): WatchedSearch['request'] | null {
  const page = reader.get<RequestRow>(
    sql(
      `SELECT p.input, p.tool_ref AS toolRef, h.provider
       FROM award_searches s CROSS JOIN award_partitions h ON h.id = s.partition_id
       CROSS JOIN award_runs r ON r.search_id = s.id CROSS JOIN award_pages p ON p.run_id = r.id
       WHERE s.id = ? ORDER BY r.id DESC, p.id LIMIT 1`,
      searchId,
    ),
  );
  return page === undefined ? null : requestOf(page);
}

function requestOf(page: RequestRow | undefined): WatchedSearch['request'] {
  const input: unknown = JSON.parse(page?.input ?? '{}');
  const members = isObject(input) ? input : {};
  const { cursor: _cursor, skip: _skip, ...request } = members as Record<string, unknown>;
  return { toolRef: page?.toolRef ?? '', provider: page?.provider ?? '', input: request };
}
