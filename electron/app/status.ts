import type { Status } from '#shared/contract/status.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Key } from '../key/key.ts';
import type { Purchases } from '../purchases/purchases.ts';
import type { InUse } from './marketplace-in-use.ts';

export type StatusDeps = {
  inUse: () => InUse;
  catalogue: Catalogue;
  key: Key;
  purchases: Purchases;
  /** What of the stored data the user should know. */
  dataProblems: () => NonNullable<Status['dataProblems']>;
};

/** The marketplace's name: the title in its document, else the host of its address. */
export function nameOf({ address, live }: InUse): string {
  if (address === null) return 'Demo marketplace';
  return live.title() || new URL(live.origin).host;
}

const SAFE_START =
  'The last start did not end well, so nothing from the marketplace was opened and nothing is asked. What you have stored can be used.';

/** The status that the frame shows, from data already known; makes no request. */
export async function readStatus({
  inUse,
  catalogue,
  key,
  purchases,
  dataProblems,
}: StatusDeps): Promise<Status> {
  const current = inUse();
  const [keyStatus, spending] = [await key.handlers.status(undefined), purchases.spending()];
  // Last: what is read above may turn out not to be readable.
  const problems = dataProblems();
  return {
    storage: { state: 'ready' },
    marketplace: {
      name: nameOf(current),
      address: current.address ?? current.live.origin,
      demo: current.address === null,
    },
    ...(current.live.isHeld() && { safeStart: { words: SAFE_START } }),
    network: current.live.network(),
    freshness: catalogue.freshness(),
    ...(problems.length > 0 && { dataProblems: problems }),
    key: keyStatus,
    spending,
  };
}
