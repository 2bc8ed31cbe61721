/** How award space is put into words. The cabin stated is only ever the one that was asked for (§2.1), never "J". */

import type { Offer } from '#shared/contract/awards.ts';

const NUMBERS = new Intl.NumberFormat('en-US');

export const formatNumber = (value: number): string => NUMBERS.format(value);

/** `84,500`; miles that are not told, or cannot be read, are said to be so. */
export function milesWords(miles: number | null, milesText?: string): string {
  if (miles !== null) return formatNumber(miles);
  return milesText !== undefined && milesText !== '' && milesText !== '0' ? `"${milesText}"` : 'not given';
}

/** The cheapest miles of a saved search that can still be flown, or why there are none to tell. */
export function offerWords(
  { offer, cheapest }: { offer: Offer; cheapest: number | null },
  told = (miles: string) => miles,
): string {
  if (cheapest !== null) return told(formatNumber(cheapest));
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

/** `84.5k` for small cells, to a tenth of a thousand; `1.25M` where a hundredth of a million says it exactly. */
export function shortMiles(miles: number): string {
  if (miles < 1000) return String(miles);
  if (miles >= 1e6 && miles % 10_000 === 0) return `${formatNumber(miles / 1e6)}M`;
  return `${Math.round(miles / 100) / 10}k`;
}

/** A count of 0 or none with award space is known to mean that the count is not given, not that nothing is left. */
export function seatsWords(seats: number | null, available: boolean): string {
  if (seats !== null) return formatNumber(seats);
  return available ? 'count not given' : 'none told';
}

export const GONE_WORDS =
  'Gone: the same search was asked again since, read past this day or these miles, and did not have it any more.';

export function cabinWords(cabin: string | null): string {
  return cabin === null ? 'cabin not stated' : `${cabin} cabin`;
}

/** `business, not stated`: cabins that were asked for, '' standing for none. */
export const cabinList = (cabins: readonly string[]): string =>
  cabins.map((cabin) => (cabin === '' ? 'not stated' : cabin)).join(', ');

/** Beside figures of records that were asked for in several cabins. */
export const mixedWords = (cabins: readonly string[]): string =>
  `The cabins asked for are mixed here: ${cabinList(cabins)}.`;

export const EXHAUSTED_WORDS =
  'This cached query is exhausted, which does not show that every airline was searched.';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export const WEEKDAY_NAMES: readonly string[] = WEEKDAYS;

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
