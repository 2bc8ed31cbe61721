/** Reads values of trip details, only if their meaning is unambiguous. */

import { departureDay } from '#shared/award-search/departure-day.ts';
import type { Taxes } from '#shared/contract/itinerary.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { isCurrency } from '#shared/formats.ts';
import { type Amount, amountSchema, formatAmount, parseAmount } from '#shared/money.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { integer, membersOf } from '../../marketplace/answers/reading.ts';
import { hasWords, line, type NamedMember, namedMembers, readMember } from './read-members.ts';

/** Longer texts are no durations. */
const LONGEST_TEXT = 40;
/** The longest plausible itinerary, in minutes. */
const LONGEST = 6_000;
/** A bare number in this range must be minutes: as hours it would exceed two days, as seconds be under half an hour. */
const SURELY_MINUTES = { least: 49, most: 1_799 };

const UNITS: Readonly<Record<string, number>> = {
  minutes: 1,
  minute: 1,
  mins: 1,
  min: 1,
  hours: 60,
  hour: 60,
  hrs: 60,
  hr: 60,
  h: 60,
  seconds: 1 / 60,
  second: 1 / 60,
  secs: 1 / 60,
  sec: 1 / 60,
  s: 1 / 60,
  milliseconds: 1 / 60_000,
  ms: 1 / 60_000,
};

const wholeMinutes = (minutes: number): number | null =>
  Number.isFinite(minutes) && minutes > 0 && minutes <= LONGEST ? Math.round(minutes) : null;

/** A duration in minutes: `PT11H25M`, `11h 25m`, `11h25`, `11:25`, or a number whose name or size tells the unit. */
export function minutesOf(value: unknown, words: readonly string[]): number | null {
  if (typeof value === 'number') {
    const unit = words.map((word) => ownEntry(UNITS, word)).find((factor) => factor !== undefined);
    if (unit !== undefined) return wholeMinutes(value * unit);
    return value >= SURELY_MINUTES.least && value <= SURELY_MINUTES.most ? wholeMinutes(value) : null;
  }
  if (membersOf(value) !== null) {
    const counted = namedMembers(value).flatMap(({ words: [unit = '', ...more], value: count }) => {
      const factor = more.length === 0 ? ownEntry(UNITS, unit) : undefined;
      return factor === undefined || typeof count !== 'number' || count < 0 ? [] : count * factor;
    });
    return wholeMinutes(counted.reduce((sum, part) => sum + part, 0));
  }
  if (typeof value !== 'string') return null;
  const text = value.slice(0, LONGEST_TEXT).trim();
  if (/^\d{1,5}$/.test(text)) return minutesOf(Number(text), words);
  const parts =
    /^P(?:(\d{1,2})D)?T?(?:(\d{1,3}(?:\.\d{1,4})?)H)?(?:(\d{1,4}(?:\.\d{1,4})?)M)?(?:(\d{1,6}(?:\.\d{1,6})?)S)?$/.exec(
      text,
    ) ??
    /^(?:(\d{1,2}) ?d(?:ays?)?,? ?)?(?:(\d{1,3}) ?h(?:(?:ou)?rs?)?,? ?)?(?:(\d{1,4}) ?m(?:in(?:ute)?s?)?)?$/i.exec(
      text,
    ) ??
    /^()(\d{1,2})(?:h|:)([0-5]\d)(?::\d\d)?$/i.exec(text);
  if (parts === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part || 0));
  return wholeMinutes(days * 1_440 + hours * 60 + minutes + seconds / 60);
}

/** `18:00`, `6:00 PM`, `1800`, with a zone, whose meaning is not documented, and with `+1` for the day after departure. */
const CLOCK =
  /^(\d{1,2})(?:(:?)([0-5]\d)(?::?[0-5]\d(?:\.\d{1,9})?)?)?(?: ?([ap])\.?m\.?)?(?:Z| ?[+-]\d\d(?::?\d\d)?)?(?:\[[\w/+-]{1,40}\])?(?: ?\(?(\+[0-3]|-1)(?: ?d(?:ays?)?)?\)?)?$/i;

/** A time of day; `later` is its day, counted from that of the departure, where the text states it. */
export type Clock = { text: string; later: number | null };

