/** How award space is put into words. The cabin stated is only ever the one that was asked for (§2.1), never "J". */

import { cabinName } from '#shared/award-search/search-name.ts';
import type { Offer, RecordRow } from '#shared/contract/awards.ts';
import { formatNumber, travelDate } from '#shared/formats.ts';
import { airportTitle, routeNames } from '#shared/places/names.ts';

/** `84,500`; miles that are not known, or cannot be read, are said to be so. */
export function milesLabel(miles: number | null, milesText?: string): string {
  if (miles !== null) return formatNumber(miles);
  return milesText !== undefined && milesText !== '' && milesText !== '0' ? `“${milesText}”` : 'not given';
}

/** The cheapest miles of a saved search that can still be flown, or why there are none to tell. */
export function offerLabel(
  { offer, cheapest }: { offer: Offer; cheapest: number | null },
  show = (miles: string) => miles,
): string {
  if (cheapest !== null) return show(formatNumber(cheapest));
  switch (offer) {
    case 'space':
      return 'space, miles not given';
    case 'none':
      return 'no award space';
    case 'no_record':
      return 'no results';
    case 'departed':
      return 'departed';
  }
}

/** A count of 0 or none with award space is known to mean that the count is not given, not that nothing is left. */
/** @param asItCame the number where it is no count of seats, such as 2.5 */
export function seatsLabel(seats: number | null, available: boolean, asItCame?: string): string {
  if (asItCame !== undefined) return asItCame;
  if (seats !== null) return formatNumber(seats);
  return available ? 'not given' : 'none';
}

/** More airlines than these are counted: a column in its usual size would cut them where nobody sees that it does. */
const MOST_AIRLINES = 4;

/** `BA, LH, UA +3` of the codes as they stand in a record, `BA, LH, UA, AC, NH, JL`. */
export function airlinesShort(airlines: string): string {
  const codes = airlines.split(', ');
  if (codes.length <= MOST_AIRLINES) return airlines;
  const shown = codes.slice(0, MOST_AIRLINES - 1);
  return `${shown.join(', ')} +${codes.length - shown.length}`;
}

export const REMOVED_MESSAGE = 'Removed: a later run read past this day or these miles without it.';

export function cabinLabel(cabin: string | null): string {
  return cabin === null ? 'cabin not stated' : cabinName(cabin);
}

/** `business, not stated`: cabins that were asked for, '' standing for none. */
export const cabinList = (cabins: readonly string[]): string =>
  cabins.map((cabin) => (cabin === '' ? 'not stated' : cabinName(cabin))).join(', ');

/** Beside figures of records that were asked for in several cabins. */
export const mixedLabel = (cabins: readonly string[]): string => `Cabins mixed: ${cabinList(cabins)}.`;

export const EXHAUSTED_MESSAGE =
  'This cached query is exhausted, which does not show that every airline was searched.';

/** `Heathrow → Haneda`; an airport that is not known by its code. */
export const routeLabel = ({ origin, destination }: Pick<RecordRow, 'origin' | 'destination'>): string =>
  routeNames({ origin: origin || '?', destination: destination || '?' });

/** Both airports with their codes, for whom the short names do not do: `London Heathrow (LHR) to Tokyo Haneda (HND)`. */
export const routeTitle = ({ origin, destination }: Pick<RecordRow, 'origin' | 'destination'>): string =>
  `${origin === '' ? 'not given' : airportTitle(origin)} to ${destination === '' ? 'not given' : airportTitle(destination)}`;

/** `Sun 14 Mar 2027`; a date that is no day of the calendar stands as it came. */
export const dateLabel = (record: Pick<RecordRow, 'date' | 'dateText'>): string =>
  record.date === null ? record.dateText || 'no date' : travelDate(record.date);
