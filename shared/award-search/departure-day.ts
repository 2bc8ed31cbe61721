import { isCalendarDate } from '../dates.ts';

const YEAR = '(?:19|20|21)\\d{2}';
/** `2027-03-01`, `2027/3/1`, `2027.03.01`, `20270301`: the year first, so that no country writes the rest otherwise. */
const DAY = `(${YEAR})(?:([-/.])(\\d{1,2})\\2(\\d{1,2})|(\\d{2})(\\d{2}))`;
/** A time of day, with or without a zone, after a `T` or spaces. */
const TIME = '(?:T|\\s+)\\d{1,2}(?::?\\d{2}){0,2}(?:[.,]\\d+)?\\s*(?:Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?';
const PLAIN = new RegExp(`^\\s*${DAY}(?:${TIME})?\\s*$`, 'i');

/**
 * The calendar date that a departure date names, where the day is plain; null where it is not (§2.3 states no format).
 * A time of day is left away and never converted: the day that is written is the day of departure, whatever the zone.
 * Not plain are days that countries write in different orders (`01/03/2027`), words and numbers of seconds.
 */
export function departureDay(text: string): string | null {
  if (isCalendarDate(text)) return text;
  const found = PLAIN.exec(text);
  if (found === null) return null;
  const [, year, , month, day, closeMonth, closeDay] = found;
  const date = `${year}-${(month ?? closeMonth ?? '').padStart(2, '0')}-${(day ?? closeDay ?? '').padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
