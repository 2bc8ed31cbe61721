import { countsIn, doubtBeside, STALE_AFTER_MS } from './beside-list.ts';
import { fold, wordsOf } from './fold.ts';
import { furtherPage, isDenial, namesFurther } from './further-page.ts';

/** How an answer came, beside its body. */
export type Came = { status: number; headers?: Headers | undefined };

/** What status and headers say of the list in the body. */
export type HeaderWords = {
  /** Whether they say that the list goes on. */
  further: boolean;
  /** How many there are by their counts; `NaN` for one that cannot be read. */
  counts: number[];
  /** What they say against the list, as the end of a sentence; null where nothing. */
  doubt: string | null;
};

/**
 * Statuses of a success that holds not all, not yet, or not as the service sent it: 202 Accepted, 203 Non-Authoritative
 * Information, 206 Partial Content (RFC 9110), 207 Multi-Status (RFC 4918).
 */
const NOT_WHOLE = new Set([202, 203, 206, 207]);
const PARTIAL = 'the answer was partial';
const LONGEST = 4_000;
/** First words that say whose header it is, or of what. */
const WHOSE = new Set(['x', 'ae', 'wp', 'api', 'pagination', 'paging', 'meta', 'result', 'results', 'list']);
const PAGES = /^(?:total)?pages?(?:count|total)?$|^(?:num|last)pages?$/;
/** Headers that hold a record of the page as JSON. */
const RECORDS = /^(?:x)?(?:pagination|paging|page|pageinfo|meta|metadata|results?|list)$/;
const FLAWED =
  /^(?:partial|truncated|truncation|incomplete|degraded|omitted|capped|clipped|dropped|skipped|excluded|stale|outdated|hidden|filtered|suppressed|withheld|redacted|fallback|unavailable|missing|lag|lagging|delayed)$/;
/** What is left of a quota, which says nothing of the list. */
const QUOTA = /^remaining(?:requests|calls|quota|limit|credits|attempts)$/;
const WHOLE = /^(?:is)?(?:complete|exhaustive|fresh|uptodate)$/;

/**
 * What the headers and the status of an answer say of its list: services page by `Link` (RFC 8288), count in
 * `X-Total-Count`, and caches on the way say `Age` and `Warning` (RFC 9111). Unlike members of the body, headers that
 * nobody knows say nothing: every server and proxy adds its own.
 */
export function headerWords({ status, headers }: Came = { status: 200 }): HeaderWords {
  const words: HeaderWords = { further: false, counts: [], doubt: NOT_WHOLE.has(status) ? PARTIAL : null };
  for (const [name, long] of headers ?? []) {
    const said = readHeader(name, long.slice(0, LONGEST).trim());
    words.further ||= said.further ?? false;
    words.counts.push(...(said.counts ?? []));
    words.doubt ??= said.doubt ?? null;
  }
  return words;
}

function readHeader(name: string, value: string): Partial<HeaderWords> {
  if (name === 'link') return { further: hasNext(value) };
  if (name === 'content-range') return { counts: [rangeTotal(value)] };
  if (name === 'age') return Number(value) * 1_000 > STALE_AFTER_MS ? says(name) : {};
  // 214: a proxy has changed how it is written. What will be retired is all there until then.
  if (name === 'warning') return /^214\b|deprecat|sunset/i.test(value) ? {} : says(name);
  if (name.includes('cache'))
    return /^cache-control$/.test(name) || !/stale|updating/i.test(value) ? {} : says(name);
  if (RECORDS.test(fold(name)) && value.startsWith('{')) return readRecord(value);

  const named = wordsOf(name);
  while (WHOSE.has(named[0] ?? '')) named.shift();
  const own = named.join('');
  if (QUOTA.test(own)) return {};
  if (named.at(-1) === 'next' || namesFurther(own)) return { further: !isDenial(value) };
  if (PAGES.test(own)) return { further: Number(value) > 1 };
  if (named.some((word) => FLAWED.test(word))) return isDenial(value) ? {} : says(name);
  if (WHOLE.test(own)) return isDenial(value) ? says(name) : {};
  return { counts: countsIn({ [own]: value }) };
}

const says = (name: string): Partial<HeaderWords> => ({ doubt: `its header “${name}” says so` });

/** `<…?page=2>; rel="next"`, among others; a relation may stand beside more of them. */
function hasNext(value: string): boolean {
  const relations = value.matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/gi);
  return [...relations].some(([, quoted, bare]) =>
    (quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next'),
  );
}

/** How many there are, after `items 0-24/`; `NaN` where it does not say. */
const rangeTotal = (value: string): number => Number(/\/(\d+)$/.exec(value)?.[1] ?? Number.NaN);

function readRecord(value: string): Partial<HeaderWords> {
  let record: unknown;
  try {
    record = JSON.parse(value);
  } catch {
    return { doubt: PARTIAL };
  }
  return {
    further: furtherPage(record) === true,
    counts: countsIn(record),
    doubt: doubtBeside(record, { apart: [], sent: 0, readAt: Number.NaN, unknownIsHarmless: true }),
  };
}
