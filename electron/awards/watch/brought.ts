import { type Brought, broughtBy, type RunBrought } from '#shared/insights/brought.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { type StoredTitle, TITLE, titled } from '../query/search-title.ts';
import { changesOfRuns } from './run-changes.ts';

type BroughtByTool = Brought & { toolId: string; title: string };
type BroughtBySearch = Brought & { searchId: number; title: string; lastRunAt: number };
export type BroughtByAll = { tools: BroughtByTool[]; searches: BroughtBySearch[] };

type RunRow = { runId: number; searchId: number; records: number; broken: number };
type PageRow = { runId: number; purchaseId: string; at: number };

const RUNS = `
  SELECT r.id AS runId, r.search_id AS searchId, r.records, r.broken
  FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id WHERE s.identity = ? ORDER BY r.id`;

const PAGES = `
  SELECT p.run_id AS runId, p.purchase_id AS purchaseId, p.received_at AS at
  FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id CROSS JOIN award_pages p ON p.run_id = r.id
  WHERE s.identity = ? ORDER BY p.id`;

/** Records by the run whose page had them first. */
const FIRST_SEEN = `
  SELECT p.run_id AS runId, count(*) AS records FROM award_partitions h
  CROSS JOIN award_records e ON e.partition_id = h.id CROSS JOIN award_pages p ON p.id = e.first_page_id
  WHERE h.identity = ? GROUP BY p.run_id`;

/** What was paid for every run of a marketplace identity, and what it brought; by Tool, and by search, the one run last first. */
export function broughtByAll(reader: Reader, identity: string, purchaseOf: PurchaseOf): BroughtByAll {
  const runs = runsBrought(reader, identity, purchaseOf);
  const titles = new Map(
    reader
      .all<StoredTitle & { searchId: number }>(
        sql(`SELECT s.id AS searchId, ${TITLE} FROM award_searches s WHERE s.identity = ?`, identity),
      )
      .map((search) => [search.searchId, titled(search).title]),
  );
  const bySearch = Map.groupBy(runs, ({ searchId }) => searchId);
  const byTool = Map.groupBy(runs, ({ toolId }) => toolId);
  return {
    tools: [...byTool].map(([toolId, own]) => ({
      toolId,
      title: own.at(-1)?.toolTitle ?? toolId,
      ...broughtBy(own),
    })),
    searches: [...bySearch]
      .map(([searchId, own]) => ({
        searchId,
        title: titles.get(searchId) ?? '',
        lastRunAt: own.at(-1)?.at ?? 0,
        ...broughtBy(own),
      }))
      .sort((a, b) => b.lastRunAt - a.lastRunAt || b.searchId - a.searchId),
  };
}

function runsBrought(reader: Reader, identity: string, purchaseOf: PurchaseOf): RunBrought[] {
  const rows = reader.all<RunRow>(sql(RUNS, identity));
  const pages = Map.groupBy(reader.all<PageRow>(sql(PAGES, identity)), ({ runId }) => runId);
  const firstSeen = new Map(
    reader
      .all<{ runId: number; records: number }>(sql(FIRST_SEEN, identity))
      .map(({ runId, records }) => [runId, records]),
  );
  const last = new Map<number, number>();
  const pairs = rows.flatMap(({ runId, searchId }) => {
    const before = last.get(searchId);
    last.set(searchId, runId);
    return before === undefined ? [] : [{ before, after: runId }];
  });
  const changes = changesOfRuns(reader, pairs);
  const isRefresh = new Set(pairs.map(({ after }) => after));
  return rows.flatMap(({ runId, searchId, records, broken }) => {
    const own = pages.get(runId) ?? [];
    const [first] = own;
    if (first === undefined) return [];
    const bought = own.map(({ purchaseId }) => purchaseOf(purchaseId));
    return {
      searchId,
      toolId: bought[0]?.toolId ?? '',
      toolTitle: bought[0]?.toolTitle ?? 'A purchase that is no longer stored',
      at: first.at,
      pages: own.length,
      paid: bought.flatMap((purchase) => purchase?.cost ?? []),
      records,
      newRecords: firstSeen.get(runId) ?? 0,
      changes: isRefresh.has(runId) ? (changes.get(runId) ?? null) : null,
      broken,
    };
  });
}