/** A time of day as written. @param isPlain whether digits alone can only be a time: `1800` */
export function clockOf(value: unknown, isPlain: boolean): Clock | null {
  const [, hour = '', colon, minute, half, later] =
    CLOCK.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  if (half === undefined ? hour.length < 2 || minute === undefined : +hour < 1 || +hour > 12) return null;
  if (colon === '' && half === undefined && !isPlain) return null;
  const hours = half === undefined ? +hour : (+hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours > 23
    ? null
    : {
        text: `${String(hours).padStart(2, '0')}:${minute ?? '00'}`,
        later: later === undefined ? null : +later,
      };
}

/** A day, with or without a time, if it can be only one. */
export const writtenDay = (value: unknown): CalendarDate | null =>
  typeof value === 'string' ? departureDay(value.trim()) : null;

/** Date and time to the minute as written: `2027-03-01T18:00:00Z`, `1 Mar 2027, 6:00 PM`. */
export function writtenTime(value: unknown): string | null {
  const [, date, sign, rest] =
    /^(.{8,40}?)(T|,? +)(\d\d?:.{2,60}|\d\d? ?[ap]\.?m\.?|(?<=T)\d{4}.{0,60})$/i.exec(
      typeof value === 'string' ? value.trim() : '',
    ) ?? [];
  const [day, clock] = [writtenDay(date), clockOf(rest, sign?.toUpperCase() === 'T')];
  return day === null || clock === null || clock.later !== null ? null : `${day}T${clock.text}`;
}

const CURRENCY = /^[A-Z]{3}$/i;
/** A currency code, plain or in an object. */
const currencyOf = (value: unknown): string | null =>
  membersOf(value) !== null
    ? readMember(namedMembers(value), hasWords(['code']), (code) =>
        membersOf(code) === null ? currencyOf(code) : null,
      )
    : typeof value === 'string' && CURRENCY.test(value.trim())
      ? value.trim().toUpperCase()
      : null;

/** Signs of a single currency; a plain dollar or yen sign is ambiguous. */
const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', US$: 'USD', CA$: 'CAD', A$: 'AUD' };
const SIGN = '[A-Z]{3}|[A-Z]{0,2}\\p{Sc}';
/** Taxes as text: sign or currency, digits with separators, sign or currency. */
const WRITTEN_TAXES = new RegExp(`^(?:(${SIGN}) ?)?(\\d(?:[\\d.,’']| (?=\\d)){0,14})(?: ?(${SIGN}))?$`, 'iu');

/** The decimal of a number with unambiguous separators: `1,186.40`, `1 186,40` and `186,40`, but not `12,300`. */
function decimalOf(text: string): string | null {
  const digits = /^\d{1,3}(?:([ ’'])\d{3})(?:\1\d{3})*[.,]\d{1,2}$/.test(text)
    ? text.replaceAll(/[ ’']/g, '')
    : text;
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(digits)) return digits;
  if (/^\d{1,3}(?:,\d{3})*\.\d{1,2}$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d{1,9},\d{1,2}$/.test(digits) || /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.');
  return null;
}

const asTaxes = (read: Amount): Taxes => ({ amount: read, text: formatAmount(read) });

/** Taxes from an integer in the smallest unit, if the answer states the exponent. */
function countedTaxes(value: unknown, currency: string | null, exponent: number | null): Taxes | null {
  const digits = typeof value === 'number' ? String(value) : value;
  return currency === null || exponent === null || typeof digits !== 'string' || !/^\d{1,12}$/.test(digits)
    ? null
    : asTaxes({ currency, units: String(BigInt(digits)), exponent });
}

const exponentOf = (value: unknown): number | null => {
  const exponent = Math.abs(integer(value) ?? Number.NaN);
  return exponent <= 4 ? exponent : null;
};

/**
 * Reads taxes. A number with decimals is in units of the currency. An integer may count units or hundredths, which only
 * its name or exponent tells, so it is not read otherwise.
 */
export function taxesOf(
  value: unknown,
  currency: string | null,
  words: readonly string[] = [],
): Taxes | null {
  const exact = amountSchema.safeParse(value).data ?? null;
  if (exact !== null) return exact.units.startsWith('-') ? null : asTaxes(exact);
  if (membersOf(value) !== null) {
    const members = namedMembers(value);
    const own = readMember(members, hasWords(['currency']), currencyOf) ?? currency;
    const exponent = readMember(members, hasWords(['exponent', 'decimals', 'decimal']), exponentOf);
    return readMember(
      members,
      hasWords(['amount', 'value', 'total', 'taxes', 'tax', 'fees', 'units'], ['currency']),
      (part, partWords) =>
        membersOf(part) === null
          ? (countedTaxes(part, own, exponent) ?? taxesOf(part, own, partWords))
          : null,
    );
  }
  if (words.includes('cents')) return countedTaxes(value, currency, 2);
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : line(value);
  const [, before, digits = '', after] = WRITTEN_TAXES.exec(text ?? '') ?? [];
  const sign = before ?? after;
  const code = currencyOf(sign);
  // A lower-case code may be any word.
  if (code !== null && code !== sign && !isCurrency(code)) return null;
  const signed = code ?? (sign === undefined ? null : (ownEntry(SIGNS, sign) ?? null));
  if (text === null || digits === '' || (before !== undefined && after !== undefined)) return null;
  // A sign that contradicts the stated currency makes the value unreadable.
  if (signed !== null && currency !== null && signed !== currency && code === null) return null;
  const known = signed ?? currency;
  if (known === null) return sign === undefined ? null : { amount: null, text: `${text} as sent` };
  const decimal = decimalOf(digits);
  const [whole = '', fraction] = decimal?.split('.') ?? [];
  if (decimal === null || (fraction === undefined && Number(whole) !== 0))
    return { amount: null, text: `${known} ${digits} as sent` };
  const read = parseAmount(decimal, known, Math.max(2, fraction?.length ?? 0));
  return read === undefined ? null : asTaxes(read);
}

/** The currency in a member beside an amount. */
export const currencyBeside = (members: readonly NamedMember[]): string | null =>
  readMember(members, hasWords(['currency'], ['symbol']), currencyOf);
