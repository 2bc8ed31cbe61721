import { instant } from '../answers/reading.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const MONTH = `(?<month>${MONTHS.join('|')})`;
/** All mean UTC. RFC 5322, the origin of this form, allows these variants. */
const ZONE = '(?:GMT|UTC|UT|[+-]0000)';
const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY_NAME = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

/**
 * RFC 9110 §5.6.7: `IMF-fixdate`, also in the older spellings of RFC 822 and 1123; RFC 850 and asctime, which
 * recipients must accept. Case-insensitive, since proxies may change case.
 */
const FORMS = [
  new RegExp(`^(?:${DAY_NAME}, )?(?<day>\\d?\\d)[ -]${MONTH}[ -](?<year>\\d{4}) ${TIME} ${ZONE}$`, 'i'),
  new RegExp(`^${LONG_DAY_NAME}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} ${ZONE}$`, 'i'),
  new RegExp(`^${DAY_NAME} ${MONTH} (?<day>\\d\\d| \\d) ${TIME} (?:${ZONE} )?(?<year>\\d{4})$`, 'i'),
];

/**
 * An HTTP date (RFC 9110 §5.6.7) in UTC milliseconds; null for anything else. All three forms are in UTC. A two-digit
 * year more than 50 years after `now` (UTC ms) is in the past century.
 */
export function httpDate(value: string, now: number): number | null {
  for (const form of FORMS) {
    const parts = form.exec(value)?.groups;
    if (parts !== undefined) return instantOf(parts, now);
  }
  return null;
}

/** The comma-separated parts of a header without parameters and quotes, not split at the comma after a weekday. */
export const datesIn = (header: string): string[] =>
  header.split(/(?<!\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|[A-Z][a-z]+day)),/i).map((one) =>
    (one.split(';')[0] ?? '')
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

/** An HTTP date, or a day or time in ISO 8601, in UTC milliseconds. */
export const writtenDate = (written: string, now: number): number | null =>
  httpDate(written, now) ??
  (/^\d{4}-\d\d-\d\d/.test(written)
    ? instant(written.length === DAY_LENGTH ? `${written}T00:00:00Z` : written)
    : null);
const DAY_LENGTH = 'YYYY-MM-DD'.length;

function instantOf(parts: Record<string, string | undefined>, now: number): number | null {
  const number = (name: string): number => Number(parts[name]);
  const month = MONTHS.findIndex((name) => name.toLowerCase() === parts.month?.toLowerCase());
  const [day, hour, minute, second] = [number('day'), number('hour'), number('minute'), number('second')];
  const at = (year: number): number => {
    const midnight = new Date(0);
    midnight.setUTCFullYear(year, month, day);
    // Such as 30 February.
    if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== day) return Number.NaN;
    return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
  };
  // 60 is a leap second.
  if (hour > 23 || minute > 59 || second > 60) return null;
  const instant = parts.year?.length === 2 ? expandTwoDigitYear(number('year'), now, at) : at(number('year'));
  return Number.isNaN(instant) ? null : instant;
}

function expandTwoDigitYear(year: number, now: number, at: (year: number) => number): number {
  const today = new Date(now);
  const latest = new Date(now).setUTCFullYear(today.getUTCFullYear() + 50);
  const century = Math.floor(today.getUTCFullYear() / 100) * 100;
  // The latest year with these digits that is not more than 50 years ahead.
  const fitting = [century + 100, century, century - 100].map((first) => at(first + year));
  return fitting.find((instant) => instant <= latest) ?? Number.NaN;
}
