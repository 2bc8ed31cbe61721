import type { Run } from '#shared/contract/awards.ts';
import type { ResultAnswer, ResultRequest } from '#shared/contract/results.ts';
import { listLabel } from '#shared/formats.ts';
import { type Amount, amountLabel, totalsByCurrency } from '#shared/money.ts';
import { type Reader, type Sql, sql } from '../../storage/sql.ts';
import { isComplete, pagesOfRuns, type RunPage } from '../coverage/complete.ts';
import { nextPage } from '../coverage/next-page.ts';
import { findPageProblems, pageProblemMessage } from '../coverage/page-fit.ts';

/** Looks up the purchase of a page. */
export type PurchaseOf = (purchaseId: string) => {
  callRef: string | null;
  requestId: string | null;
  cost: Amount | null;
  toolId: string;
  toolTitle: string;
} | null;

type RunColumns = { runId: number; searchId: number; records: number; flagged: number; broken: number };

const RUNS = 'SELECT id AS runId, search_id AS searchId, records, flagged, broken FROM award_runs';

/** A run with a message if its last page does not fit those before it. */
type RunWithProblem = Run & { unfit: string | null };

/** Maximum number of runs per request. */
const RUNS_AT_ONCE = 12;

/** The runs of a search, newest first. */
export function runsOfSearch(
  reader: Reader,
  purchaseOf: PurchaseOf,
  {
    searchId,
    beforeRun = Number.MAX_SAFE_INTEGER,
    ranBefore = Number.MAX_SAFE_INTEGER,
  }: ResultRequest<'runs'>,
): ResultAnswer<'runs'> {
  const total = reader.get<{ total: number }>(
    sql('SELECT count(*) AS total FROM award_runs WHERE search_id = ?', searchId),
  );
  const chosen = sql(
    `WHERE search_id = ? AND id < ?
       AND (SELECT p.received_at FROM award_pages p WHERE p.run_id = award_runs.id ORDER BY p.id LIMIT 1) < ?
     ORDER BY id DESC LIMIT ${RUNS_AT_ONCE}`,
    searchId,
    beforeRun,
    ranBefore,
  );
  return { total: total?.total ?? 0, runs: runsWhere(reader, purchaseOf, chosen) };
}

export function runById(reader: Reader, purchaseOf: PurchaseOf, runId: number): RunWithProblem | null {
  return runsWhere(reader, purchaseOf, sql('WHERE id = ?', runId))[0] ?? null;
}

function runsWhere(reader: Reader, purchaseOf: PurchaseOf, where: Sql): RunWithProblem[] {
  const runs = reader.all<RunColumns>(sql(`${RUNS} ${where.text}`, ...where.values));
  const pages = pagesOfRuns(
    reader,
    runs.map((run) => run.runId),
  );
  return runs.map((run) => runFrom(run, pages.get(run.runId) ?? [], purchaseOf));
}

function runFrom(run: RunColumns, pages: readonly RunPage[], purchaseOf: PurchaseOf): RunWithProblem {
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
  const problems = findPageProblems(pages);
  const unfit = problems.find(({ page }) => page === pages.length - 1);
  const cost = totalsByCurrency(calls.flatMap((call) => call.cost ?? []));
  const costLabel = cost.length === 0 ? null : listLabel(cost.map(amountLabel));
  const ofPage = pages.length === 1 ? () => '' : (index: number) => `Page ${index + 1}: `;
  return {
    ...run,
    ranAt: pages[0]?.receivedAt ?? 0,
    updatedAt: pages.at(-1)?.receivedAt ?? 0,
    pages: pages.length,
    cost,
    calls,
    exhausted: isComplete(pages),
    remarks: [
      ...pages.flatMap(({ remarks }, index) => remarks.map((words) => `${ofPage(index)}${words}`)),
      ...problems.map((problem) => pageProblemMessage(problem, costLabel)),
    ],
    unfit: unfit === undefined ? null : pageProblemMessage(unfit, costLabel),
    next: nextPage(pages),
  };
}
