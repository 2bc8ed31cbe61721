import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Grant } from '#shared/contract/standing-approvals.ts';
import type { DigestEntry, SinceNotified, Watched } from '#shared/contract/watchlist.ts';
import { localDay } from '#shared/dates.ts';
import type { WatchedSearch } from '#shared/records/watched-search.ts';
import { memoiseToolFor, nextRefresh, plannedRefreshOf, type ToolFor } from './next-refresh.ts';
import type { RecordedDeps } from './recorded.ts';
import type { Permitted } from './scheduled-refreshes.ts';
import type { Saved, Unread } from './watch-store.ts';

export type WatchlistDeps = Pick<RecordedDeps, 'store' | 'clock' | 'pageOf'> & {
  publish: Publish;
  searches: () => Promise<WatchedSearch[]> | WatchedSearch[];
  changes: ContractHandlers['watchlist']['changes'];
  /** What happened to these records since their notices, in the same order. */
  sinceNotified: (
    records: readonly (Omit<Unread, 'match'> & { searchId: number })[],
  ) => Promise<SinceNotified[]> | SinceNotified[];
  /** The canonical criteria of a request, and of a saved search. */
  criteriaOf: (request: { input: unknown; toolId: string }) => string;
  criteriaOfSearch: (searchId: number) => string | null;
  /** The request of a search's last run; null if there is none. */
  requestOfSearch: (searchId: number) => WatchedSearch['request'] | null;
  /** The number of a search's runs after `runId`. */
  runsAfter: (searchId: number, runId: number) => number;
  toolFor: ToolFor;
  grants: () => Grant[];
  /** Whether a refresh was begun under a permission and has pages left to read. */
  isUnfinished: (grantId: string) => boolean;
  /** Until when the user paused watching, in UTC ms; null if it is not paused. */
  pausedUntil: () => number | null;
  /** Purchases that are not settled; `underWay`: a request about it is in flight. */
  openPurchases: () => {
    purchaseId: string;
    toolId: string;
    input: Record<string, unknown>;
    underWay: boolean;
  }[];
  notifications: 'system' | 'page';
};

/** The user's choice; without one, a search that ever had a standing permission is watched. */
const isWatched = (own: Pick<Saved, 'watched'> | undefined, hadGrant: boolean): boolean =>
  own === undefined || own.watched === null ? hadGrant : own.watched === 1;

const HOUR_MS = 3_600_000;

/** Records listed in one entry of the digest; all are counted. */
const NAMED = 20;

