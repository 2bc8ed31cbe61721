import type { Notice, WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import { matchLabel } from '#shared/records/match-label.ts';
import { scopePath } from '#shared/records/scope-path.ts';
import type { LastNotice, WatchStore } from './watch-store.ts';

/** Records named in one notification; the digest has all of them. */
const NAMED = 3;

/** What one notification says of the records that a refresh found. */
function noticeMessage(title: string, matches: readonly WatchMatch[]): { title: string; body: string } {
  const named = matches.slice(0, NAMED).map(matchLabel);
  const more = matches.length - named.length;
  return {
    title: matches.length === 1 ? 'Award space you asked for' : `${matches.length} records you asked for`,
    body: [title, ...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

/** A page of records that was just written down. */
type RecordedPage = {
  pageId: number;
  runId: number;
  searchId: number;
  partitionId: number;
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
  /** Whether a refresh since it was notified of shows that the rule did not hold for a record meanwhile. */
  wasLost: (page: RecordedPage, recordKey: string, rule: WatchRule, notified: LastNotice) => boolean;
  notify: (notice: Notice) => void;
};

/**
 * Takes note of a page that was recorded, within the transaction that records it: what it changed is unread, and what
 * the user asked to hear of is stored. It is announced once that transaction is through: what is rolled back is not known, and
 * what was announced is stored.
 */
export function createRecorded({ store, clock, pageOf, newMatches, wasLost, notify }: RecordedDeps) {
  return (purchaseId: string): void => {
    const page = pageOf(purchaseId);
    if (page === null) return;
    const { searchId, runId, partitionId, title } = page;
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
    const [first] = ids;
    if (first === undefined) return;
    queueMicrotask(() => {
      const matches = store.noticed(ids);
      if (matches.length > 0)
        notify({
          noticeId: String(first),
          to: scopePath({ kind: 'search', searchId }),
          ...noticeMessage(title, matches),
        });
    });
  };
}
