import { isCalendarDate, weekday } from '../dates.ts';

const YEAR = '(?:19|20|21)\\d{2}';
/**
 * `2027-03-01`, `2027/3/1`, `2027. 03. 01.`, `20270301`: with the year first, every country writes the rest in the same
 * order.
 */
const DAY = `(${YEAR})(?:([-/._ ]|\\. )(\\d{1,2})\\2(\\d{1,2})\\.?|(\\d{2})(\\d{2}))`;
const OFFSET = '[+-]\\d{2}(?::?\\d{2})?';
const ZONE_NAME =
  '(?:[ECMP][SD]T|[BIJKM]ST|AK[SD]T|H[SD]T|CES?T|WES?T|EES?T|MSK|SGT|HKT|GST|A[CEW][SD]T|NZ[SD]T|[a-z]{2,20}/[a-z_/-]{2,40})';
/** `Z`, `UTC`, `GMT+0100 (Central European Standard Time)`, `+01:00[Europe/Paris]` (RFC 9557), `CET`. */
const ZONE = `(?:Z|(?:UTC|GMT)(?:${OFFSET})?|${OFFSET}|${ZONE_NAME})?(?:\\s*[[(][^\\])]{1,60}[\\])])*`;
/** `24:00` is not accepted: it ends the written day and begins the next. */
const CLOCK = '(?:[01]?\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60))?)?(?:[.,]\\d+)?';
/** A time of day, with or without a zone, after a `T` or spaces. */
const TIME = `(?:T|\\s+)${CLOCK}\\s*(?:[AP]M\\s*)?${ZONE}`;
/** What may follow a day without changing it. */
const AFTER = `(?:${TIME}|Z|[+-]\\d{2}:\\d{2})?`;
const PLAIN = new RegExp(`^${DAY}${AFTER}$`, 'i');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Spelled out exactly: in other languages, other months begin with these letters. */
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)?';
/**
 * `01 Mar 2027`, `01MAR2027`, `March 1, 2027`, `2027-Mar-01`, `Mar 1 10:00:00 2027`: a month in words is unambiguous.
 */
const IN_WORDS = [
  `${ORDINAL}[\\s-]*(?:of\\s+)?${MONTH},?[\\s-]*(${YEAR})(?:${TIME})?`,
  `${MONTH}[\\s-]+${ORDINAL},?[\\s-]+(${YEAR})(?:${TIME})?`,
  `(${YEAR})[\\s-]*${MONTH}[\\s-]*${ORDINAL}(?:${TIME})?`,
  `${MONTH}\\s+${ORDINAL}${TIME}\\s+(${YEAR})`,
].map((form) => new RegExp(`^${form}$`, 'i'));
/** A day by its number in the year (ISO 8601). */
const OF_YEAR = new RegExp(`^(${YEAR})-(\\d{3})${AFTER}$`, 'i');
/** A day by its week and its number in the week, `2027-W09-1` (ISO 8601). */
const OF_WEEK = new RegExp(`^(${YEAR})-?W(\\d{2})-?([1-7])${AFTER}$`, 'i');

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)';
/** A weekday's name before or after a date. */
const NAMED_DAY = new RegExp(`^${WEEKDAY}\\.?,?\\s+|,?\\s+\\(?${WEEKDAY}\\.?\\)?$`, 'i');

/** No date is longer; longer texts are rejected without being parsed. */
const LONGEST = 120;

/**
 * The calendar date that a departure date names, where it is unambiguous, otherwise null (§2.3 states no format). A
 * time of day is dropped and never converted: the written day is the day of departure, whatever the zone. Ambiguous or
 * invalid are days that countries write in different orders (`01/03/2027`), a weekday that does not match the date,
 * numbers of seconds, and years before there were flights, such as 0000.
 */
export function departureDay(text: string): string | null {
  if (text.length > LONGEST) return null;
  // As requests write a day (§2.1), in any year except those before there were flights.
  if (isCalendarDate(text) && text >= '19') return text;
  const plain = inPlainSigns(text);
  const [named, before, behind] = NAMED_DAY.exec(plain) ?? [];
  const rest = named === undefined ? plain : plain.replace(named, '');
  const date = inDigits(rest) ?? inWords(rest) ?? dayOfYear(rest) ?? dayOfWeek(rest);
  if (date === null || !isCalendarDate(date)) return null;
  const name = (before ?? behind)?.slice(0, 3).toLowerCase();
  return name === undefined || name === WEEKDAYS[weekday(date)] ? date : null;
}

/** Full-width digits, other hyphens, invisible characters, and `2027年3月1日`, normalised to the forms above. */
const inPlainSigns = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^(\d+)年(\d+)月(\d+)日/, '$1-$2-$3')
    .trim();

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
    const parts = form.exec(text)?.slice(1);
    if (parts === undefined) continue;
    const month = parts.find((part) => /^[a-z]/i.test(part)) ?? '';
    const [year, day] = parts.filter((part) => part !== month).sort((a, b) => b.length - a.length);
    return written(year, String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1), day);
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
  // The first week of a year contains its fourth day.
  const fourth = new Date(Date.UTC(Number(year), 0, 4));
  const days = (Number(week) - 1) * 7 + Number(day) - (fourth.getUTCDay() || 7);
  const at = fourth.getTime() + days * 86_400_000;
  // A year has 53 weeks only where its last week contains a Thursday of it.
  const thursday = new Date(at + (4 - Number(day)) * 86_400_000);
  return String(thursday.getUTCFullYear()) === year ? new Date(at).toISOString().slice(0, 10) : null;
}
