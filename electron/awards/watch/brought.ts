import type { AllBrought } from '#shared/contract/insights.ts';
import {
  type BroughtPart,
  broughtBy,
  broughtParts,
  lastOf,
  type RunBrought,
} from '#shared/insights/brought.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';
import { changesOfRuns } from './run-changes.ts';

type RunRow = { runId: number; searchId: number; before: number | null; records: number; broken: number };
type PageRow = { runId: number; purchaseId: string; at: number; newRecords: number };

/** The runs of searches, each with its previous run. The placeholder is a JSON array of search IDs. */
const RUNS_WITH_PREVIOUS = `
  SELECT r.id AS runId, r.search_id AS searchId, r.records, r.broken,
    (SELECT max(b.id) FROM award_runs b WHERE b.search_id = r.search_id AND b.id < r.id) AS before
  FROM json_each(?) w CROSS JOIN award_runs r ON r.search_id = w.value`;
const LAST_RUN = '(SELECT max(l.id) FROM award_runs l WHERE l.search_id = r.search_id)';

const PAGES = `
  SELECT p.run_id AS runId, p.purchase_id AS purchaseId, p.received_at AS at, coalesce(f.records, 0) AS newRecords
  FROM json_each(?) w CROSS JOIN award_pages p ON p.run_id = w.value LEFT JOIN award_first_seen f ON f.page_id = p.id
  ORDER BY p.id`;

const SEARCHES = `
  SELECT s.id AS searchId, ${TITLE}, CASE WHEN w.search_id IS NULL THEN b.content END AS content
  FROM award_searches s LEFT JOIN award_searches_brought b ON b.search_id = s.id
  LEFT JOIN award_searches_written w ON w.search_id = s.id WHERE s.identity = ?`;

type SearchRow = StoredTitle & { searchId: number; content: string | null };

/**
 * The cost and results of all runs of a marketplace identity, by Tool and by search, latest search first. The last run of
 * each search is counted now; earlier runs use the stored count.
 */
export function broughtByAll(reader: Reader, identity: string, purchaseOf: PurchaseOf): AllBrought {
  // Sums that are damaged are counted again.
  const searches = reader
    .all<SearchRow>(sql(SEARCHES, identity))
    .map((row) => (jsonOfColumn(row.content) === null ? { ...row, content: null } : row));
  const idsOf = (some: readonly SearchRow[]) => JSON.stringify(some.map(({ searchId }) => searchId));
  const [stored, left] = [
    searches.filter(({ content }) => content !== null),
    searches.filter(({ content }) => content === null),
  ];
  const counted = partsOfRuns(reader, purchaseOf, [
    ...reader.all<RunRow>(sql(RUNS_WITH_PREVIOUS, idsOf(left))),
    ...reader.all<RunRow>(sql(`${RUNS_WITH_PREVIOUS} AND r.id = ${LAST_RUN}`, idsOf(stored))),
  ]);
  const bySearch = searches.flatMap(({ content, ...search }) => {
    const earlier = (jsonOfColumn(content) ?? []) as BroughtPart[];
    const parts = [...earlier, ...(counted.get(search.searchId) ?? [])];
    return parts.length === 0 ? [] : [{ search, parts }];
  });
  const byTool = Map.groupBy(
    bySearch.flatMap(({ parts }) => parts),
    ({ toolId }) => toolId,
  );
  return {
    tools: [...byTool].map(([toolId, parts]) => ({
      toolId,
      title: lastOf(parts).toolTitle,
      ...broughtBy(parts),
    })),
    searches: bySearch
      .map(({ search, parts }) => ({
        searchId: search.searchId,
        title: withTitle(search).title,
        lastRunAt: lastOf(parts).lastRunAt,
        ...broughtBy(parts),
      }))
      .sort((a, b) => b.lastRunAt - a.lastRunAt || b.searchId - a.searchId),
  };
}

/** The cost and results of runs, by search. */
function partsOfRuns(
  reader: Reader,
  purchaseOf: PurchaseOf,
  found: readonly RunRow[],
): Map<number, BroughtPart[]> {
  const rows = found.toSorted((a, b) => a.runId - b.runId);
  const runIds = JSON.stringify(rows.map(({ runId }) => runId));
  const pages = Map.groupBy(reader.all<PageRow>(sql(PAGES, runIds)), ({ runId }) => runId);
  const pairs = rows.flatMap(({ runId, before }) => (before === null ? [] : [{ before, after: runId }]));
  const changes = changesOfRuns(reader, pairs);
  const runs = rows.flatMap(({ runId, searchId, records, broken }): RunBrought[] => {
    const own = pages.get(runId) ?? [];
    const [first] = own;
    if (first === undefined) return [];
    const bought = own.map(({ purchaseId }) => purchaseOf(purchaseId));
    return [
      {
        runId,
        searchId,
        toolId: bought[0]?.toolId ?? '',
        toolTitle: bought[0]?.toolTitle ?? 'A purchase that is no longer stored',
        at: first.at,
        pages: own.length,
        paid: bought.flatMap((purchase) => purchase?.cost ?? []),
        unpriced: bought.filter((purchase) => !purchase?.cost).length,
        records,
        newRecords: own.reduce((sum, page) => sum + page.newRecords, 0),
        changes: changes.get(runId) ?? null,
        broken,
      },
    ];
  });
  return new Map(
    [...Map.groupBy(runs, ({ searchId }) => searchId)].map(([id, of]) => [id, broughtParts(of)]),
  );
}

/** The results of all runs of a search but the last, as JSON, as of its `times`-th write. */
export type CountedSearch = { searchId: number; times: number; content: string };

/** One search at a time, so that the user's reads do not wait. */
const NEXT_WRITTEN = `
  SELECT w.search_id AS searchId, w.times FROM award_searches_written w
  WHERE NOT EXISTS (SELECT 1 FROM award_runs r CROSS JOIN award_runs_written c ON c.run_id = r.id
    WHERE r.search_id = w.search_id AND r.id < ${LAST_RUN}) LIMIT 1`;

/** Counts one changed search whose runs but the last are all counted; empty if there is none. */
export const countWrittenSearches = (reader: Reader, purchaseOf: PurchaseOf): CountedSearch[] =>
  reader.all<Omit<CountedSearch, 'content'>>(sql(NEXT_WRITTEN)).map((written) => {
    const runs = reader.all<RunRow>(
      sql(`${RUNS_WITH_PREVIOUS} AND r.id < ${LAST_RUN}`, JSON.stringify([written.searchId])),
    );
    const parts = partsOfRuns(reader, purchaseOf, runs).get(written.searchId) ?? [];
    return { ...written, content: JSON.stringify(parts) };
  });
