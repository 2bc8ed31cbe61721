import { changeChance } from '#shared/award-analysis/change-chance.ts';
import type { ContractHandlers, Publish } from '#shared/contract/index.ts';
import type { Grant } from '#shared/contract/standing-approvals.ts';
import type { DigestEntry, SinceNotified, Watched } from '#shared/contract/watchlist.ts';
import { localDay } from '#shared/dates.ts';
import {
  nextRefresh,
  plannedRefreshOf,
  type SavedForWatching,
  type ToolFor,
  toolsOnce,
} from './next-refresh.ts';
import type { RecordedDeps } from './recorded.ts';
import type { Permitted } from './scheduled-refreshes.ts';
import type { Saved, Unread } from './watch-store.ts';

export type WatchlistDeps = Pick<RecordedDeps, 'store' | 'clock' | 'pageOf'> & {
  publish: Publish;
  searches: () => Promise<SavedForWatching[]> | SavedForWatching[];
  changes: ContractHandlers['watchlist']['changes'];
  /** What became of records that were notified of, in their order. */
  sinceNotified: (
    records: readonly (Omit<Unread, 'match'> & { searchId: number })[],
  ) => Promise<SinceNotified[]> | SinceNotified[];
  /** The canonical text of what a request searches, and of a saved search. */
  criteriaOf: (request: { input: unknown; toolId: string }) => string;
  criteriaOfSearch: (searchId: number) => string | null;
  /** What the last run of a saved search asked of which Tool; null where there is none. */
  requestOfSearch: (searchId: number) => SavedForWatching['request'] | null;
  /** How many runs a search had after one. */
  runsAfter: (searchId: number, runId: number) => number;
  toolFor: ToolFor;
  grants: () => Grant[];
  /** Purchases that are not settled; `underWay`: the service is being asked about it at this moment. */
  openPurchases: () => {
    purchaseId: string;
    toolId: string;
    input: Record<string, unknown>;
    underWay: boolean;
  }[];
  notifications: 'system' | 'page';
};

/** Watched is what its user chose; where they said nothing, what ever had a standing permission. */
const isWatched = (own: Pick<Saved, 'watched'> | undefined, hadGrant: boolean): boolean =>
  own === undefined || own.watched === null ? hadGrant : own.watched === 1;

/** Records that one entry of the digest names; it counts all. */
const NAMED = 20;

/** Saved searches as a watchlist: what changed, when to refresh and for how much, what to hear of. All of it local. */
export function createWatchlist(deps: WatchlistDeps) {
  const { store, publish, clock } = deps;
  const changed = () => publish('changed', { topics: ['watchlist'] });
  const done = (): undefined => {
    changed();
    return undefined;
  };

  /** What ever had a standing permission, in force or not: a search whose permission ends stays watched. */
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

  async function list(): Promise<Watched[]> {
    const searches = await deps.searches();
    const saved = store.saved();
    const rules = store.rules();
    const grants = grantsBySearch();
    const granted = everGranted();
    const open = openBySearch();
    const toolFor = toolsOnce(deps.toolFor);
    const today = localDay(clock());
    return searches.map((search) => {
      const { searchId, title, runs, records, offer, cheapest, lastRunAt, lastRunId, beforeRunId, prices } =
        search;
      const own = saved.get(searchId);
      const grant = grants.get(search.criteria);
      const waiting = open.get(search.criteria);
      return {
        ...{ searchId, title, runs, records, offer, cheapest, lastRunAt, lastRunId, beforeRunId, prices },
        criteria: JSON.parse(search.criteria) as Record<string, unknown>,
        watched: isWatched(own, granted.has(search.criteria)),
        next: nextRefresh(search, today),
        chance: changeChance(search.refreshes, clock()),
        refresh: plannedRefreshOf(search, own, toolFor),
        grant:
          grant === undefined
            ? null
            : {
                grantId: grant.grantId,
                perDay: grant.perDay,
                until: grant.until,
                spentToday: grant.spentToday,
              },
        trouble:
          own === undefined || own.failedAt === null
            ? null
            : { at: own.failedAt, words: own.failedWords ?? '', notBefore: own.notBefore ?? own.failedAt },
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
   * Every permission in force with the search that it is for, and when that is worth its next refresh. One that has a
   * purchase that is not settled waits for it. The searches are read last: one whose refresh is settled meanwhile
   * would else be due by what was read before, and be bought twice.
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
        dueAt: next.at,
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
      const said = store.watchedBy(searchId);
      if (said !== null) return { watched: said };
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
      if (rule !== null) store.watch([searchId], true);
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
