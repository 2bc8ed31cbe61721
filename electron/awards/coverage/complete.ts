import { isObject } from '#shared/json.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';

/** One recorded page. A run's pages are in the order received. */
export type RunPage = {
  pageId: number;
  runId: number;
  purchaseId: string;
  toolRef: string;
  /** The request that was executed. */
  input: unknown;
  /** UTC ms. */
  receivedAt: number;
  /** Number of rows in the answer's data, valid or not. */
  received: number;
  /** Number of records that earlier pages of the run already had; null if not counted. */
  repeated: number | null;
  /** Whether it begins on the day with which earlier pages end, or the next; null if days tell nothing. */
  joins: boolean | null;
  cursor: number | null;
  /** Whether rows on it or before it may be missing. */
  partial: boolean;
  /** Irregularities of the answer, as sentences for the screen. */
  remarks: readonly string[];
  /** Whether the service has more results (§2.2); null if not stated. */
  hasMore: boolean | null;
};

type PageColumns = Omit<RunPage, keyof GapColumns | 'joins' | 'hasMore' | 'remarks'> &
  ExtentColumns & { joins: number | null; remarks: string | null };

/** The pages of each run, by run ID. */
export function pagesOfRuns(reader: Reader, runIds: readonly number[]): Map<number, RunPage[]> {
  const ofRuns = inList('p.run_id', runIds);
  const pages = reader.all<PageColumns>(
    sql(
      `SELECT p.id AS pageId, p.run_id AS runId, p.purchase_id AS purchaseId, p.tool_ref AS toolRef,
         p.received_at AS receivedAt, p.repeated, p.joins, p.cursor, p.remarks, ${EXTENT_COLUMNS}
       FROM award_pages p WHERE ${ofRuns.text} ORDER BY p.id`,
      ...ofRuns.values,
    ),
  );
  return Map.groupBy(
    pages.map(({ joins, remarks, ...page }) => ({
      ...page,
      ...extentOf(page),
      joins: flagIn(joins),
      remarks: remarks === null ? [] : (JSON.parse(remarks) as string[]),
    })),
    (page) => page.runId,
  );
}

const flagIn = (column: number | null): boolean | null => (column === null ? null : column === 1);

type GapColumns = Pick<RunPage, 'input' | 'received' | 'partial'>;

/**
 * Whether pages start at the first result of their search and leave none out. A page is missing if its answer was lost
 * or the run was started by another client; rows may be missing if a page is partial. A first page with a cursor (§2.1)
 * continues pages that are not stored here.
 */
export function isWithoutGap(pages: readonly GapColumns[]): boolean {
  let reached = 0;
  return pages.every(({ input, received, partial }, place) => {
    if (partial) return false;
    const { skip: skipped, cursor = null } = isObject(input) ? input : {};
    const skip = skipped ?? 0;
    if (typeof skip !== 'number' || skip > reached || (place === 0 && cursor !== null)) return false;
    reached = Math.max(reached, skip + received);
    return true;
  });
}

/**
 * Whether every page of a run was read; null if its last answer did not state whether there is more, or if rows before
 * the end may be missing.
 */
export function isComplete(
  pages: readonly Pick<RunPage, 'input' | 'received' | 'partial' | 'hasMore'>[],
): boolean | null {
  const last = pages.at(-1);
  if (last === undefined) return null;
  if (pages.some(({ partial }) => partial)) return last.hasMore === true ? false : null;
  if (!isWithoutGap(pages)) return false;
  return last.hasMore === null ? null : !last.hasMore;
}

/** Columns of `award_pages p` that `extentRead` needs. */
export const EXTENT_COLUMNS = 'p.input, p.received, p.partial, p.has_more AS hasMore';
export type ExtentColumns = { input: string; received: number; partial: number; hasMore: number | null };

export type RunExtent = { isComplete: boolean; isWithoutGap: boolean };

const extentOf = ({ input, received, partial, hasMore }: ExtentColumns) => ({
  input: JSON.parse(input) as unknown,
  received,
  partial: partial === 1,
  hasMore: flagIn(hasMore),
});

/** How far a run read. `pages` must be in the order received. */
export function extentRead(pages: readonly ExtentColumns[]): RunExtent {
  const read = pages.map(extentOf);
  return { isComplete: isComplete(read) === true, isWithoutGap: isWithoutGap(read) };
}

