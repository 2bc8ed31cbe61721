/** What is worth reading next, in words: what is known, never a guess. Pure. */
import { cabinName } from '../award-search/search-name.ts';
import type { Advice } from '../contract/planning.ts';
import { dateSpan, formatNumber, plural } from '../formats.ts';
import { type Amount, amountLabel } from '../money.ts';
import { placesLabel } from '../places/names.ts';

/** `Osaka to London, 8 to 20 Mar 2027`. */
export const adviceTitle = ({ origins, destinations, from, until, cabin }: Advice): string =>
  [
    `${placesLabel(origins)} to ${placesLabel(destinations)}`,
    dateSpan(from, until),
    ...(cabin === null ? [] : [cabinName(cabin)]),
  ].join(', ');

/** `40,000 miles for 2`, or an amount at the user's values of a mile. */
function savingLabel(saving: number, unit: string, seats: number): string {
  if (unit !== 'miles')
    return amountLabel({ currency: unit, units: String(Math.round(saving)), exponent: 6 });
  const miles = `${formatNumber(Math.round(saving))} miles`;
  return seats === 1 ? miles : `${miles} for ${formatNumber(seats)}`;
}

/** What is known of the days that a search would read. */
function knownOf({ kind, days, changed }: Advice): string {
  switch (kind) {
    case 'neighbour':
      return `Would open ${plural(days, 'more day')}`;
    case 'unread':
      return `${plural(days, 'day')} never read`;
    case 'stale': {
      if (changed === null) return 'Read before; how often such days change is not known';
      const { least, most, of } = changed;
      const count = least === most ? formatNumber(least) : `${formatNumber(least)} to ${formatNumber(most)}`;
      return `Of ${formatNumber(of)} like it, ${count} changed by that age`;
    }
  }
}

/** Why a search is worth reading. @param seats how many travel */
export function adviceReason(advice: Advice, seats: number): string {
  const { promise, space, cabin } = advice;
  const known = knownOf(advice);
  if (space !== null)
    return `${known}. You prefer ${cabinName(cabin ?? '')}: of ${formatNumber(space.of)} dates read before, ${formatNumber(space.had)} had space in it.`;
  if (promise === null) return `${known}: nothing known of its prices.`;
  const dates = plural(promise.dates, 'date');
  if (promise.atQuarter === null || promise.atQuarter <= 0)
    return `${known}. On ${dates} read before it was seldom cheaper.`;
  return `${known}. If it costs what its cheapest quarter did on ${dates} read before, you save ${savingLabel(promise.atQuarter, promise.unit, seats)}.`;
}

/**
 * `USD 0.022`, `2 pages, at most USD 0.044`; `1 page, USD 0.022, and more pages may follow`, which are not in that price.
 * @param listed what a page costs where the search has no price of its own
 */
export function costLabel(
  { pages, atLeast, cost }: Pick<Advice, 'pages' | 'atLeast' | 'cost'>,
  listed: Amount | null,
): string {
  const count = plural(pages, 'page');
  const more = atLeast ? ', and more pages may follow' : '';
  if (cost === null)
    return listed === null
      ? `${count}, price not known${more}`
      : `${count}, ${amountLabel(listed)} each${more}`;
  if (pages > 1) return `${count}, at most ${amountLabel(cost)}${more}`;
  return atLeast ? `${count}, ${amountLabel(cost)}${more}` : amountLabel(cost);
}

const BASES = {
  month_and_lead: 'dates of the same month, read as long before departure',
  month: 'dates of the same month',
  all: 'all dates of this route',
} as const;

/** Which dates a promise is counted from, and the average of what it saves. */
export const promiseBasis = (
  { expected, basis, unit }: NonNullable<Advice['promise']>,
  seats: number,
): string => `Counted from ${BASES[basis]}; ${savingLabel(expected, unit, seats)} on average.`;
