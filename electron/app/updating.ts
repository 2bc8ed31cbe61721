import type { Publish } from '#shared/contract/index.ts';
import type { Purchases } from '../purchases/purchases.ts';
import type { StoredSettings } from '../storage/stored-settings.ts';
import { createUpdates, type UpdaterHere, type UpdatesDeps } from '../updates/updates.ts';
import type { AppDeps } from './app-deps.ts';

const FROM_SOURCE: UpdaterHere = {
  works: false,
  words: 'This Milepost runs from its source tree. Update it with “git pull” and “npm ci”.',
};

type Deps = Pick<AppDeps, 'updater' | 'clock'> &
  Pick<UpdatesDeps, 'after' | 'confirm' | 'inFlight'> & {
    settings: StoredSettings;
    publish: Publish;
  };

/** What of a purchase is under way, in words: an order, a quote, or a batch between two pages. Null if nothing is. */
export const purchaseInFlight = (purchases: Pick<Purchases, 'underWay' | 'watching'>): string | null =>
  purchases.underWay() ??
  (purchases.watching.open().some(({ underWay }) => underWay)
    ? 'The service is being asked about a purchase.'
    : null);

/** Updates that wait for purchases in progress. */
export const openUpdating = ({ settings, updater = FROM_SOURCE, ...deps }: Deps) =>
  createUpdates({ ...deps, here: updater, memory: settings });

/** Updates while the data file is unusable: nothing is being bought, and no schedule can be stored. */
export function updatesWithoutFile(
  { updater = FROM_SOURCE, clock, confirm }: Pick<AppDeps, 'updater' | 'clock' | 'confirm'>,
  publish: Publish,
) {
  return createUpdates({
    here: updater,
    memory: { read: () => undefined, write: () => {} },
    publish,
    clock,
    confirm,
    inFlight: () => null,
    // No automatic checks: the user is told about the file first.
    after: () => () => {},
  });
}
