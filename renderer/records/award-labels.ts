/** Award space in words. The only cabin stated is the requested one (§2.1), never "J". */

import { cabinName } from '#shared/award-search/search-name.ts';
import type { Offer, RecordRow } from '#shared/contract/awards.ts';
import { formatNumber, travelDate } from '#shared/formats.ts';
import { amountLabel, parseAmount } from '#shared/money.ts';
import { airportTitle, routeNames } from '#shared/places/names.ts';

/** `84,500`; unknown or unreadable miles are described as such. */
export function milesLabel(miles: number | null, milesText?: string): string {
  if (miles !== null) return formatNumber(miles);
  return milesText !== undefined && milesText !== '' && milesText !== '0' ? `“${milesText}”` : 'not given';
}

/** The cheapest miles of a saved search that can still be flown, or why there are none. */
export function offerLabel(
  { offer, cheapest }: { offer: Offer; cheapest: number | null },
  show = (miles: string) => miles,
): string {
  if (cheapest !== null) return show(formatNumber(cheapest));
  switch (offer) {
    case 'space':
      return 'space, miles not given';
    case 'few_seats':
      return 'too few seats';
    case 'none':
      return 'no award space';
    case 'no_record':
      return 'no results';
    case 'set_aside':
      return 'rows set aside';
    case 'departed':
      return 'departed';
  }
}

/** With award space, a count of 0 or none is known to mean that the count is not given, not that nothing is left. */
/** @param asItCame the number where it is not a count of seats, such as 2.5 */
export function seatsLabel(seats: number | null, available: boolean, asItCame?: string): string {
  if (asItCame !== undefined) return asItCame;
  if (seats !== null) return formatNumber(seats);
  return available ? 'not given' : 'none';
}

/** With more airlines, the rest is only counted: a column of its usual width would cut them off unnoticed. */
const MAX_AIRLINES = 4;

/** `BA, LH, UA +3` from the codes of a record, `BA, LH, UA, AC, NH, JL`. */
export function airlinesShort(airlines: string): string {
  const codes = airlines.split(', ');
  if (codes.length <= MAX_AIRLINES) return airlines;
  const shown = codes.slice(0, MAX_AIRLINES - 1);
  return `${shown.join(', ')} +${codes.length - shown.length}`;
}

export const REMOVED_MESSAGE = 'Removed: a later run read past this day or these miles without it.';

/** The search named no cabin, so its records may be of any. */
const ANY_CABIN = 'any cabin';

export function cabinLabel(cabin: string | null): string {
  return cabin === null ? ANY_CABIN : cabinName(cabin);
}

/** `business, any cabin`: requested cabins, '' meaning none. */
export const cabinList = (cabins: readonly string[]): string =>
  cabins.map((cabin) => (cabin === '' ? ANY_CABIN : cabinName(cabin))).join(', ');

/** Shown beside figures of records that were requested in several cabins. */
export const mixedLabel = (cabins: readonly string[]): string => `Cabins mixed: ${cabinList(cabins)}.`;

/** `Heathrow → Haneda`; an unknown airport is shown by its code. */
export const routeLabel = ({ origin, destination }: Pick<RecordRow, 'origin' | 'destination'>): string =>
  routeNames({ origin: origin || '?', destination: destination || '?' });

/**
 * Both airports with their codes, where the short names are not enough: `London Heathrow (LHR) to Tokyo Haneda (HND)`.
 */
export const routeTitle = ({ origin, destination }: Pick<RecordRow, 'origin' | 'destination'>): string =>
  `${origin === '' ? 'not given' : airportTitle(origin)} to ${destination === '' ? 'not given' : airportTitle(destination)}`;

/** `Sun 14 Mar 2027`; a date that is not a day of the calendar is shown as it came. */
export const dateLabel = (record: Pick<RecordRow, 'date' | 'dateText'>): string =>
  record.date === null ? record.dateText || 'no date' : travelDate(record.date);

/** Taxes as their details state them, `JPY 2003.33`, as amounts stand everywhere: `JPY 2,003.33`; any other text as it is. */
export function statedTaxesLabel(text: string): string {
  const [currency = '', digits = ''] = text.split(' ');
  const amount = parseAmount(digits, currency);
  return amount === undefined ? text : amountLabel(amount);
}