/** Saved searches as a watchlist: changes, planned refreshes with prices, rules and notices. All local. */
export function createWatchlist(deps: WatchlistDeps) {
  const { store, publish, clock } = deps;
  const changed = () => publish('changed', { topics: ['watchlist'] });
  const done = (): undefined => {
    changed();
    return undefined;
  };

  /** Criteria with a standing permission, past or present: a search whose permission ends stays watched. */
  const everGranted = (): Set<string> => new Set(deps.grants().map(deps.criteriaOf));

  const grantsBySearch = (): Map<string, Grant> =>
    new Map(
      deps
        .grants()
        .filter(({ state }) => state === 'in_force')
        .map((grant) => [deps.criteriaOf(grant), grant]),
    );

  const openBySearch = (): Map<string, { purchaseId: string; underWay: boolean }> =>
    new Map(
      deps
        .openPurchases()
        .map(({ purchaseId, underWay, ...request }) => [deps.criteriaOf(request), { purchaseId, underWay }]),
    );

  /** When a search is read next under its permission: at once where pages of the last refresh are left. */
  const dueUnder = ({ lastRunAt }: WatchedSearch, { grantId, everyHours }: Grant): number =>
    deps.isUnfinished(grantId) ? lastRunAt : lastRunAt + everyHours * HOUR_MS;

  async function list(): Promise<Watched[]> {
    const searches = await deps.searches();
    const saved = store.saved();
    const rules = store.rules();
    const grants = grantsBySearch();
    const granted = everGranted();
    const open = openBySearch();
    const toolFor = memoiseToolFor(deps.toolFor);
    const today = localDay(clock());
    return searches.map((search) => {
      const { searchId, title, runs, records, offer, cheapest, lastRunAt, lastRunId, beforeRunId, prices } =
        search;
      const own = saved.get(searchId);
      const grant = grants.get(search.criteria);
      const waiting = open.get(search.criteria);
      const next = nextRefresh(search, today);
      return {
        ...{ searchId, title, runs, records, offer, cheapest, lastRunAt, lastRunId, beforeRunId, prices },
        criteria: JSON.parse(search.criteria) as Record<string, unknown>,
        watched: isWatched(own, granted.has(search.criteria)),
        next,
        refresh: plannedRefreshOf(search, own, toolFor),
        grant:
          grant === undefined
            ? null
            : {
                grantId: grant.grantId,
                pages: grant.pages,
                everyHours: grant.everyHours,
                perDay: grant.perDay,
                until: grant.until,
                nextAt:
                  next.kind === 'over'
                    ? null
                    : Math.max(dueUnder(search, grant), own?.notBefore ?? 0, deps.pausedUntil() ?? 0),
                spentToday: grant.spentToday,
                unreadToday: grant.unreadToday,
              },
        trouble:
          own === undefined || own.failedAt === null
            ? null
            : { at: own.failedAt, words: own.failedWords ?? '' },
        openPurchase: waiting?.underWay === false ? waiting.purchaseId : null,
        rule: rules.get(searchId) ?? null,
      };
    });
  }

  async function digest(): Promise<DigestEntry[]> {
    const searches = await deps.searches();
    const saved = store.saved();
    const unread = store.unreadMatches();
    const granted = everGranted();
    const entries = searches.map(
      async ({ searchId, title, criteria, lastRunAt, lastRunId, lastPurchaseId, prices }) => {
        const own = saved.get(searchId);
        const matches = unread.get(searchId) ?? [];
        const read = own?.readRunId ?? lastRunId;
        if (!isWatched(own, granted.has(criteria))) return [];
        if (read >= lastRunId && matches.length === 0) return [];
        const named = matches.slice(0, NAMED);
        const since = await deps.sinceNotified(
          named.map(({ notified, partitionId, recordKey }) => ({
            searchId,
            notified,
            partitionId,
            recordKey,
          })),
        );
        return {
          searchId,
          title,
          watched: true,
          at: lastRunAt,
          beforeRunId: read,
          lastRunId,
          upTo: lastPurchaseId,
          refreshes: deps.runsAfter(searchId, read),
          prices,
          matches: named.map(({ match }, place) => ({
            ...match,
            ...(since[place] ?? { standing: null, removedSince: null, now: null }),
          })),
          matchCount: matches.length,
        };
      },
    );
    return (await Promise.all(entries)).flat();
  }

  /**
   * Searches with a permission in force, and when each is due. Those with an unsettled purchase are left out. The searches
   * are read after the purchases: otherwise a refresh that settles in between would still look due and be bought twice.
   */
  async function permitted(): Promise<Permitted[]> {
    const grants = grantsBySearch();
    if (grants.size === 0) return [];
    const saved = store.saved();
    const open = openBySearch();
    const searches = await deps.searches();
    const today = localDay(clock());
    return searches.flatMap((search) => {
      const grant = grants.get(search.criteria);
      const own = saved.get(search.searchId);
      const next = nextRefresh(search, today);
      if (grant === undefined || own?.watched === 0 || next.kind === 'over' || open.has(search.criteria))
        return [];
      return {
        grantId: grant.grantId,
        searchId: search.searchId,
        dueAt: dueUnder(search, grant),
        notBefore: own?.notBefore ?? null,
        failures: own?.failures ?? 0,
      };
    });
  }

  const handlers: ContractHandlers['watchlist'] = {
    list,
    changes: deps.changes,
    digest: async () => ({ entries: await digest(), notifications: deps.notifications }),
    markRead: ({ upTo }) => {
      store.markRead(
        upTo.flatMap((purchaseId) => deps.pageOf(purchaseId) ?? []),
        clock(),
      );
      return done();
    },
    async watching({ searchId }) {
      const chosen = store.watchedBy(searchId);
      if (chosen !== null) return { watched: chosen };
      const criteria = deps.criteriaOfSearch(searchId);
      return { watched: criteria !== null && everGranted().has(criteria) };
    },
    async again({ searchId }) {
      const request = deps.requestOfSearch(searchId);
      const tool = request && deps.toolFor(request);
      return tool && request && { toolRef: tool.toolRef, input: request.input };
    },
    watch: ({ searchIds, watched }) => {
      store.watch(searchIds, watched);
      return done();
    },
    setFirstPageOnly: ({ searchId, firstPageOnly }) => {
      store.setFirstPageOnly(searchId, firstPageOnly);
      return done();
    },
    setRule: ({ searchId, rule }) => {
      store.setRule(searchId, rule, clock());
      return done();
    },
  };

  return {
    handlers,
    permitted,
    failed: (searchId: number, failures: number, words: string, notBefore: number): void => {
      store.failed(searchId, failures, clock(), words, notBefore);
      changed();
    },
  };
}
