import { inList, type Reader, type Sql, sql } from '../../storage/sql.ts';

/** One page of a run as it was recorded; a run's pages stand in the order in which they came. */
export type RunPage = {
  pageId: number;
  runId: number;
  purchaseId: string;
  toolRef: string;
  /** The request that was carried out. */
  input: unknown;
  /** UTC ms. */
  receivedAt: number;
  /** Rows in the answer's data, whatever their quality. */
  received: number;
  /** Those of its records that the run had before; null where that was not counted. */
  repeated: number | null;
  cursor: number | null;
  /** Whether something may be missing on it or before it. */
  partial: boolean;
  /** What of the answer was not plain, in sentences for the screen. */
  remarks: readonly string[];
  /** Whether the service has more results (§2.2); null where the answer did not say. */
  hasMore: boolean | null;
};

type PageColumns = Omit<RunPage, 'input' | 'hasMore' | 'partial' | 'remarks'> & {
  input: string;
  hasMore: number | null;
  partial: number;
  remarks: string | null;
};

/** The pages of runs, by run. */
export function pagesOfRuns(reader: Reader, runIds: readonly number[]): Map<number, RunPage[]> {
  const ofRuns = inList('run_id', runIds);
  return pagesWhere(reader, sql(`WHERE ${ofRuns.text} ORDER BY id`, ...ofRuns.values));
}

const pagesWhere = (reader: Reader, where: Sql): Map<number, RunPage[]> =>
  Map.groupBy(
    reader
      .all<PageColumns>(
        sql(
          `SELECT id AS pageId, run_id AS runId, purchase_id AS purchaseId, tool_ref AS toolRef, input,
             received_at AS receivedAt, received, repeated, cursor, partial, remarks, has_more AS hasMore FROM award_pages ${where.text}`,
          ...where.values,
        ),
      )
      .map(({ input, hasMore, partial, remarks, ...page }) => ({
        ...page,
        input: JSON.parse(input) as unknown,
        partial: partial === 1,
        remarks: remarks === null ? [] : (JSON.parse(remarks) as string[]),
        hasMore: hasMore === null ? null : hasMore === 1,
      })),
    (page) => page.runId,
  );

const members = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};

type Place = Pick<RunPage, 'input' | 'received' | 'partial'>;

/**
 * Whether pages begin with the first result of their search and leave none out between them. A page is missing where
 * its answer was lost, or where a run was begun elsewhere, and something may be missing where a page is partial. A first
 * page with a cursor (§2.1) continues what this file does not know.
 */
export function isWithoutGap(pages: readonly Place[]): boolean {
  let reached = 0;
  return pages.every(({ input, received, partial }, place) => {
    if (partial) return false;
    const { skip: skipped, cursor = null } = members(input);
    const skip = skipped ?? 0;
    if (typeof skip !== 'number' || skip > reached || (place === 0 && cursor !== null)) return false;
    reached = Math.max(reached, skip + received);
    return true;
  });
}

/**
 * Whether every page of a run was read; null where its last answer did not say whether there is more, or where something
 * before the end may be missing.
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

/** What of a page says how far its run read, as columns of a statement over `award_pages p`. */
export const PAGE_SAYS = 'p.input, p.received, p.partial, p.has_more AS hasMore';
export type PageSays = { input: string; received: number; partial: number; hasMore: number | null };

export type RunRead = { isComplete: boolean; isWithoutGap: boolean };

/** How far a run read, by its pages in the order in which they came. */
export function runRead(pages: readonly PageSays[]): RunRead {
  const read = pages.map(({ input, received, partial, hasMore }) => ({
    input: JSON.parse(input) as unknown,
    received,
    partial: partial === 1,
    hasMore: hasMore === null ? null : hasMore === 1,
  }));
  return { isComplete: isComplete(read) === true, isWithoutGap: isWithoutGap(read) };
}

/** How many results a page skips, as SQL; null where its request breaks the contract. */
const SKIPS = (page: string): string => `CASE coalesce(json_type(${page}.input, '$.skip'), 'null')
  WHEN 'null' THEN 0 WHEN 'integer' THEN ${page}.input ->> '$.skip' WHEN 'real' THEN ${page}.input ->> '$.skip' END`;

