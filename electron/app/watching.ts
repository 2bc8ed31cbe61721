import type { Publish } from '#shared/contract/index.ts';
import type { Notice } from '#shared/contract/watchlist.ts';
import type { Awards } from '../awards/awards.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Purchases } from '../purchases/purchases.ts';
import type { Storage } from '../storage/open.ts';
import { createScheduledRefreshes } from '../watchlist/scheduled-refreshes.ts';
import { createWatchlist } from '../watchlist/watchlist.ts';
import type { ToolKnowledge } from './tool-facts.ts';

export type WatchingDeps = {
  storage: Storage;
  publish: Publish;
  /** UTC ms. */
  clock: () => number;
  after: (ms: number, run: () => void) => () => void;
  awards: Awards;
  catalogue: Catalogue;
  tools: ToolKnowledge;
  purchases: () => Purchases;
  online: () => boolean;
  /** Shows a notice outside the page; null where the page itself has to. */
  notify: ((notice: Notice) => void) | null;
};

/** The watchlist, put together from the saved searches, the catalogue and the purchases, with its scheduled refreshes. */
export function openWatching({
  awards,
  catalogue,
  tools,
  purchases,
  publish,
  notify,
  ...deps
}: WatchingDeps) {
  const watchlist = createWatchlist({
    ...deps,
    ...awards.watching,
    publish,
    toolFor(toolRef) {
      const listed = catalogue.awardTools().tools;
      const found =
        listed.find(({ tool }) => tool.toolRef === toolRef) ??
        listed.find(({ drift, posture }) => drift === null && posture.state === 'callable') ??
        listed[0];
      if (found === undefined) return null;
      const facts = tools.facts(found.tool.toolRef);
      return {
        toolRef: found.tool.toolRef,
        listedPrice: facts?.listedPrice ?? null,
        dataUse: facts?.dataUse ?? [],
      };
    },
    grants: () => purchases().watching.grants(),
    openPurchases: () => purchases().watching.open(),
    notifications: notify === null ? 'page' : 'system',
    notify: notify ?? ((notice) => publish('notice', notice)),
  });
  const refreshes = createScheduledRefreshes({
    ...deps,
    permitted: watchlist.permitted,
    busy: () => purchases().watching.busy(),
    buy: (grantId) => purchases().spendUnderGrant(grantId),
    outcome: (purchaseId) => purchases().watching.outcome(purchaseId),
    failed: watchlist.failed,
  });
  return {
    handlers: watchlist.handlers,
    recorded: watchlist.recorded,
    plan: refreshes.plan,
    close: refreshes.close,
  };
}
