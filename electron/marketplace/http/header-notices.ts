import { parseDictionary, parseList } from 'structured-headers';
import { utcDay } from '#shared/dates.ts';
import { datesIn, writtenDate } from './http-date.ts';

/** Announced retirement of an endpoint (§9.3), in UTC ms. */
type Retirement = { deprecatedSince: number | null; sunsetAt: number | null };

/** What an answer's headers state about limits and retirement (§8, §9.3), as sentences. */
export function headerNotices(headers: Headers): string[] {
  const { deprecatedSince, sunsetAt } = retirement(headers);
  return [
    ...structuredLimits(headers),
    ...legacyLimitHeaders(headers),
    ...(deprecatedSince === null ? [] : [`${DEPRECATED} ${utcDay(deprecatedSince)}`]),
    ...(sunsetAt === null ? [] : [`${SUNSET} ${utcDay(sunsetAt)}`]),
  ];
}

const DEPRECATED = 'Deprecated as of';
const SUNSET = 'Will stop answering on';

/** Whether a notice announces that something will go away. */
export const isRetirement = (notice: string): boolean =>
  notice.startsWith(DEPRECATED) || notice.startsWith(SUNSET);

export const retirement = (headers: Headers): Retirement => ({
  deprecatedSince: earliest(headers.get('deprecation')),
  sunsetAt: earliest(headers.get('sunset')),
});

/**
 * The earliest date in a header, which is a list if sent twice: an HTTP date (RFC 8594, and earlier drafts of RFC 9745), a
 * structured date such as `@1767225600` (RFC 9745), or ISO 8601, each with or without parameters.
 */
function earliest(header: string | null): number | null {
  const dates = datesIn(header ?? '').flatMap(
    (one) => structuredDate(one) ?? writtenDate(one, Date.now()) ?? [],
  );
  return dates.length === 0 ? null : Math.min(...dates);
}

/** A structured date (RFC 9651 §3.3.7). Dates beyond its range are invalid: probably milliseconds. */
function structuredDate(value: string): number | null {
  const seconds = Number(/^@(-?\d{1,15})$/.exec(value)?.[1] ?? Number.NaN);
  return Math.abs(seconds) <= LAST_SECOND ? seconds * 1000 : null;
}

/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/**
 * RateLimit and RateLimit-Policy of the IETF draft: `"default";r=3;t=30` and `"default";q=10;w=60`; also the earlier
 * draft's dictionary.
 */
function structuredLimits(headers: Headers): string[] {
  const left = limitItems(headers.get('ratelimit')).map(({ name, numbers }) => {
    const remaining = numbers.get('r') ?? numbers.get('remaining');
    const reset = numbers.get('t') ?? numbers.get('reset');
    return remaining === undefined
      ? ''
      : `Limit ${name}: ${remaining} left${reset === undefined ? '' : `, renewed in ${reset} s`}`;
  });
  const policies = limitItems(headers.get('ratelimit-policy')).map(({ name, numbers }) => {
    const quota = numbers.get('q') ?? numbers.get('limit');
    const window = numbers.get('w') ?? numbers.get('window');
    return quota === undefined
      ? ''
      : `Limit ${name}: ${quota} allowed${window === undefined ? '' : ` in ${window} s`}`;
  });
  return [...left, ...policies].filter((notice) => notice !== '');
}

type LimitItem = { name: string; numbers: Map<string, number> };

/** The limits in a `RateLimit` header: list items, or the earlier draft's dictionary; empty if unreadable. */
export function limitItems(value: string | null): LimitItem[] {
  if (value === null) return [];
  const items = attempt(() => parseList(value)) ?? [];
  const named = items.flatMap(([bare, parameters]): LimitItem[] => {
    if (Array.isArray(bare)) return [];
    const numbers = numbersOf(parameters);
    return numbers.size === 0 ? [] : [{ name: safeName(String(bare)), numbers }];
  });
  if (named.length > 0) return named;
  const entries = [...(attempt(() => parseDictionary(value)) ?? [])];
  const numbers = numbersOf(new Map(entries.map(([name, [bare]]) => [name, bare])));
  return numbers.size === 0 ? [] : [{ name: 'of requests', numbers }];
}

const numbersOf = (values: ReadonlyMap<string, unknown>): Map<string, number> =>
  new Map([...values].filter((entry): entry is [string, number] => typeof entry[1] === 'number'));

/** Policy names are foreign text: only letters, digits and a few signs are shown, in quotes. */
const safeName = (name: string): string => `“${name.replace(/[^\w .:-]/g, '').slice(0, 40)}”`;

function legacyLimitHeaders(headers: Headers): string[] {
  const read = (name: string): string | undefined =>
    /^\d{1,12}/.exec(headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`) ?? '')?.[0];
  const remaining = read('remaining');
  if (remaining === undefined) return [];
  const limit = read('limit');
  const reset = read('reset');
  // Some services send a time instead of a duration; it is left out rather than shown as one.
  const renewed = reset === undefined || Number(reset) > 1_000_000_000 ? '' : `, renewed in ${reset} s`;
  return [`Limit of requests: ${remaining}${limit === undefined ? '' : ` of ${limit}`} left${renewed}`];
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