/** The number of results a page skips, as SQL; null if its request breaks the contract. */
const skipIn = (page: string): string => `CASE coalesce(json_type(${page}.input, '$.skip'), 'null')
  WHEN 'null' THEN 0 WHEN 'integer' THEN ${page}.input ->> '$.skip' WHEN 'real' THEN ${page}.input ->> '$.skip' END`;

/** `isWithoutGap` as SQL. @param run the run ID column, of a table not named `own` */
export const isRunWithoutGap = (run: string): string => `(SELECT coalesce(min(
    own.partial = 0 AND (${skipIn('own')} <= coalesce((SELECT max(${skipIn('e')} + e.received) FROM award_pages e
      WHERE e.run_id = own.run_id AND e.id < own.id), 0)) IS TRUE
    AND (own.input ->> '$.cursor' IS NULL
      OR EXISTS (SELECT 1 FROM award_pages e WHERE e.run_id = own.run_id AND e.id < own.id))), 0)
  FROM award_pages own WHERE own.run_id = ${run})`;

const lastHasMore = (run: string): string =>
  `(SELECT has_more FROM award_pages WHERE id = (SELECT max(id) FROM award_pages WHERE run_id = ${run}))`;

/** Whether every page of a run was read, as SQL: 1 or 0. @param run the run ID column */
export const isCompleteRun = (run: string): string =>
  `(${lastHasMore(run)} IS 0 AND ${isRunWithoutGap(run)})`;

/** Whether a run has no gap and its last answer states that there is more, as SQL: 1 or 0. */
export const isPartialRun = (run: string): string => `(${lastHasMore(run)} IS 1 AND ${isRunWithoutGap(run)})`;

/**
 * The number of pages that a run read from the first result on; null if it has a gap. A record missing from the shorter
 * of two runs of one search may be on a page that it did not read.
 */
export function pagesFromFirst(reader: Reader, runId: number): number | null {
  const pages = pagesOfRuns(reader, [runId]).get(runId) ?? [];
  return isWithoutGap(pages) ? pages.length || null : null;
}

/** Whether a run read at least a number of pages of its search, or all of it, as SQL. The placeholder is that number. */
export const readsAsFar = (run: string): string =>
  `(((SELECT count(*) FROM award_pages WHERE run_id = ${run}) >= ? OR ${lastHasMore(run)} IS 0)
    AND ${isRunWithoutGap(run)})`;

/** More pages than any run has: makes `readsAsFar` accept complete runs only. */
export const ALL_PAGES = 1_000_000_000;

/** Whether the page before this one in its run stated that there is more. */
export const followsUnfinishedPage = (reader: Reader, runId: number, pageId: number): boolean =>
  reader.get(
    sql(
      `SELECT 1 FROM award_pages WHERE has_more = 1
         AND id = (SELECT max(id) FROM award_pages WHERE run_id = ? AND id < ?)`,
      runId,
      pageId,
    ),
  ) !== undefined;

/** Only the newest pages are searched for the usual page size, since a service may change it. */
const PAGES_SEARCHED = 1_000;

const PAGES_WITHOUT_TAKE = `FROM award_pages p CROSS JOIN award_runs r ON r.id = p.run_id
  CROSS JOIN award_searches s ON s.id = r.search_id AND s.identity = ?
  CROSS JOIN award_partitions h ON h.id = s.partition_id AND h.source = ?
  WHERE p.id > (SELECT max(id) FROM award_pages) - ${PAGES_SEARCHED} AND p.received > 0 AND p.input ->> '$.take' IS NULL`;

/**
 * The number of results per page if a request has no `take`: the size of the newest page that was followed by more, else
 * of one with at least `records` rows. Null if unknown; the service's own default is not documented (§4.5).
 */
export function usualPageSize(
  reader: Reader,
  identity: string,
  source: string,
  records: number,
): number | null {
  const page = reader.get<{ received: number | null }>(
    sql(
      `SELECT coalesce((SELECT p.received ${PAGES_WITHOUT_TAKE} AND p.has_more = 1 ORDER BY p.id DESC LIMIT 1),
         (SELECT p.received ${PAGES_WITHOUT_TAKE} AND p.received >= ? ORDER BY p.has_more DESC, p.id DESC LIMIT 1)) AS received`,
      identity,
      source,
      identity,
      source,
      records,
    ),
  );
  return page?.received ?? null;
}
