import { z } from 'zod';
import { type Amount, amountSchema, compareAmounts, formatAmount } from '../money.ts';
import { plainName } from '../plain-text.ts';
import { type InputDifference, valueLabel } from './input-difference.ts';

/** An amount that an answer names; `unreadable` where there is one that cannot be read as an exact amount. */
export type NamedAmount = Amount | 'unreadable' | null;

/** What a listing names; `free` for nothing in whatever currency; `not_read` where none of the Tool is stored. */
export type ListedAmount = NamedAmount | 'free' | 'not_read';

/** How far a request is authorised (§1.7, §8), and what its quote would take. Exact amounts, never converted. */
export const authorisationSchema = z.object({
  /** The total authorisation of one request as the Tool's listing names it; null where it names none that can be read. */
  listed: amountSchema.nullable(),
  /** What the quote itself states as authorised, or takes from its source; null where it states nothing readable. */
  own: amountSchema.nullable(),
  verdict: z.enum([
    'within',
    'above',
    'not_comparable', // in currencies that cannot be compared
    'unreadable', // one is named, or may be, that Milepost cannot read
    'not_listed', // neither the listing nor the quote names one
    'other_request', // whatever it takes, the service would execute something else than was asked for
  ]),
  words: z.string(),
});
export type Authorisation = z.infer<typeof authorisationSchema>;

const cannotRead = (what: string): string => `${what} in a way that Milepost cannot read.`;

/**
 * Compares a quote with what was authorised: its maximum charge with the listing and with its own figure, and its own
 * figure with the listing, which use one currency where the account pays in another.
 * @param most the most that the quote may charge
 */
export function judgeAuthorisation(most: Amount, listedAs: ListedAmount, ownAs: NamedAmount): Authorisation {
  const listed =
    listedAs === 'unreadable' || listedAs === 'not_read'
      ? null
      : listedAs === 'free'
        ? { currency: most.currency, units: '0', exponent: 0 }
        : listedAs;
  const own = ownAs === 'unreadable' ? null : ownAs;
  const pairs: [string, Amount, string, Amount][] = [];
  if (listed !== null) pairs.push(['The quote may charge', most, 'the listing authorises', listed]);
  if (own !== null) pairs.push(['The quote may charge', most, 'it says itself that it takes', own]);
  if (listed !== null && own !== null) pairs.push(['The quote takes', own, 'the listing authorises', listed]);
  const comparable = pairs.filter(([, one, , other]) => one.currency === other.currency);
  const above = comparable.find(([, one, , other]) => compareAmounts(one, other) > 0);
  const said = (verdict: Authorisation['verdict'], words: string): Authorisation => ({
    listed,
    own,
    verdict,
    words,
  });
  if (above !== undefined) {
    const [what, one, who, other] = above;
    return said(
      'above',
      `${what} ${formatAmount(one)}, where ${who} ${formatAmount(other)} for one request.`,
    );
  }
  const unread = [
    ...(listedAs === 'not_read'
      ? ['The listing of this Tool is not there now, so what it authorises is not known.']
      : []),
    ...(listedAs === 'unreadable'
      ? [cannotRead('The listing names what it authorises for one request')]
      : []),
    ...(ownAs === 'unreadable' ? [cannotRead('The quote names what it authorises')] : []),
  ];
  if (unread.length > 0) return said('unreadable', unread.join(' '));
  if (listed === null && own === null)
    return said('not_listed', 'Neither the listing nor the quote names a total authorisation.');
  const heldToListing = listed === null || comparable.some(([, , , other]) => other === listed);
  if (!heldToListing)
    return said(
      'not_comparable',
      `The quote is in ${most.currency}, the listing authorises ${formatAmount(listed)}: Milepost cannot compare them.`,
    );
  return said(
    'within',
    listed === null
      ? `Within what the quote itself authorises (${own === null ? '' : formatAmount(own)}).`
      : `Within the ${formatAmount(listed)} that the listing authorises for one request.`,
  );
}

/** What was authorised was another request, whatever the quote takes. */
export function forOtherRequest(
  judged: Authorisation,
  differences: readonly InputDifference[],
): Authorisation {
  const [first] = differences;
  if (first === undefined) return judged;
  const [executed, requested] = [first.executed, first.requested].map((value) =>
    plainName(valueLabel(value)),
  );
  const words = `The service would execute another request than you asked for: ${plainName(first.name)} ${executed} instead of ${requested}.`;
  return {
    ...judged,
    verdict: 'other_request',
    words: needsSecondAct(judged) ? `${words} ${judged.words}` : words,
  };
}

/** Whether a quote needs a second confirmation by the user, and is never bought without one. */
export const needsSecondAct = ({ verdict }: Authorisation): boolean =>
  verdict !== 'within' && verdict !== 'not_listed';
