const TIME = String.raw`(?<time>\d\d:\d\d:\d\d)`;
const MONTH = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY_NAME = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

/** RFC 9110 §5.6.7: `IMF-fixdate`, and those of RFC 850 and asctime, which recipients must accept. */
const FORMS = [
  new RegExp(`^${DAY_NAME}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY_NAME}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${DAY_NAME} ${MONTH} (?<day>\\d\\d| \\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * An HTTP date (RFC 9110 §5.6.7) in UTC milliseconds; null for anything else. All three forms are in UTC. A two-digit
 * year more than 50 years after `now` (UTC ms) is in the past century.
 */
export function httpDate(value: string, now: number): number | null {
  const parts = FORMS.map((form) => form.exec(value)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return null;
  const { day = '', month = '', year = '', time = '' } = parts;
  const at = (fullYear: number): number => Date.parse(`${day} ${month} ${fullYear} ${time} GMT`);
  const today = new Date(now).getUTCFullYear();
  const full = year.length === 4 ? Number(year) : Math.floor(today / 100) * 100 + Number(year);
  const isTooLate = year.length === 2 && at(full) > new Date(now).setUTCFullYear(today + 50);
  const instant = at(isTooLate ? full - 100 : full);
  // Such as 30 February; what is no time at all has no day.
  return new Date(instant).getUTCDate() === Number(day) ? instant : null;
}

/** The answer's Date header in UTC ms. */
export const serverDate = (headers: Headers, now: number): number | null =>
  httpDate((headers.get('date') ?? '').trim(), now);

/** A time since the epoch in ms: of a count of seconds, such as `1795805518`, or of milliseconds; null for a smaller one. */
export function calendarTime(count: number): number | null {
  if (count < 1_000_000_000) return null;
  return count < 100_000_000_000 ? count * 1_000 : count;
}
