import type { Key } from '../key/key.ts';
import type { CurrentAccount } from '../purchases/journal/purchase-context.ts';
import type { InUse } from './marketplace-in-use.ts';

/** Where and as whom purchases are made now. */
export type AccountWatch = { now(): CurrentAccount; learn(): Promise<CurrentAccount> };

/**
 * Watches the account context of purchases. The account is asked for once per key, where the service can say it; where it
 * cannot, the key's mark alone distinguishes account contexts.
 */
export function watchAccount(inUse: () => InUse, key: Key): AccountWatch {
  let known: { mark: string; account: string | null } | null = null;

  function now(): CurrentAccount {
    const current = inUse();
    const keyMark = key.keyMark();
    return {
      marketplace: current.identity,
      // Not only what was learnt here: the user may have checked the key since.
      account: key.account(),
      scopes: key.scopes(),
      keyMark,
      demo: current.address === null,
    };
  }

  async function learn(): Promise<CurrentAccount> {
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
