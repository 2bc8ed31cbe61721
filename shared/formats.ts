/**
 * How numbers, dates and names are written for the user, in the English of every word of Milepost. Nothing else calls
 * `Intl` (test/architecture.test.ts). Formatters are made at their first use: the first of a process reads the
 * runtime's data of languages, and making one takes far longer than using it.
 */

import { type CalendarDate, weekday } from './dates.ts';

/** The language of every word of Milepost. Dates in the browser's own would stand in another one amid them. */
const LOCALE = 'en-GB';

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

const numbers = once(() => new Intl.NumberFormat(LOCALE));
const month = once(() => new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' }));
const moment = once(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' }));
const shortMoment = once(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' }));
const countries = once(() => new Intl.DisplayNames([LOCALE], { type: 'region' }));
const names = once(() => new Intl.Collator(LOCALE, { sensitivity: 'accent' }));

/** A number in groups: `1,204`. */
export const formatNumber = (value: number): string => numbers().format(value);

/** A count with its noun: `1 record`, `1,204 records`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** The moment in full, in the user’s own zone, with the zone named. @param at UTC ms */
export const absoluteTime = (at: number): string => moment().format(at);

/** The moment in short, likewise: `20 Nov 2026, 17:46`. @param at UTC ms */
export const shortTime = (at: number): string => shortMoment().format(at);

/** A month in words: `November 2026`. @param text `2026-11` */
export function monthLabel(text: string): string {
  const [year = 1970, number = 1] = text.split('-').map(Number);
  return month().format(new Date(year, number - 1, 1));
}

/** From Sunday on, as `weekday` counts. */
export const WEEKDAY_NAMES: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date of travel: `Mon 1 Mar 2027`. Put together by hand, because a long list writes thousands while it scrolls. */
export const travelDate = (date: CalendarDate): string =>
  `${WEEKDAY_NAMES[weekday(date)]} ${plainDate(date)}`;

/** A date without the day of the week: `1 Mar 2027`. */
export const plainDate = (date: CalendarDate): string =>
  `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;

/** A date without its year: `1 Mar`. */
export const shortDay = (date: CalendarDate): string =>
  `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]}`;

/**
 * Days of travel from one to another, what both have in common said once: `1 to 31 Mar 2027`, `1 Mar to 15 Apr 2027`,
 * `28 Dec 2026 to 3 Jan 2027`; one day by itself: `1 Mar 2027`.
 */
export function dateSpan(from: CalendarDate, until: CalendarDate): string {
  const last = plainDate(until);
  if (from === until) return last;
  const parts = plainDate(from).split(' ');
  const shared = from.slice(0, 7) === until.slice(0, 7) ? 2 : from.slice(0, 4) === until.slice(0, 4) ? 1 : 0;
  return `${parts.slice(0, 3 - shared).join(' ')} to ${last}`;
}

/** The English name of a country by its ISO 3166-1 code; what is no such code stands as it came. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code;

/** The order of names, by which case makes no difference. */
export const compareNames = (one: string, other: string): number => names().compare(one, other);

/** Bytes in decimal units, as networks and disks count: `812 B`, `64.2 kB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
