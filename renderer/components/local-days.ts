/** Days and months of the person's own calendar as UTC milliseconds, for filters over purchases. */

/** Start of the day that lies `before` days before the one of `now`. */
export function startOfDay(now: number, before = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - before).getTime();
}

/** Start of the month that lies `before` months before the one of `now`. */
export function monthStart(now: number, before = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth() - before, 1).getTime();
}

export const startOfToday = (): number => startOfDay(Date.now());
export const startOfMonth = (): number => monthStart(Date.now());

/** The start of a day typed as `YYYY-MM-DD`; undefined where it is not a day of the calendar. */
export function dayStart(text: string, after = 0): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(year, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return undefined;
  return new Date(year, month - 1, day + after).getTime();
}

/** The month of an instant: `YYYY-MM`. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** The language of every word of Milepost. Dates in the browser's own would stand in another one amid them. */
export const WORDS_LOCALE = 'en-GB';

/** Made once: making one takes far longer than using it. */
const ofMonth = new Intl.DateTimeFormat(WORDS_LOCALE, { month: 'long', year: 'numeric' });

/** A month in words: `November 2026`. */
export function monthWords(month: string): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return ofMonth.format(new Date(year, number - 1, 1));
}

/** The day of an instant by the person's own calendar: `YYYY-MM-DD`. */
export const dayOf = (at: number): string =>
  `${monthOf(at)}-${String(new Date(at).getDate()).padStart(2, '0')}`;

/** The time of an instant by the person's own clock: `14:05`, or `14:05:09`. */
export function timeOf(at: number, withSeconds = false): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), ...(withSeconds ? [date.getSeconds()] : [])]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
