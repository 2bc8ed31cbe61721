/**
 * Formats numbers, dates, times and names for the reader, and parses numbers and days that the reader types. All text
 * is English; order and separators follow the reader's own settings (`setFormats`), or their choice in Settings.
 * Nothing else calls `Intl` (test/architecture.test.ts). Formatters are created at first use: the first of a process
 * loads the runtime's language data, and creating one takes far longer than using it.
 */

import type { CsvStyle } from './csv.ts';
import { addDays, type CalendarDate, isCalendarDate, localDay, weekday } from './dates.ts';

/** The reader's choice; `system` follows the language settings of the system or the browser. */
export type FormatChoice = {
  /** Day, month and year: `Mon 1 Mar 2027`, `Mon, Mar 1, 2027` or `Mon 2027-03-01`. */
  dates: 'system' | DateOrder;
  /** The separators of thousands and decimals, by an example of each. */
  numbers: 'system' | keyof typeof LANGUAGE_OF_NUMBERS;
  times: 'system' | '24' | '12';
  /** How tables are written for spreadsheets. */
  csv: 'system' | CsvStyle;
};
type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** A language that writes numbers in this way. */
const LANGUAGE_OF_NUMBERS = {
  '1,234.5': 'en-GB',
  '1.234,5': 'de-DE',
  '1 234,5': 'fr-FR',
  '1’234.5': 'de-CH',
  '12,34,567.5': 'en-IN',
} as const;

export const SYSTEM_FORMATS: FormatChoice = {
  dates: 'system',
  numbers: 'system',
  times: 'system',
  csv: 'system',
};

type Style = {
  dates: DateOrder;
  numbers: string;
  is12: boolean;
  firstDay: number;
  csv: 'system' | CsvStyle;
  /** Whether spreadsheets split at semicolons although decimals have a point. */
  isSemicolon: boolean;
};

/** What files and the main process use unless set otherwise: the same on every machine. */
const NEUTRAL: Style = {
  dates: 'dmy',
  numbers: 'en-GB',
  is12: false,
  firstDay: 1,
  csv: 'system',
  isSemicolon: false,
};
/** The language of names of months and countries, for each order of a date. */
const LANGUAGE_OF_DATES: Record<DateOrder, string> = { dmy: 'en-GB', mdy: 'en-US', ymd: 'en-CA' };
const WORDS = 'en-GB';

let style = NEUTRAL;
let made = new Map<string, unknown>();

/** The value that `make` created for `name` since the formats were last set. */
function remembered<Value>(name: string, make: () => Value): Value {
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as Value;
}

/** Applies the reader's choice, and their language where they chose nothing. @param language a BCP 47 tag */
export function setFormats(choice: FormatChoice, language: string): void {
  const own = styleOf(language);
  style = {
    ...own,
    ...(choice.dates !== 'system' && { dates: choice.dates }),
    ...(choice.numbers !== 'system' && { numbers: LANGUAGE_OF_NUMBERS[choice.numbers] }),
    ...(choice.times !== 'system' && { is12: choice.times === '12' }),
    csv: choice.csv,
  };
  made = new Map();
}

function styleOf(language: string): Style {
  try {
    // Text is in Latin letters and the Gregorian calendar, so its figures are too.
    const locale = new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' });
    const order = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? type[0] : []))
      .join('');
    return {
      dates: order === 'mdy' || order === 'ymd' ? order : 'dmy',
      numbers: String(locale),
      is12: new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ?? false,
      firstDay: firstDayOf(locale),
      csv: 'system',
      isSemicolon: locale.region === 'CH' || locale.region === 'LI',
    };
  } catch (error) {
    if (error instanceof RangeError) return NEUTRAL;
    throw error;
  }
}

