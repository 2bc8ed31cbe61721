import type { Key } from '../key/key.ts';
import type { CurrentAccount } from '../purchases/journal/purchase-context.ts';
import type { InUse } from './marketplace-in-use.ts';

/** The marketplace and account of new purchases. `learn` asks the service for the account first. */
export type AccountWatch = { now(): CurrentAccount; learn(): Promise<CurrentAccount> };

/**
 * Tracks the account context of purchases. The account is requested once per key if the service offers it; otherwise only
 * the key's mark distinguishes account contexts.
 */
export function watchAccount(inUse: () => InUse, key: Key): AccountWatch {
  let known: { mark: string; account: string | null } | null = null;

  function now(): CurrentAccount {
    const current = inUse();
    const keyMark = key.keyMark();
    return {
      marketplace: current.identity,
      // Not `known.account`, since the user may have checked the key since.
      account: key.account(),
      scopes: key.scopes(),
      keyMark,
      refused: key.refused(),
      demo: current.address === null,
    };
  }

  async function learn(): Promise<CurrentAccount> {
    // Reading the key updates its mark if another program changed it in the keychain.
    // While it cannot be read, nothing can be learnt with it, and it is not known to be gone either.
    if ((await key.keyFor().catch(() => null)) === null) return now();
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
