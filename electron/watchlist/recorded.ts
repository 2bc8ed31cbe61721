import type { Notice, WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import { plainText } from '#shared/plain-text.ts';
import { matchLabel } from '#shared/records/match-label.ts';
import { scopePath } from '#shared/records/scope-path.ts';
import type { LastNotice, WatchStore } from './watch-store.ts';

/** Records named in one notification; the digest lists all. */
const NAMED = 3;
const LONGEST = 200;

/** Title and body of the notification for the records that a refresh found. */
function noticeMessage(title: string, matches: readonly WatchMatch[]): { title: string; body: string } {
  // A name that breaks the line would look like a line of Milepost's.
  const named = matches.slice(0, NAMED).map((match) => plainText(matchLabel(match), LONGEST));
  const more = matches.length - named.length;
  return {
    title: matches.length === 1 ? 'Award space you asked for' : `${matches.length} records you asked for`,
    body: [title, ...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}

/** A page of records that has just been stored. */
type RecordedPage = {
  pageId: number;
  runId: number;
  searchId: number;
  partitionId: number;
  title: string;
  /** The previous run; null if this is the first. */
  beforeRunId: number | null;
};

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
  notify: (notice: Notice) => void;
};

/**
 * Marks the search unread and stores notices for a recorded page, within the transaction that records it. Notifications
 * are sent after that transaction, so that only committed notices are shown.
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
