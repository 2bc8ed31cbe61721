import { fail } from '#shared/contract/failure.ts';
import { plainName } from '#shared/plain-text.ts';
import type { AccountContext } from '#shared/purchase/approval.ts';
import { isUnresolved, UNRESOLVED_STATES } from '#shared/purchase/state.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';

/** Whether two belong to one account of a marketplace: by its name where the service gives it, else by the key. */
export const isOfSameAccount = (one: AccountContext, other: AccountContext): boolean =>
  one.marketplace === other.marketplace &&
  (one.account !== null && other.account !== null
    ? one.account === other.account
    : one.keyMark === other.keyMark);

/** Why this purchase may not be touched from here; null where it may: another marketplace or account never resumes it. */
export function foreignAccount(context: Uses<'accountContext'>, entry: Entry): string | null {
  const accountContext = context.accountContext();
  if (accountContext.marketplace !== entry.marketplace)
    return `This purchase was made at another marketplace, ${placeOf(entry)}, and waits for it. Return to it in Settings to settle it.`;
  if (accountContext.keyMark === 'none')
    return `${ofAccount(entry)}Reading its status needs the access key. Store it in Settings.`;
  if (isAccountUnknown(context, entry))
    return `${unknownAccount(entry)} Check again if the key is of that account.`;
  return isOfSameAccount(entry, accountContext)
    ? null
    : `This purchase was made with another account, ${named(entry.account)}, and waits for it; the key in use is of ${named(accountContext.account)}. Store a key of ${named(entry.account)} in Settings to settle it.`;
}

/** Throws `other_account` where a purchase may not be touched from here. */
export function refuseForeign(context: Uses<'accountContext'>, entry: Entry): void {
  const foreign = foreignAccount(context, entry);
  if (foreign !== null) fail('other_account', foreign, { purchaseId: entry.id });
}

const placeOf = ({ demo, marketplace }: Entry): string => (demo ? 'the demo' : plainName(marketplace));
const named = (account: string | null): string =>
  account === null ? 'one that the service did not name' : `“${plainName(account)}”`;
const ofAccount = ({ account }: Entry): string =>
  account === null ? '' : `It belongs to the account ${named(account)}. `;

/** Which account the service left unnamed: the purchase's, or only that of another key since. */
export const unknownAccount = (entry: Entry): string =>
  entry.account === null
    ? 'The service did not say whose account this purchase was made with, and the key is another one since.'
    : `${ofAccount(entry)}The service does not say whose account the key in use is of, which is another one since.`;

/**
 * What an open purchase waits for before its status is read again, in sentences: its marketplace, its account, or a key
 * that the service accepts. Null if it is read.
 */
export const waitsFor = (context: Uses<'accountContext'>, entry: Entry): string | null =>
  isUnresolved(entry.state)
    ? (foreignAccount(context, entry) ?? context.accountContext().refused ?? null)
    : null;

/** Whether only the user knows if it belongs to the current account: the service does not state both accounts. */
export function isAccountUnknown(context: Uses<'accountContext'>, entry: Entry): boolean {
  const { marketplace, keyMark, account } = context.accountContext();
  return (
    marketplace === entry.marketplace &&
    keyMark !== 'none' &&
    keyMark !== entry.keyMark &&
    (account === null || entry.account === null)
  );
}

/**
 * Records the account of open purchases that the service states only now, for the very same key. Another key of that
 * account can then settle them.
 */
export function recordStatedAccounts({ journal, accountContext }: Uses<'journal' | 'accountContext'>): void {
  const { marketplace, account, keyMark } = accountContext();
  if (account === null) return;
  for (const entry of journal.inStates(UNRESOLVED_STATES))
    if (entry.account === null && entry.marketplace === marketplace && entry.keyMark === keyMark)
      journal.amend(entry.id, { account });
}

/** Whether an answer may be about the purchase's Tool, by any of its names or for lack of one. */
export const couldBeTool = (
  { toolRef, toolId }: Pick<Entry, 'toolRef' | 'toolId'>,
  known: string | null,
): boolean => known === null || known === toolRef || known === toolId;

/** Why a Call is not that of a purchase; null if nothing says so. */
export function otherCall(context: Uses<'journal'>, entry: Entry, callRef: string | null): string | null {
  const owner = callRef === null ? undefined : context.journal.ofCall(entry.marketplace, callRef);
  if (owner !== undefined && owner.id !== entry.id) return 'the Call of another purchase';
  return entry.callRef !== null && callRef !== null && callRef !== entry.callRef
    ? 'another Call than this one'
    : null;
}
