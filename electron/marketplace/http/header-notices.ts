import { parseList } from 'structured-headers';
import { utcDay } from '#shared/dates.ts';
import { waitLabel } from '#shared/formats.ts';
import { calendarTime, httpDate, serverDate } from './http-date.ts';

/**
 * What an answer's headers state about limits and retirement (§8, §9.3), as sentences.
 * @param now UTC ms
 */
export function headerNotices(headers: Headers, now: number): string[] {
  const deprecated = structuredDate(headers.get('deprecation') ?? '');
  const sunset = httpDate(headers.get('sunset') ?? '', now);
  return [
    ...limitNotices(headers, now),
    ...(deprecated === null ? [] : [`${DEPRECATED} ${utcDay(deprecated)}`]),
    ...(sunset === null ? [] : [`${SUNSET} ${utcDay(sunset)}`]),
  ];
}

const DEPRECATED = 'Deprecated as of';
const SUNSET = 'Will stop answering on';

/** Whether a notice announces that something will go away. */
export const isRetirement = (notice: string): boolean =>
  notice.startsWith(DEPRECATED) || notice.startsWith(SUNSET);

/** A structured date (RFC 9651 §3.3.7), such as `@1767225600`, with or without parameters; null beyond its range. */
function structuredDate(header: string): number | null {
  const seconds = Number(/^@(-?\d{1,15})\s*(?:;|$)/.exec(header)?.[1] ?? Number.NaN);
  return Math.abs(seconds) <= LAST_SECOND ? seconds * 1000 : null;
}

/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** RateLimit and RateLimit-Policy of the IETF draft, `"default";r=3;t=30` and `"default";q=10;w=60`, and the older trio. */
function limitNotices(headers: Headers, now: number): string[] {
  const left = limitsLeft(headers, now).map(({ name, remaining, quota, renewal }) =>
    remaining === undefined
      ? ''
      : `Limit ${name}: ${remaining}${quota === undefined ? '' : ` of ${quota}`} left${renewal === null ? '' : `, renewed in ${waitLabel(renewal)}`}`,
  );
  const policies = limitItems(headers.get('ratelimit-policy')).map(({ name, quota, window }) =>
    quota === undefined
      ? ''
      : `Limit ${name}: ${quota} allowed${window === undefined ? '' : ` in ${window} s`}`,
  );
  return [...left, ...policies].filter((notice) => notice !== '');
}

/** What is left of each limit; `renewal` in ms from `now`, compared with the answer's own Date if present. */
function limitsLeft(headers: Headers, now: number) {
  const serviceNow = serverDate(headers, now) ?? now;
  const [quota, remaining, seconds] = ['limit', 'remaining', 'reset'].map((name) => {
    const digits = /^\d{1,16}$/.exec(headers.get(`ratelimit-${name}`) ?? '')?.[0];
    return digits === undefined ? undefined : Number(digits);
  });
  const limits = [
    ...limitItems(headers.get('ratelimit')),
    { name: 'of requests', remaining, reset: seconds, quota },
  ];
  return limits.map(({ reset, ...limit }) => ({
    ...limit,
    renewal:
      reset === undefined
        ? null
        : Math.max(0, (calendarTime(reset) ?? reset * 1_000 + serviceNow) - serviceNow),
  }));
}

function limitItems(value: string | null) {
  try {
    return parseList(value ?? '').map(([bare, parameters]) => {
      const number = (name: string): number | undefined => {
        const found = parameters.get(name);
        return typeof found === 'number' ? found : undefined;
      };
      const [remaining, reset, quota, window] = ['r', 't', 'q', 'w'].map(number);
      return { name: safeName(String(bare)), remaining, reset, quota, window };
    });
  } catch {
    return [];
  }
}

/**
 * How long until every limit of which nothing remains is renewed, in ms (§9.3); null where none says that nothing remains
 * and when.
 * @param now UTC ms
 */
export function renewedIn(headers: Headers, now: number): number | null {
  const spent = limitsLeft(headers, now).flatMap(({ remaining, renewal }) =>
    remaining === 0 && renewal !== null ? renewal : [],
  );
  return spent.length === 0 ? null : Math.max(...spent);
}

/** Policy names are foreign text: only letters, digits and a few signs are shown, in quotes. */
const safeName = (name: string): string => `“${name.replace(/[^\w .:-]/g, '').slice(0, 40)}”`;