/** A method of the runtime or, in older ones, a member. */
function firstDayOf(locale: Intl.Locale): number {
  const weekOf = locale as { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (weekOf.getWeekInfo?.() ?? weekOf.weekInfo)?.firstDay ?? NEUTRAL.firstDay;
}

/** The first day of the reader's week: 0 = Sunday … 6 = Saturday. */
export const firstDayOfWeek = (): number => style.firstDay % 7;

const numbers = () => remembered('numbers', () => new Intl.NumberFormat(style.numbers));
const plurals = () => remembered('plurals', () => new Intl.PluralRules(WORDS));

/** A number with separators: `1,204`. */
export const formatNumber = (value: number): string => numbers().format(value);

/** Miles where space is short: `48k`, `58.5k`, `1.25M`; in full below a thousand. Never rounded up. */
export function shortMiles(miles: number): string {
  if (Math.abs(miles) < 1000) return formatNumber(miles);
  const [unit, sign] = Math.abs(miles) < 1_000_000 ? ([1000, 'k'] as const) : ([1_000_000, 'M'] as const);
  const tenth = unit === 1000 ? 10 : 100;
  return `${formatNumber(Math.trunc((miles / unit) * tenth) / tenth)}${sign}`;
}

/**
 * Digits with a decimal point, as `decimalText` returns them, with the reader's separators: `1,234.50`. Exact at any
 * length.
 */
export function formatDecimal(text: string): string {
  const [whole = '0', fraction] = text.split('.');
  const { decimal } = marks();
  const grouped = numbers().format(BigInt(whole));
  const sign = whole.startsWith('-') && !grouped.startsWith('-') ? '-' : '';
  return `${sign}${grouped}${fraction === undefined ? '' : `${decimal}${fraction}`}`;
}

/** The reader's separators of thousands and of decimals. */
function marks(): { group: string; decimal: string } {
  return remembered('marks', () => {
    const parts = numbers().formatToParts(1_234_567.5);
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return { group: of('group'), decimal: of('decimal') || '.' };
  });
}

/**
 * How the reader's spreadsheet expects a table: as chosen, or as systems with their way of writing numbers have it. A
 * comma cannot both separate cells and mark decimals.
 */
export function csvStyle(choice: FormatChoice['csv'] = style.csv): CsvStyle {
  if (choice !== 'system') return choice;
  if (marks().decimal === ',') return 'semicolon';
  return style.isSemicolon ? 'semicolon, point' : 'comma';
}

const MARK = /[.,]/g;
const GROUPED_BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}$/;
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{2,3})*\.\d{3}$/;
const SPACES = /[\s\u00a0\u202f'’]/g;

/**
 * A plain decimal such as `1234.5` from what a reader types, with a point or a comma: `0,50`, `1.234,5`, `1 234`.
 * Undefined where it is not a number. One separator with three digits after it (`1,234`) means what it means in the
 * reader's own settings.
 */
export function readDecimal(typed: string): string | undefined {
  const text = typed.trim().replace(SPACES, '');
  if (!/^\d+(?:[.,]\d+)*$/.test(text)) return undefined;
  const used = text.match(MARK) ?? [];
  const last = used.at(-1);
  if (last === undefined) return text;
  const behind = text.length - text.lastIndexOf(last) - 1;
  const isGrouped = (last === ',' ? GROUPED_BY_COMMAS : GROUPED_BY_POINTS).test(text);
  // Two kinds of separators: the last one is the decimal separator. One kind more than once: thousands.
  const isDecimal =
    new Set(used).size > 1
      ? used.filter((mark) => mark === last).length === 1
      : used.length === 1 && !(behind === 3 && isGrouped && last === marks().group);
  if (!isDecimal) return new Set(used).size === 1 && isGrouped ? text.replace(MARK, '') : undefined;
  const at = text.lastIndexOf(last);
  return `${text.slice(0, at).replace(MARK, '')}.${text.slice(at + 1)}`;
}

/**
 * A complete sentence by its count, as a message catalogue has one: `#` is replaced by the number, and the plural rule
 * chooses the form.
 */
export const byCount = (count: number, forms: { one: string; other: string }): string =>
  (plurals().select(count) === 'one' ? forms.one : forms.other).replace('#', formatNumber(count));

/** `Paris and London`, `Paris, London and Rome`; with "or" where one of them is meant. */
export const listLabel = (parts: readonly string[], meant: 'all' | 'one' = 'all'): string =>
  remembered(
    `list of ${meant}`,
    () => new Intl.ListFormat(WORDS, { type: meant === 'all' ? 'conjunction' : 'disjunction' }),
  ).format(parts);

/** A count with its noun, by the plural rule: `1 record`, `1,204 records`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${plurals().select(count) === 'one' ? one : many}`;

const hours = () => (style.is12 ? { hour12: true } : { hourCycle: 'h23' as const });

/** A time in full, in the user’s own zone, with the zone named. @param at UTC ms */
export const absoluteTime = (at: number): string =>
  remembered(
    'moment',
    () =>
      new Intl.DateTimeFormat(LANGUAGE_OF_DATES[style.dates], {
        dateStyle: 'full',
        timeStyle: 'long',
        ...hours(),
      }),
  ).format(at);

/** A time in short, likewise: `20 Nov 2026, 17:46`. @param at UTC ms */
export const shortTime = (at: number): string => `${plainDate(localDay(at))}, ${clockTime(at)}`;

/** The time of day by the user’s own clock: `14:05`, `14:05:09`, `2:05 PM`. @param at UTC ms */
export const clockTime = (at: number, withSeconds = false): string =>
  remembered(
    `clock ${withSeconds}`,
    () =>
      new Intl.DateTimeFormat(LANGUAGE_OF_DATES[style.dates], {
        timeStyle: withSeconds ? 'medium' : 'short',
        ...hours(),
      }),
  ).format(at);

/** A month in words: `November 2026`. @param text `2026-11` */
export function monthLabel(text: string): string {
  const [year = 1970, number = 1] = text.split('-').map(Number);
  const months = remembered(
    'months',
    () => new Intl.DateTimeFormat(WORDS, { month: 'long', year: 'numeric' }),
  );
  return months.format(new Date(year, number - 1, 1));
}

/** From Sunday on, as `weekday` counts. */
export const WEEKDAY_NAMES: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date of travel: `Mon 1 Mar 2027`. Formatted by hand, because a long list writes thousands while it scrolls. */
export const travelDate = (date: CalendarDate): string =>
  style.dates === 'mdy'
    ? `${WEEKDAY_NAMES[weekday(date)]}, ${shortDay(date)}, ${date.slice(0, 4)}`
    : `${WEEKDAY_NAMES[weekday(date)]} ${plainDate(date)}`;

/** A date without the day of the week: `1 Mar 2027`. */
export const plainDate = (date: CalendarDate): string =>
  style.dates === 'ymd'
    ? date
    : style.dates === 'mdy'
      ? `${shortDay(date)}, ${date.slice(0, 4)}`
      : `${shortDay(date)} ${date.slice(0, 4)}`;

/** A date without its year: `1 Mar`. */
export function shortDay(date: CalendarDate): string {
  const [day, month] = [Number(date.slice(8)), MONTHS[Number(date.slice(5, 7)) - 1]];
  return style.dates === 'dmy' ? `${day} ${month}` : `${month} ${day}`;
}

/** Days from one to another: `1 to 31 Mar 2027`, `28 Feb to 3 Mar 2027`, `30 Dec 2026 to 2 Jan 2027`. */
export function dateSpan(from: CalendarDate, until: CalendarDate): string {
  if (from === until) return plainDate(from);
  if (style.dates === 'ymd' || from.slice(0, 4) !== until.slice(0, 4))
    return `${plainDate(from)} to ${plainDate(until)}`;
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7);
  if (style.dates === 'dmy')
    return `${isOneMonth ? Number(from.slice(8)) : shortDay(from)} to ${plainDate(until)}`;
  return `${shortDay(from)} to ${isOneMonth ? Number(until.slice(8)) : shortDay(until)}, ${until.slice(0, 4)}`;
}

