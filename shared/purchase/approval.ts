import { type Amount, sameAmount } from '../money.ts';

/** Everything that an approval covers. A change to any of it voids the approval (§5.6: a key grants no authority). */
export type ApprovedTerms = {
  quoteRef: string;
  toolRef: string;
  toolVersion: string;
  /** Digest of the input as the service will execute it. */
  inputDigest: string;
  price: Amount;
  /** When the quote ends, in UTC milliseconds of the service's clock. */
  expiresAt: number;
};

/** Where, and as which account, the quote was made: the marketplace's identity and the mark of the stored key. */
export type AccountContext = { marketplace: string; account: string | null; keyMark: string };

export type ApprovalVerdict = { ok: true } | { ok: false; changed: string; reason: string };

/**
 * Whether what the user saw is still what would be bought.
 * @param shown the terms as they were on the quote sheet
 * @param held the terms of the quote as the main process has them
 * @param now UTC milliseconds, already on the service's clock
 */
export function approvalStands(
  shown: ApprovedTerms,
  held: ApprovedTerms,
  accountThen: AccountContext,
  accountNow: AccountContext,
  now: number,
): ApprovalVerdict {
  const fail = (changed: string, reason: string): ApprovalVerdict => ({ ok: false, changed, reason });
  if (shown.quoteRef !== held.quoteRef)
    return fail('quote', 'This is another quote than the one that was shown.');
  if (shown.toolRef !== held.toolRef || shown.toolVersion !== held.toolVersion)
    return fail('tool', 'The Tool or its version is not the one that was shown.');
  if (shown.inputDigest !== held.inputDigest)
    return fail('input', 'The request is not the one that was shown.');
  if (!sameAmount(shown.price, held.price)) return fail('price', 'The price is not the one that was shown.');
  if (accountThen.marketplace !== accountNow.marketplace)
    return fail('marketplace', 'The quote was made by another marketplace.');
  if (accountThen.keyMark !== accountNow.keyMark)
    return fail('key', 'The access key has changed since the quote.');
  // An unknown account is ignored: an equal mark already shows that the key is the same.
  if (
    accountThen.account !== null &&
    accountNow.account !== null &&
    accountThen.account !== accountNow.account
  )
    return fail('account', 'The account has changed since the quote.');
  if (now >= held.expiresAt) return fail('expiry', 'The quote has expired.');
  return { ok: true };
}