/** `isWithoutGap` of a run as SQL. @param run the column with the run's id, of no table called `own` */
export const isRunWithoutGap = (run: string): string => `(SELECT coalesce(min(
    own.partial = 0 AND (${SKIPS('own')} <= coalesce((SELECT max(${SKIPS('e')} + e.received) FROM award_pages e
      WHERE e.run_id = own.run_id AND e.id < own.id), 0)) IS TRUE
    AND (own.input ->> '$.cursor' IS NULL
      OR EXISTS (SELECT 1 FROM award_pages e WHERE e.run_id = own.run_id AND e.id < own.id))), 0)
  FROM award_pages own WHERE own.run_id = ${run})`;

const LAST_SAID = (run: string): string =>
  `(SELECT has_more FROM award_pages WHERE id = (SELECT max(id) FROM award_pages WHERE run_id = ${run}))`;

/** Whether every page of a run was read, as SQL: 1 or 0. @param run the column with the run's id */
export const isCompleteRun = (run: string): string => `(${LAST_SAID(run)} IS 0 AND ${isRunWithoutGap(run)})`;

/**
 * Whether a run read its search from the first result on, and its last answer says that there is more, as SQL: 1 or 0.
 */
export const isPartialRun = (run: string): string => `(${LAST_SAID(run)} IS 1 AND ${isRunWithoutGap(run)})`;

/**
 * How many pages a run read from the first result of its search on; null where it left results out. Of two runs of one
 * search, what the shorter one does not hold may lie on pages that it did not read.
 */
export function pagesFromFirst(reader: Reader, runId: number): number | null {
  const pages = pagesOfRuns(reader, [runId]).get(runId) ?? [];
  return pages.length > 0 && isWithoutGap(pages) ? pages.length : null;
}

/** Whether a run read at least so many pages of its search, or all of it, as SQL. The placeholder takes the number. */
export const readsAsFar = (run: string): string =>
  `(((SELECT count(*) FROM award_pages WHERE run_id = ${run}) >= ? OR ${LAST_SAID(run)} IS 0)
    AND ${isRunWithoutGap(run)})`;

/** More pages than any run has: for `readsAsFar` where only a complete run is far enough. */
export const ALL_PAGES = 1_000_000_000;

/** Whether a page of a run came after one that said that there is more. */
export const continuesMore = (reader: Reader, runId: number, pageId: number): boolean =>
  reader.get(
    sql(
      `SELECT 1 FROM award_pages WHERE has_more = 1
         AND id = (SELECT max(id) FROM award_pages WHERE run_id = ? AND id < ?)`,
      runId,
      pageId,
    ),
  ) !== undefined;

/** How many of the newest pages the usual page size is taken from: a service may have changed it since. */
const PAGES_LOOKED_INTO = 1_000;

const USUAL = `FROM award_pages p CROSS JOIN award_runs r ON r.id = p.run_id
  CROSS JOIN award_searches s ON s.id = r.search_id AND s.identity = ?
  CROSS JOIN award_partitions h ON h.id = s.partition_id AND h.source = ?
  WHERE p.id > (SELECT max(id) FROM award_pages) - ${PAGES_LOOKED_INTO} AND p.received > 0 AND p.input ->> '$.take' IS NULL`;

/**
 * How many results come where a request names no `take`: what a page held that was followed by more, or one that held
 * as many as are expected, among the newest pages. Null where none says it; the service's own number is not shown (§4.5).
 */
export function usualPageSize(
  reader: Reader,
  identity: string,
  source: string,
  records: number,
): number | null {
  const page = reader.get<{ received: number | null }>(
    sql(
      `SELECT coalesce((SELECT p.received ${USUAL} AND p.has_more = 1 ORDER BY p.id DESC LIMIT 1),
         (SELECT p.received ${USUAL} AND p.received >= ? ORDER BY p.has_more DESC, p.id DESC LIMIT 1)) AS received`,
      identity,
      source,
      identity,
      source,
      records,
    ),
  );
  return page?.received ?? null;
}
