import type { Run } from '#shared/contract/awards.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import { isExhausted, nextPage } from './next-page.ts';
import { inList, type Reader, type Sql, sql } from './sql.ts';

/** What a purchase says of the page that it paid for. */
export type PurchaseOf = (
  purchaseId: string,
) => { callRef: string | null; requestId: string | null; cost: Amount | null } | null;

type RunColumns = { runId: number; searchId: number; records: number; flagged: number; broken: number };
type PageColumns = {
  runId: number;
  purchaseId: string;
  toolRef: string;
  input: string;
  receivedAt: number;
  received: number;
  cursor: number | null;
  hasMore: number | null;
};

const RUNS = 'SELECT id AS runId, search_id AS searchId, records, flagged, broken FROM award_runs';
const PAGES = `
  SELECT run_id AS runId, purchase_id AS purchaseId, tool_ref AS toolRef, input, received_at AS receivedAt, received,
    cursor, has_more AS hasMore
  FROM award_pages`;

/** The runs of a search, newest first. */
export function runsOfSearch(reader: Reader, purchaseOf: PurchaseOf, searchId: number): Run[] {
  return runsWhere(reader, purchaseOf, sql('WHERE search_id = ? ORDER BY id DESC', searchId));
}

export function runById(reader: Reader, purchaseOf: PurchaseOf, runId: number): Run | null {
  return runsWhere(reader, purchaseOf, sql('WHERE id = ?', runId))[0] ?? null;
}

function runsWhere(reader: Reader, purchaseOf: PurchaseOf, where: Sql): Run[] {
  const runs = reader.all<RunColumns>(sql(`${RUNS} ${where.text}`, ...where.values));
  const ofRuns = inList(
    'run_id',
    runs.map((run) => run.runId),
  );
  const pages = Map.groupBy(
    reader.all<PageColumns>(sql(`${PAGES} WHERE ${ofRuns.text} ORDER BY id`, ...ofRuns.values)),
    (page) => page.runId,
  );
  return runs.map((run) => runFrom(run, pages.get(run.runId) ?? [], purchaseOf));
}

function runFrom(run: RunColumns, pages: readonly PageColumns[], purchaseOf: PurchaseOf): Run {
  const held = pages.map((page) => ({
    toolRef: page.toolRef,
    input: JSON.parse(page.input) as unknown,
    received: page.received,
    cursor: page.cursor,
    hasMore: page.hasMore === null ? null : page.hasMore === 1,
  }));
  const calls = pages.map(({ purchaseId, receivedAt }) => {
    const purchase = purchaseOf(purchaseId);
    return {
      purchaseId,
      callRef: purchase?.callRef ?? null,
      requestId: purchase?.requestId ?? null,
      at: receivedAt,
      cost: purchase?.cost ?? null,
    };
  });
  return {
    ...run,
    askedAt: pages[0]?.receivedAt ?? 0,
    updatedAt: pages.at(-1)?.receivedAt ?? 0,
    pages: pages.length,
    cost: totalsByCurrency(calls.flatMap((call) => call.cost ?? [])),
    calls,
    exhausted: isExhausted(held),
    next: nextPage(held),
  };
}
