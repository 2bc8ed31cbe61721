/** How award space is put into words. The cabin stated is only ever the one that was asked for (§2.1), never "J". */

import type { Offer, RecordRow } from '#shared/contract/awards.ts';
import { formatNumber, travelDate } from '#shared/formats.ts';

/** `84,500`; miles that are not known, or cannot be read, are said to be so. */
export function milesLabel(miles: number | null, milesText?: string): string {
  if (miles !== null) return formatNumber(miles);
  return milesText !== undefined && milesText !== '' && milesText !== '0' ? `"${milesText}"` : 'not given';
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
      return 'no award space in what is kept';
    case 'no_record':
      return 'no record came';
    case 'departed':
      return 'departed';
  }
}

/** A count of 0 or none with award space is known to mean that the count is not given, not that nothing is left. */
/** @param asItCame the number where it is no count of seats, such as 2.5 */
export function seatsLabel(seats: number | null, available: boolean, asItCame?: string): string {
  if (asItCame !== undefined) return asItCame;
  if (seats !== null) return formatNumber(seats);
  return available ? 'count not given' : 'none told';
}

export const REMOVED_MESSAGE =
  'Gone: the same search was asked again since, read past this day or these miles, and did not have it any more.';

export function cabinLabel(cabin: string | null): string {
  return cabin === null ? 'cabin not stated' : `${cabin} cabin`;
}

/** `business, not stated`: cabins that were asked for, '' standing for none. */
export const cabinList = (cabins: readonly string[]): string =>
  cabins.map((cabin) => (cabin === '' ? 'not stated' : cabin)).join(', ');

/** Beside figures of records that were asked for in several cabins. */
export const mixedLabel = (cabins: readonly string[]): string =>
  `The cabins asked for are mixed here: ${cabinList(cabins)}.`;

export const EXHAUSTED_MESSAGE =
  'This cached query is exhausted, which does not show that every airline was searched.';

export const routeLabel = (record: Pick<RecordRow, 'origin' | 'destination'>): string =>
  `${record.origin || '?'} → ${record.destination || '?'}`;

/** `Sun 14 Mar 2027`; a date that is no day of the calendar stands as it came. */
export const dateLabel = (record: Pick<RecordRow, 'date' | 'dateText'>): string =>
  record.date === null ? record.dateText || 'no date' : travelDate(record.date);
