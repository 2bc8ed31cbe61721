import type { Publish } from '#shared/contract/index.ts';
import { kindAnswering, providerOfTool } from '#shared/record-kinds/record-kinds.ts';
import type { Awards } from '../awards/awards.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Purchases } from '../purchases/purchases.ts';
import { createScheduledRefreshes } from '../watchlist/scheduled-refreshes.ts';
import type { WatchStore } from '../watchlist/watch-store.ts';
import { createWatchlist } from '../watchlist/watchlist.ts';
import type { ToolKnowledge } from './tool-facts.ts';

export type WatchingDeps = {
  store: WatchStore;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  after: (ms: number, run: () => void) => () => void;
  awards: Awards;
  catalogue: Catalogue;
  tools: ToolKnowledge;
  purchases: Purchases;
  /** Whether the service can be reached and there is a key for it. */
  canBuy: () => boolean;
  /** Until when the user paused watching, in UTC ms; null if it is not paused. */
  pausedUntil: () => number | null;
  /** Whether the system or the page shows notices. */
  notifications: 'system' | 'page';
};

/** The watchlist over saved searches, catalogue and purchases, with its scheduled refreshes. */
export function openWatching({ awards, catalogue, tools, purchases, ...deps }: WatchingDeps) {
  const watchlist = createWatchlist({
    ...deps,
    ...awards.watching,
    toolFor({ toolRef, provider, input }) {
      const { id } = kindAnswering(input);
      const { tools: awardTools, others } = catalogue.awardTools();
      const callableFirst = [
        ...awardTools.filter(({ drift, posture }) => drift === null && posture.state === 'callable'),
        ...awardTools,
      ];
      const listed =
        id === 'award_search'
          ? callableFirst.map(({ tool }) => tool)
          : others.filter(({ kind }) => kind === id).map((other) => ({ ...other, capabilityId: null }));
      const found =
        listed.find((tool) => tool.toolRef === toolRef) ??
        // Another Tool of the same provider is the same source.
        listed.find(
          (tool) =>
            provider === '' ||
            providerOfTool(tool.capabilityId ?? tools.facts(tool.toolRef)?.toolId ?? '') === provider,
        );
      if (found === undefined) return null;
      const facts = tools.facts(found.toolRef);
      return {
        toolRef: found.toolRef,
        listedPrice: facts?.listedPrice ?? null,
        dataUse: facts?.dataUse ?? [],
      };
    },
    grants: purchases.watching.grants,
    isUnfinished: purchases.watching.isUnfinished,
    openPurchases: purchases.watching.open,
  });
  const refreshes = createScheduledRefreshes({
    ...deps,
    permitted: watchlist.permitted,
    busy: purchases.watching.busy,
    buy: purchases.spendUnderGrant,
    outcome: purchases.watching.outcome,
    failed: watchlist.failed,
  });
  return {
    handlers: watchlist.handlers,
    plan: refreshes.plan,
    isIdle: refreshes.isIdle,
    isWaiting: refreshes.isWaiting,
    close: refreshes.close,
  };
}