/** Whether the reader writes days in another order than the main process. */
export const areDaysRewritten = (): boolean => style.dates !== NEUTRAL.dates;

/**
 * The day that a reader means by what they type: `2027-03-01`, `1 Mar 2027`, `March 1`, `1.3.27` (the day first, as
 * wherever points are used), `3/1/2027` where they write months first, `tomorrow`. Without a year it is the next such
 * day from `today` on. Undefined where it is not a day.
 */
export function readDate(typed: string, today: CalendarDate): CalendarDate | undefined {
  const text = typed.trim().toLowerCase();
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  const parts = text
    // A weekday before a date adds nothing to it.
    .replace(/^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\b[.,]?\s*/, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .split(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)|[\s,./-]+/)
    .filter((part) => part !== '' && part !== 'of');
  const [first = '', second = '', third] = parts;
  if (parts.length < 2 || parts.length > 3) return undefined;
  if (/^\d{4}$/.test(first))
    return third === undefined ? undefined : readDayParts(first, second, third, today);
  const isWord = (part: string) => /^[a-z]/.test(part);
  const monthFirst = isWord(first) || (!isWord(second) && style.dates === 'mdy' && !/\d\.\s*\d/.test(text));
  return monthFirst ? readDayParts(third, first, second, today) : readDayParts(third, second, first, today);
}

