import type { Batch } from '#shared/contract/standing-approvals.ts';
import { type Amount, totalsByCurrency } from '#shared/money.ts';
import type { Entry } from './entry.ts';
import type { Room } from './room.ts';
import { countedFor } from './spending.ts';
import type { Standing, StandingApprovals } from './standing.ts';

/** What counts as spent for pages. */
export const spentUnder = (pages: readonly Entry[]): Amount[] =>
  totalsByCurrency(pages.flatMap((page) => countedFor(page) ?? []));

/** A batch as the screens show it. */
export function batchView(room: Room, standing: StandingApprovals, batch: Standing): Batch {
  const pages = room.journal.under('batch', batch.id);
  const bought = pages.filter(({ state }) => state === 'completed').length;
  const state = batch.endedAt === null ? 'running' : batch.endCode === 'done' ? 'done' : 'stopped';
  const head = `${bought} of ${batch.pages} pages bought`;
  return {
    batchId: batch.id,
    state,
    words: state === 'stopped' ? `${head}. Stopped: ${batch.endWords}` : `${head}.`,
    toolRef: batch.toolRef,
    title: batch.title,
    runId: batch.runId,
    pages: batch.pages ?? 0,
    bought,
    ceiling: batch.ceiling,
    spent: spentUnder(pages),
    pagePrice: batch.pagePrice,
    createdAt: batch.createdAt,
    endedAt: batch.endedAt,
    stopped: state === 'stopped' ? { code: batch.endCode ?? 'trouble', words: batch.endWords ?? '' } : null,
    purchaseIds: pages.map((page) => page.id),
    history: standing.history(batch.id),
  };
}
