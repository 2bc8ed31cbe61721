import { fold, wordsOf } from './fold.ts';
import { furtherPage, isDenial, namesFurtherPage } from './further-page.ts';
import { STALE_AFTER_MS } from './harmless-members.ts';
import { countsIn, findPartialReason } from './partial-list.ts';

/** The status and headers of an answer. */
export type Came = { status: number; headers?: Headers | undefined };

/** What status and headers state about the list in the body. */
export type ListHeaders = {
  /** Whether there is a further page. */
  further: boolean;
  /** The item counts stated; `NaN` for an unreadable one. */
  counts: number[];
  /** Why the list may be partial, as the end of a sentence; null if nothing suggests it. */
  partialReason: string | null;
};

/**
 * Success statuses of an answer that is partial, pending or modified: 202 Accepted, 203 Non-Authoritative
 * Information, 206 Partial Content (RFC 9110), 207 Multi-Status (RFC 4918).
 */
const PARTIAL_STATUSES = new Set([202, 203, 206, 207]);
const PARTIAL = 'the answer was partial';
const LONGEST = 4_000;
/** Prefixes of header names that do not change their meaning. */
const PREFIXES = new Set([
  'x',
  'ae',
  'wp',
  'api',
  'pagination',
  'paging',
  'meta',
  'result',
  'results',
  'list',
]);
const PAGES = /^(?:total)?pages?(?:count|total)?$|^(?:num|last)pages?$/;
/** Headers that hold a page record as JSON. */
const RECORDS = /^(?:x)?(?:pagination|paging|page|pageinfo|meta|metadata|results?|list)$/;
const FLAWED =
  /^(?:partial|truncated|truncation|incomplete|degraded|omitted|capped|clipped|dropped|skipped|excluded|stale|outdated|hidden|filtered|suppressed|withheld|redacted|fallback|unavailable|missing|lag|lagging|delayed)$/;
/** A quota, of which some is left: that says nothing about the list. */
const QUOTA = /rate|limit|quota|requests?|calls?|credits?|tokens?|attempts|points|budget/;
const COMPLETE = /^(?:is)?(?:complete|exhaustive|fresh|uptodate)$/;

/**
 * Reads what headers and status state about a list: services page by `Link` (RFC 8288) and count in `X-Total-Count`;
 * caches add `Age` and `Warning` (RFC 9111). Unlike members of the body, unknown headers are harmless: every server
 * and proxy adds its own.
 */
export function readListHeaders({ status, headers }: Came = { status: 200 }): ListHeaders {
  const words: ListHeaders = {
    further: false,
    counts: [],
    partialReason: PARTIAL_STATUSES.has(status) ? PARTIAL : null,
  };
  for (const [name, long] of headers ?? []) {
    const said = readHeader(name, long.slice(0, LONGEST).trim());
    words.further ||= said.further ?? false;
    words.counts.push(...(said.counts ?? []));
    words.partialReason ??= said.partialReason ?? null;
  }
  return words;
}

function readHeader(name: string, value: string): Partial<ListHeaders> {
  if (name === 'link') return { further: hasNext(value) };
  if (name === 'content-range') return { counts: [rangeTotal(value)] };
  if (name === 'age') return Number(value) * 1_000 > STALE_AFTER_MS ? partialBy(name) : {};
  // 214: a proxy transformed the answer. A deprecated service still returns everything.
  if (name === 'warning') return /^214\b|deprecat|sunset/i.test(value) ? {} : partialBy(name);
  if (name.includes('cache'))
    return /^cache-control$/.test(name) || !/stale|updating/i.test(value) ? {} : partialBy(name);
  if (RECORDS.test(fold(name)) && value.startsWith('{')) return readRecord(value);

  const named = [...wordsOf(name)];
  while (PREFIXES.has(named[0] ?? '')) named.shift();
  const own = named.join('');
  if (named.includes('remaining') && QUOTA.test(own)) return {};
  if (/^(?:next|cursor)$/.test(named.at(-1) ?? '') || namesFurther(named))
    return { further: !isDenial(value) };
  if (PAGES.test(own)) return { further: Number(value) > 1 };
  if (named.some((word) => FLAWED.test(word))) return isDenial(value) ? {} : partialBy(name);
  if (COMPLETE.test(own)) return isDenial(value) ? partialBy(name) : {};
  return { counts: countsIn({ [own]: value }) };
}

/** Whether words state a further page, whatever comes before: `x-ms-continuation`, `x-items-remaining`. */
const namesFurther = (words: readonly string[]): boolean =>
  words.some((_, at) => namesFurtherPage(words.slice(at).join('')));

const partialBy = (name: string): Partial<ListHeaders> => ({
  partialReason: `its header “${name}” says so`,
});

/** Whether a `Link` header has the relation `next`, possibly among others or as an extension of its own. */
function hasNext(value: string): boolean {
  const relations = value.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/gi);
  return [...relations].some(([, quoted, bare]) => wordsOf(quoted ?? bare ?? '').includes('next'));
}

/** The total after `items 0-24/`; `NaN` if unstated. */
const rangeTotal = (value: string): number => Number(/\/(\d+)$/.exec(value)?.[1] ?? Number.NaN);

function readRecord(value: string): Partial<ListHeaders> {
  let record: unknown;
  try {
    record = JSON.parse(value);
  } catch {
    return { partialReason: PARTIAL };
  }
  return {
    further: furtherPage(record) === true,
    counts: countsIn(record),
    partialReason: findPartialReason(record, {
      skipped: [],
      sent: 0,
      readAt: Number.NaN,
      unknownIsHarmless: true,
    }),
  };
}
