import type { Notice, WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import { noticeWords } from './notice-words.ts';
import type { Told, WatchStore } from './watch-store.ts';

/** A page of records that was just written down. */
export type RecordedPage = {
  pageId: number;
  runId: number;
  searchId: number;
  shelfId: number;
  title: string;
  /** The run before it; null where it is the first. */
  beforeRunId: number | null;
};

export type RecordedDeps = {
  store: WatchStore;
  /** UTC ms. */
  clock: () => number;
  /** Where a purchase's page was recorded; null where it gave none. */
  pageOf: (purchaseId: string) => RecordedPage | null;
  /** The records of a page that satisfy a rule and did not before. */
  newMatches: (page: RecordedPage, rule: WatchRule) => { recordKey: string; match: WatchMatch }[];
  /** Whether a look since it was told of shows that the rule did not hold for a record meanwhile. */
  wasLost: (page: RecordedPage, recordKey: string, rule: WatchRule, told: Told) => boolean;
  tell: (notice: Notice) => void;
};

/**
 * Takes note of a page that was recorded, within the transaction that records it: what it changed is unread, and what
 * the person asked to hear of is kept. It is told once that transaction is through: what is rolled back is not told, and
 * what was told is kept.
 */
export function createRecorded({ store, clock, pageOf, newMatches, wasLost, tell }: RecordedDeps) {
  return (purchaseId: string): void => {
    const page = pageOf(purchaseId);
    if (page === null) return;
    const { searchId, runId, shelfId, title } = page;
    store.unreadAfter(searchId, page.beforeRunId ?? runId);
    store.succeeded(searchId);
    const rule = store.isOff(searchId) ? null : store.ruleOf(searchId);
    if (rule === null) return;
    const ids = newMatches(page, rule)
      .filter(({ recordKey, match }) => {
        const told = store.lastTold(shelfId, recordKey, match);
        return told === null || wasLost(page, recordKey, rule, told);
      })
      .map(({ recordKey, match }) =>
        store.putNotice({ searchId, runId, at: clock(), shelfId, recordKey, match }),
      );
    const [first] = ids;
    if (first === undefined) return;
    queueMicrotask(() => {
      const matches = store.noticed(ids);
      if (matches.length > 0) tell({ noticeId: String(first), searchId, ...noticeWords(title, matches) });
    });
  };
}