/** A day from its parts as typed; the next one from `today` on if no year is given. Undefined if it is no day. */
export function readDayParts(
  year: string | undefined,
  month: string,
  day: string,
  today: CalendarDate,
): CalendarDate | undefined {
  const number = monthNumber(month);
  if (number === undefined || !/^\d{1,2}$/.test(day)) return undefined;
  const rest = `${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const real = (text: string) => (isCalendarDate(text) ? text : undefined);
  if (year === undefined) {
    const thisYear = Number(today.slice(0, 4));
    // A leap day may be years away.
    const years = Array.from({ length: 9 }, (_, more) => `${thisYear + more}-${rest}`);
    return years.find((date) => date >= today && isCalendarDate(date));
  }
  if (/^\d{2}$/.test(year)) return real(`20${year}-${rest}`);
  return /^\d{4}$/.test(year) ? real(`${year}-${rest}`) : undefined;
}

function monthNumber(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (text.length < 3) return undefined;
  const place = MONTH_NAMES.findIndex((name) => name.startsWith(text));
  return place < 0 ? (text === 'sept' ? 9 : undefined) : place + 1;
}

/** In English and lower case. */
export const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Calendars whose years are typed by habit, and their names; none whose years are recent ones of the common calendar. */
const OTHER_CALENDARS = {
  buddhist: 'Buddhist',
  persian: 'Persian',
  'islamic-umalqura': 'Islamic',
  hebrew: 'Hebrew',
  coptic: 'Coptic',
  indian: 'Indian national',
  roc: 'Taiwanese',
} as const;

/** The name of the calendar that has such a year within the two years from `today` on; null where none does. */
export function calendarOfYear(year: number, today: CalendarDate): string | null {
  const days = [today, addDays(today, 365), addDays(today, 730)];
  for (const [calendar, name] of Object.entries(OTHER_CALENDARS)) {
    const years = remembered(
      `years of ${calendar}`,
      () => new Intl.DateTimeFormat('en', { calendar, year: 'numeric', timeZone: 'UTC' }),
    );
    const yearOn = (day: CalendarDate) =>
      years.formatToParts(new Date(`${day}T00:00:00Z`)).find(({ type }) => /year/iu.test(type))?.value;
    if (days.some((day) => Number(yearOn(day)) === year)) return name;
  }
  return null;
}

/** The English name of a country by its ISO 3166-1 code; anything else unchanged. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (remembered('countries', () => new Intl.DisplayNames([WORDS], { type: 'region' })).of(code) ?? code)
    : code;

const OTHER_LANGUAGES =
  'ar bg bn ca cs da de el es et fa fi fr he hi hr hu hy id it ja ka ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta th tr uk ur vi zh zh-Hant';

/** A country's names in other languages than English. */
export const foreignCountryNames = (code: string): string[] =>
  remembered('foreign countries', () =>
    OTHER_LANGUAGES.split(' ').map((language) => new Intl.DisplayNames([language], { type: 'region' })),
  ).flatMap((names) => names.of(code) ?? []);

/** The order of names, ignoring case. */
export const compareNames = (one: string, other: string): number =>
  remembered('names', () => new Intl.Collator(WORDS, { sensitivity: 'accent' })).compare(one, other);

/** Bytes in decimal units, as networks and disks count: `812 B`, `64.2 kB`, `3.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, sign] = bytes < 1_000_000 ? ([1000, 'kB'] as const) : ([1_000_000, 'MB'] as const);
  return `${formatDecimal((bytes / unit).toFixed(1))} ${sign}`;
}

/** The most characters of a text that is quoted in a sentence. */
const MAX_LETTERS = 40;

/** A text shortened to be quoted in a sentence; no character is cut in two. */
export function shortened(text: string): string {
  const letters = [...text];
  return letters.length > MAX_LETTERS
    ? `${letters
        .slice(0, MAX_LETTERS - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

/** Words without a line break between them: a date, an amount or a name within a sentence. */
export const onOneLine = (words: string): string => words.replaceAll(' ', '\u00A0');

const WAIT_UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
];
const YEAR_MS = 366 * 86_400_000;

/** A wait in its largest unit of at least two, rounded up: never shown too short. Milliseconds in. */
export function waitLabel(ms: number): string {
  if (ms > YEAR_MS) return 'more than a year';
  const [unit, length] = WAIT_UNITS.find(([, one]) => ms >= 2 * one) ?? ['s', 1_000];
  return `${formatNumber(Math.ceil(Math.max(0, ms) / length))} ${unit}`;
}
