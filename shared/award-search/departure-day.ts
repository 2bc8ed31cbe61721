import { isCalendarDate } from '../dates.ts';

const YEAR = '(?:19|20|21)\\d{2}';
/** `2027-03-01`, `2027/3/1`, `2027.03.01`, `20270301`: the year first, so that no country writes the rest otherwise. */
const DAY = `(${YEAR})(?:([-/.])(\\d{1,2})\\2(\\d{1,2})|(\\d{2})(\\d{2}))`;
const OFFSET = '[+-]\\d{2}(?::?\\d{2})?';
/** `Z`, `UTC`, `GMT+0100 (Central European Standard Time)`, `+01:00[Europe/Paris]` (RFC 9557). */
const ZONE = `(?:Z|(?:UTC|GMT)(?:${OFFSET})?|${OFFSET})?(?:\\s*[[(][^\\])]{1,60}[\\])])*`;
/** A time of day, with or without a zone, after a `T` or spaces. */
const TIME = `(?:T|\\s+)\\d{1,2}(?::?\\d{2}){0,2}(?:[.,]\\d+)?\\s*(?:[AP]M\\s*)?${ZONE}`;
/** What may stand behind a day and does not change it. */
const AFTER = `(?:${TIME}|Z|[+-]\\d{2}:\\d{2})?`;
const PLAIN = new RegExp(`^\\s*${DAY}${AFTER}\\s*$`, 'i');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = `(?:(${WEEKDAYS.join('|')})[a-z]*\\.?,?\\s+)?`;
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)?';
/** `01 Mar 2027`, `March 1, 2027`, `2027-Mar-01`, with the day of the week or without: a month in words has one place. */
const IN_WORDS = [
  `${ORDINAL}[\\s-]+${MONTH},?[\\s-]+(${YEAR})`,
  `${MONTH}[\\s-]+${ORDINAL},?[\\s-]+(${YEAR})`,
  `(${YEAR})[\\s-]+${MONTH}[\\s-]+${ORDINAL}`,
].map((form) => new RegExp(`^\\s*${WEEKDAY}${form}(?:${TIME})?\\s*$`, 'i'));
/** A day by its number in the year (ISO 8601). */
const OF_YEAR = new RegExp(`^\\s*(${YEAR})-(\\d{3})${AFTER}\\s*$`, 'i');
/** A day by its week and its number in it, `2027-W09-1` (ISO 8601). */
const OF_WEEK = new RegExp(`^\\s*(${YEAR})-?W(\\d{2})-?([1-7])${AFTER}\\s*$`, 'i');

/** No date is longer; what is costs nothing. */
const LONGEST = 120;

/**
 * The calendar date that a departure date names, where the day is plain; null where it is not (§2.3 states no format).
 * A time of day is left away and never converted: the day that is written is the day of departure, whatever the zone.
 * Not plain are days that countries write in different orders (`01/03/2027`), a day of the week that the date is not,
 * numbers of seconds, and years before there were flights, such as 0000.
 */
export function departureDay(text: string): string | null {
  if (text.length > LONGEST) return null;
  // As requests write a day (§2.1), in any year but those before there were flights.
  if (isCalendarDate(text) && text >= '19') return text;
  const date = inDigits(text) ?? inWords(text) ?? dayOfYear(text) ?? dayOfWeek(text);
  return date !== null && isCalendarDate(date) ? date : null;
}

const written = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function inDigits(text: string): string | null {
  const found = PLAIN.exec(text);
  if (found === null) return null;
  const [, year, , month, day, closeMonth, closeDay] = found;
  return written(year, month ?? closeMonth, day ?? closeDay);
}

function inWords(text: string): string | null {
  for (const form of IN_WORDS) {
    const found = form.exec(text);
    if (found === null) continue;
    const [, weekday, ...parts] = found;
    const month = parts.find((part) => MONTHS.includes(part.toLowerCase())) ?? '';
    const [year, day] = parts.filter((part) => part !== month).sort((a, b) => b.length - a.length);
    const date = written(year, String(MONTHS.indexOf(month.toLowerCase()) + 1), day);
    const named = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()];
    return weekday === undefined || weekday.toLowerCase() === named ? date : null;
  }
  return null;
}

function dayOfYear(text: string): string | null {
  const [, year, day] = OF_YEAR.exec(text) ?? [];
  if (year === undefined || Number(day) === 0) return null;
  const date = new Date(Date.UTC(Number(year), 0, Number(day))).toISOString().slice(0, 10);
  return date.startsWith(year) ? date : null;
}

function dayOfWeek(text: string): string | null {
  const [, year, week, day] = OF_WEEK.exec(text) ?? [];
  if (year === undefined || Number(week) === 0) return null;
  // The first week of a year is the one that holds its fourth day.
  const fourth = new Date(Date.UTC(Number(year), 0, 4));
  const days = (Number(week) - 1) * 7 + Number(day) - (fourth.getUTCDay() || 7);
  const at = fourth.getTime() + days * 86_400_000;
  // A year has 53 weeks only where its last one holds a Thursday of it.
  const thursday = new Date(at + (4 - Number(day)) * 86_400_000);
  return String(thursday.getUTCFullYear()) === year ? new Date(at).toISOString().slice(0, 10) : null;
}
