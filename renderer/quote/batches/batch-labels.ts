import type { Batch, BatchPart } from '#shared/contract/standing-approvals.ts';
import { plural } from '#shared/formats.ts';
import { ownEntry } from '#shared/own-entry.ts';

/** Why an approval of several pages ended early, by its code. Its own words say more. */
const STOPPED: Readonly<Record<string, string>> = {
  price_changed: 'The price changed',
  above_listed_price: 'A page was quoted above the listed price',
  refused: 'The service refused a page',
  outcome_unknown: 'The outcome of a page is not known',
  ceiling_reached: 'The next page would go above your ceiling',
  over_limit: 'The next page would go above one of your limits',
  no_more: 'No further page is known',
  pages_unfit: 'The pages do not fit together',
  account_changed: 'The marketplace, the key or the account changed',
  approval_void: 'The marketplace, the key or the account changed',
  tool_changed: 'The Tool is listed as another one by now',
  clock_changed: 'The clock of this computer was set back',
  quote_expired: 'A quote ended before it could be used',
  restarted: 'Milepost was closed before all pages were bought',
  by_user: 'You stopped it',
  already_open: 'The next page is already being bought',
  charge_alarm: 'A charge is not what was approved',
  input_changed: 'The service would execute another request',
  above_authorisation: 'A page was not surely within what is authorised',
  trip_limit: 'The next page would go above what searching for this trip may cost',
};

export const stoppedTitle = (code: string): string => ownEntry(STOPPED, code) ?? 'Something failed';

export type PageStep = {
  page: number;
  state: 'bought' | 'now' | 'ahead' | 'not_bought';
  purchaseId: string | null;
};

/**
 * The number of an approval's first page within its run, as Results counts them. The two are read one after another:
 * until a page of it is known to be among the run's, it comes after those that were there when it was approved.
 * @param calls of the run, in the order of its pages
 */
export function firstPageOf(
  { purchaseIds, createdAt }: Pick<Batch, 'purchaseIds' | 'createdAt'>,
  calls: readonly { purchaseId: string; at: number }[],
): number {
  const own = calls.findIndex(({ purchaseId }) => purchaseIds.includes(purchaseId));
  return (own === -1 ? calls.filter(({ at }) => at <= createdAt).length : own) + 1;
}

/**
 * Page by page: what was bought, what is in progress, what is still ahead or was not bought.
 * @param firstPage the number of the first of them in their run, from 1
 */
export function pageSteps(batch: Batch, firstPage: number): PageStep[] {
  return Array.from({ length: batch.pages }, (_, index) => {
    const state =
      index < batch.bought
        ? 'bought'
        : batch.state !== 'running'
          ? 'not_bought'
          : index === batch.bought
            ? 'now'
            : 'ahead';
    return { page: firstPage + index, state, purchaseId: batch.purchaseIds[index] ?? null };
  });
}

/** What was bought for one search of an approval. */
export function partLabel({
  state,
  bought,
  pages,
  openPurchase,
}: Pick<BatchPart, 'state' | 'bought' | 'pages' | 'openPurchase'>): string {
  if (state === 'now') return `page ${bought + 1} of at most ${pages} being bought`;
  const of = plural(bought, 'page');
  if (openPurchase !== null)
    return bought > 0 ? `${of} bought, then outcome not settled` : 'outcome not settled';
  if (bought > 0) return state === 'done' ? `${of} bought` : `${of} bought, then stopped`;
  return state === 'ahead' ? 'not yet' : 'not bought';
}
