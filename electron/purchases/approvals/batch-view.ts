import type { Batch, BatchPart } from '#shared/contract/standing-approvals.ts';
import { plural } from '#shared/formats.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import { unreadAmong } from '../journal/damaged.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import type { Standing } from '../journal/standing-approvals.ts';
import { type Part, pagePriceOf, partsOf } from './batch-parts.ts';
import { spentUnder } from './spent-under.ts';

const completed = (purchases: readonly Entry[]): number =>
  purchases.filter(({ state }) => state === 'completed').length;

/** Each search's state: a batch reads them in order, so all before the last one begun are done. */
function statesOf(parts: readonly Part[], state: Batch['state']): BatchPart['state'][] {
  const lastBegun = parts.findLastIndex(({ bought }) => bought.length > 0);
  const isDone = ({ bought, pages }: Part, place: number) =>
    state === 'done' || place < lastBegun || completed(bought) >= pages;
  const now = parts.findIndex((part, place) => !isDone(part, place));
  return parts.map((part, place) => {
    if (isDone(part, place)) return 'done';
    return state === 'stopped' ? 'ended' : place === now ? 'now' : 'ahead';
  });
}

/** A batch as screens show it. */
export function batchView(context: Uses<'journal'>, batch: Standing): Batch {
  const purchases = context.journal.under('batch', batch.id);
  const parts = partsOf(batch, purchases);
  const state = batch.endedAt === null ? 'running' : batch.endCode === 'done' ? 'done' : 'stopped';
  const bought = completed(purchases);
  const searches = parts.length === 1 ? 'one search' : `${parts.length} searches`;
  const all = plural(batch.pages, 'page');
  const head = `${bought} of ${batch.runId === null ? `at most ${all} of ${searches}` : all} bought`;
  const states = statesOf(parts, state);
  const [first] = parts;
  return {
    batchId: batch.id,
    trip: batch.trip,
    state,
    words: state === 'stopped' ? `${head}. Stopped: ${batch.endWords}` : `${head}.`,
    toolRef: batch.toolRef,
    title: batch.title,
    runId: batch.runId,
    pages: batch.pages,
    bought,
    parts: parts.map((part, place) => ({
      title: part.title,
      runId: part.runId,
      pages: part.pages,
      bought: completed(part.bought),
      state: states[place] ?? 'ahead',
      purchaseIds: part.bought.map(({ id }) => id),
      openPurchase: part.bought.find((page) => isUnresolved(page.state))?.id ?? null,
      why: part.why ?? null,
      tripId: part.tripId ?? null,
      spent: spentUnder(part.bought),
      unread: unreadAmong(part.bought),
    })),
    ceiling: batch.ceiling,
    spent: spentUnder(purchases),
    unread: unreadAmong(purchases),
    pagePrice: first === undefined ? null : pagePriceOf(first, purchases),
    createdAt: batch.createdAt,
    stopped: state === 'stopped' ? { code: batch.endCode ?? 'trouble', words: batch.endWords ?? '' } : null,
    purchaseIds: purchases.map(({ id }) => id),
  };
}
