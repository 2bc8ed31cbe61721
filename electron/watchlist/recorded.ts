import type { WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import type { RecordedPage } from '#shared/records/watched-search.ts';
import type { LastNotice, WatchStore } from './watch-store.ts';

export type RecordedDeps = {
  store: WatchStore;
  /** UTC ms. */
  clock: () => number;
  /** The recorded page of a purchase; null if it returned none. */
  pageOf: (purchaseId: string) => RecordedPage | null;
  /** Records of a page that satisfy the rule for the first time. */
  newMatches: (page: RecordedPage, rule: WatchRule) => { recordKey: string; match: WatchMatch }[];
  /** Whether a refresh since the last notice shows that the record stopped matching the rule in between. */
  wasLost: (page: RecordedPage, recordKey: string, rule: WatchRule, notified: LastNotice) => boolean;
  /** Notes a notice for every channel, within the transaction. */
  queueNotice: (noticeId: number, at: number) => void;
  /** Called after the transaction. */
  afterwards: () => void;
};

/**
 * Marks the search unread and stores notices for a recorded page, within the transaction that records it: what is to be
 * notified is written down with what was seen, and sent after that transaction.
 */
export function createRecorded({
  store,
  clock,
  pageOf,
  newMatches,
  wasLost,
  queueNotice,
  afterwards,
}: RecordedDeps) {
  return (purchaseId: string): void => {
    const page = pageOf(purchaseId);
    if (page === null) return;
    const { searchId, runId, partitionId } = page;
    store.unreadAfter(searchId, page.beforeRunId ?? runId);
    store.succeeded(searchId);
    const rule = store.watchedBy(searchId) === false ? null : store.ruleOf(searchId);
    if (rule === null) return;
    const ids = newMatches(page, rule)
      .filter(({ recordKey, match }) => {
        const notified = store.lastNotice(partitionId, recordKey, match);
        return notified === null || wasLost(page, recordKey, rule, notified);
      })
      .map(({ recordKey, match }) =>
        store.putNotice({ searchId, runId, at: clock(), partitionId, recordKey, match }),
      );
    if (ids.length === 0) return;
    const at = clock();
    for (const id of ids) queueNotice(id, at);
    queueMicrotask(afterwards);
  };
}
