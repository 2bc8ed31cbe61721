import { createActivity } from '../activity/activity.ts';
import { createReach } from '../marketplace/http/reach.ts';
import { createNodeFetch } from '../marketplace/sockets/node-fetch.ts';
import { environmentProxy } from '../marketplace/sockets/proxies.ts';
import { createOriginBudgets } from '../marketplace/waits/origin-budget.ts';
import { SYSTEM_TIMING } from '../marketplace/waits/timing.ts';
import { storedWaits } from '../marketplace/waits/wait-store.ts';
import type { Question } from '../purchases/journal/purchase-context.ts';
import { ALLOWED_ORIGINS, allowedOriginsSchema } from '../settings/stored-address.ts';
import type { Storage } from '../storage/open.ts';
import { storedSettings } from '../storage/stored-settings.ts';

/**
 * What a command for a terminal sends with: waits, activity and permitted origins of the data file. To be closed.
 * @param own the origins that the user named to the command
 */
export function openNetwork(
  storage: Storage,
  own: readonly string[],
  confirm: (question: Question) => Promise<boolean>,
) {
  const settings = storedSettings(storage.db);
  const budgets = createOriginBudgets(SYSTEM_TIMING, storedWaits(storage.db));
  const activity = createActivity({ storage, publish: () => {} });
  const { fetch, ask: mayReach } = createReach({
    fetch: createNodeFetch({ proxyFor: environmentProxy(process.env) }),
    own: () => own,
    allowed: {
      read: () => settings.read(ALLOWED_ORIGINS, allowedOriginsSchema) ?? [],
      write: (origins) => settings.write(ALLOWED_ORIGINS, origins),
    },
    confirm,
  });
  const close = () => {
    budgets.close();
    activity.close();
  };
  return { settings, budgets, record: activity.record, fetch, mayReach, close };
}
