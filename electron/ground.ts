import type { Key } from './key/key.ts';
import type { InUse } from './marketplace-in-use.ts';
import type { Ground } from './purchases/room.ts';

/** Where and as whom purchases are made now. */
export type GroundWatch = { now(): Ground; learn(): Promise<Ground> };

/**
 * Watches the ground of purchases. The account is asked for once per key, where the service can tell it; where it
 * cannot, the key's mark alone tells one ground from another.
 */
export function watchGround(inUse: () => InUse, key: Key): GroundWatch {
  let known: { mark: string; account: string | null } | null = null;

  function now(): Ground {
    const current = inUse();
    const keyMark = key.keyMark();
    return {
      marketplace: current.identity,
      account: known?.mark === keyMark ? known.account : null,
      keyMark,
      demo: current.address === null,
    };
  }

  async function learn(): Promise<Ground> {
    // Reading the key first renews its mark where something else changed it in the keychain.
    if ((await key.keyFor()) === null) return now();
    const keyMark = key.keyMark();
    if (known?.mark === keyMark && known.account !== null) return now();
    let { account } = await key.handlers.status(undefined);
    if (account === null && inUse().live.available('account').ok)
      account = await Promise.resolve(key.handlers.check(undefined)).then(
        (status) => status.account,
        () => null,
      );
    known = { mark: keyMark, account };
    return now();
  }

  return { now, learn };
}
