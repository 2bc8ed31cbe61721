import { fold, wordsOf } from './fold.ts';
import { isDenial } from './further-page.ts';
import { instant, label, membersOf, spelled, text } from './reading.ts';

/** The members that leave a list complete: their names, the values that do so, and the words of names that do not. */

const HOUR = 3_600_000;
/** A catalogue completed longer ago than this is stale, by the services' own definition. */
export const STALE_AFTER_MS = 36 * HOUR;
/** How far a timestamp may lie ahead of this machine's clock. */
export const CLOCK_TOLERANCE_MS = 60_000;

const MAX_NAMES = 200;
const LONGEST_TEXT = 500;

export type ListContext = {
  /** Names of members that the caller reads itself. */
  skipped: readonly string[];
  /** The number of items received. */
  sent: number;
  /** When the answer was received, in UTC ms. */
  readAt: number;
  /** Whether the request continued from an earlier page; the answer may then state its start. */
  isContinuation?: boolean;
  /** The request's parameters, which the answer may echo. */
  requested?: { query?: string | undefined; filters?: unknown };
  /**
   * Totals that the answer may state; a statement of a further page then counts against it too. Absent if the caller
   * checks both itself, in `pageRecords`.
   */
  counts?: readonly number[];
  /** Whether a member is harmless, by its folded name and value; undefined if unknown. */
  known?: (name: string, value: unknown) => boolean | undefined;
  /** Whether the answer reports the requested item as not found, in text or by its status. */
  notFound?: boolean;
  /**
   * Whether an unknown member is harmless unless one of its words suggests that items were left out. For lists that
   * decide an open purchase: at a service with a member of its own, it would otherwise stay open for ever.
   */
  unknownIsHarmless?: boolean;
};

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

type ValueTest = (value: unknown, context: ListContext, place: Readonly<Record<string, unknown>>) => boolean;

const anything: ValueTest = () => true;
const scalar: ValueTest = (value) => typeof value !== 'object';
const oneOf = (words: string): ValueTest => {
  const folded = wordSet(words);
  return (value) => folded.has(fold(spelled(value)));
};
export const isNumber = (value: unknown): value is number | string =>
  /^\d+(?:\.\d+)?$/.test(label(value) ?? '');
const link: ValueTest = (value) => text(value) !== null || text(membersOf(value)?.href) !== null;
/** An instant within an offset range, in ms, of the moment at which the answer was received. */
const between =
  (from: number, to: number): ValueTest =>
  (value, { readAt }) => {
    const at = instant(value);
    return at !== null && at >= readAt + from && at <= readAt + to;
  };
/** A recent time: an older one proves nothing about today (§1.4). */
const recent = between(-STALE_AFTER_MS, CLOCK_TOLERANCE_MS);

/** Whether a value is a denial, or contains nothing else: `{hit: false}`. */
export const isDenied = (value: unknown): boolean =>
  isDenial(value) || Object.values(membersOf(value) ?? { said: true }).every(isDenial);

/** Members by their folded names, with the values that leave a list complete. */
export const HARMLESS: readonly [RegExp, ValueTest][] = [
  [
    /^(?:x|ae|xae)?(?:request|trace|correlation|span|response|session|transaction|log|search|query)?id$/,
    scalar,
  ],
  [/^(?:correlation|request|trace)ref$/, scalar],
  [/^(?:schema|context|facets?|aggregations|aggs|trace|traceparent|tracestate)$/, anything],
  [
    /^(?:schema|api|service|build|catalogue|catalog)?version$|^(?:etag|generation|revision|digest|hash)$/,
    scalar,
  ],
  [/^(?:region|zone|host|server|node|environment|locale|lang|language|currency|timezone|units?)$/, scalar],
  [/^(?:copyright|licen[cs]e|attribution|docs|documentation|help|terms|cachecontrol|vary)$/, scalar],
  [/^(?:sort|order|sortby|orderby|sortedby|orderedby|sortorder|direction|ranking|rankedby)$/, anything],
  [
    /^(?:kind|type|object|resource|resourcetype)$/,
    oneOf('ok nocandidates list collection page search searchresults results tools calls'),
  ],
  [/^(?:kind|type|code)$/, (value, { notFound }) => notFound === true && isNotFound(value)],
  [/^kind$/, oneOf('available')],
  [/^type$/, (value) => /^(?:about:blank$|https?:)/.test(text(value) ?? '')],
  [/^instance$/, scalar],
  [/^(?:http)?(?:status|state|statuscode|statustext|outcome|result|code)$/, oneOf('ok success succeeded')],
  [
    /^(?:http)?(?:status|state|statuscode|statustext|outcome|result)$/,
    (value, context, place) =>
      oneOf('200')(value, context, place) ||
      // In lists of Calls this may be a filter on their state.
      (context.unknownIsHarmless !== true && oneOf('complete completed done')(value, context, place)),
  ],
  [/^(?:status|state)$/, oneOf('found fresh available healthy operational final nocandidates')],
  [/^(?:http)?status(?:code)?$/, (value, { notFound }) => notFound === true && spelled(value) === '404'],
  [/^x?cache(?:status|result)?$/, oneOf('miss bypass dynamic none')],
  [
    /^(?:limit|take|requested|(?:page|batch)?size|pagelimit|perpage|(?:items|results)perpage|maxresults)$/,
    atLeastSent,
  ],
  [
    /^(?:returned|shown|length|numberofelements)$/,
    (value, { sent }) => isNumber(value) && Number(value) === sent,
  ],
  [/^(?:offset|skip|from|start|start(?:index|row|at|offset)|pageindex|number)$/, startsAt(0)],
  [/^(?:page|currentpage|pagenumber|pageno)$/, startsAt(0, 1)],
  [/^(?:total)?pages?(?:count)?$|^(?:num|last)pages?$/, (value) => isNumber(value) && Number(value) <= 1],
  [/^(?:is)?first(?:page)?$/, (value) => value === true || link(value, NO_CONTEXT, {})],
  [/^(?:is)?last(?:page)?$/, (value) => value === true],
  [/^last$/, (value, context, { first, self }) => link(value, context, {}) && sameLink(value, first ?? self)],
  [/^(?:self|canonical|base|baseurl|url|href|path|uri)$/, link],
  // Calls may be listed with where each page ends; in the catalogue such a cursor alone proves nothing.
  [
    /^(?:start|end)cursor$/,
    (value, { unknownIsHarmless }) => unknownIsHarmless === true && label(value) !== null,
  ],
  [/^prev(?:ious)?(?:page|cursor|link|url|pageurl)?$/, (_, { isContinuation }) => isContinuation === true],
  [/^(?:query|q|searchterms?|terms?|search)$/, isQueryRequested],
  [/^filters?(?:applied)?$|^appliedfilters$/, isFilterRequested],
  [/^(?:x?ratelimits?|quota)$/, isLimitNotReached],
  [/^x?ratelimit(?:limit|remaining|reset|policy|used)$/, (value) => isNumber(value) && Number(value) > 0],
  [/^(?:message|note|notice|notices|description|info|hint|title|summary|details?)$/, isPlainText],
  [/^(?:generated|served|responded|fetched|observed|snapshot|built|indexed|created|requested)at$/, recent],
  [/^(?:last)?(?:updated|refreshed|synced|completed|indexed)(?:at|on)?$|^lastsuccessat$/, recent],
  [/^(?:asof|timestamp|time|date|now|servertime)$/, recent],
  [/^last(?:failure|error|checked|attempt|attempted)at$/, between(-Infinity, CLOCK_TOLERANCE_MS)],
  [/^next[a-z]*at$/, (value) => instant(value) !== null],
  [/^(?:expires|expiresat|validuntil|freshuntil)$/, between(-CLOCK_TOLERANCE_MS, Infinity)],
  [/^(?:shards|sources|providers)$/, isTally],
];

const NO_CONTEXT: ListContext = { skipped: [], sent: 0, readAt: 0 };

function atLeastSent(value: unknown, { sent }: ListContext): boolean {
  return isNumber(value) && Number(value) >= sent;
}

function startsAt(...beginnings: readonly number[]): ValueTest {
  return (value, { isContinuation }) =>
    isNumber(value) && (isContinuation === true || beginnings.includes(Number(value)));
}

const sameLink = (a: unknown, b: unknown): boolean =>
  b === undefined || (text(membersOf(a)?.href) ?? a) === (text(membersOf(b)?.href) ?? b);

const isNotFound = (value: unknown): boolean => fold(spelled(value)).endsWith('notfound');

/** Whether the echoed query is the one sent: any other means that a different question was answered. */
function isQueryRequested(value: unknown, { requested }: ListContext): boolean {
  const plain = (one: string): string => one.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return isDenial(value) || (typeof value === 'string' && plain(value) === plain(requested?.query ?? ''));
}

/** Whether the echoed filters are those sent: one that was not sent may have left out the item in question. */
function isFilterRequested(value: unknown, { requested }: ListContext): boolean {
  return isDenied(value) || valuesIn(value) === valuesIn(requested?.filters);
}

function valuesIn(filters: unknown): string {
  const values = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).slice(0, MAX_NAMES).flatMap(values)
      : isDenial(value)
        ? []
        : [fold(spelled(value))];
  return values(filters).sort().join();
}

/** For example `{limit: 60, remaining: 59, reset: 30}`. */
function isLimitNotReached(value: unknown): boolean {
  const entries = Object.entries(membersOf(value) ?? { it: value }).slice(0, MAX_NAMES);
  return entries.every(([name, one]) => {
    if (!/^(?:limit|remaining|reset|used|policy|window|reset(?:at|in|ms|seconds|after))$/.test(fold(name)))
      return false;
    return fold(name) === 'remaining' ? isNumber(one) && Number(one) > 0 : scalar(one, NO_CONTEXT, {});
  });
}

/** Words that may occur in a text about an empty list. None implies that there is anything else. */
const PLAIN_WORDS = wordSet(
  'ok okay success successful successfully request no nothing tool tools result results candidate candidates ' +
    'match matches matched matching found for in of this that the a an your you query search searches was were is are ' +
    'did catalogue catalog outcome words terms wording it to and or try use with broader wider different another ' +
    'other describe rephrase call calls service marketplace',
);
/** Further words that may occur in a text about one Tool requested by its reference. */
const WORDS_OF_NOT_FOUND = new Set(
  'not exist exists does such there reference ref operation could be thing resource object requested known unknown here id has located'.split(
    ' ',
  ),
);

function isPlainText(value: unknown, { notFound }: ListContext): boolean {
  const written = text(value);
  if (written === null || written.length > LONGEST_TEXT) return isDenial(value);
  // A digit may be a count, and other scripts are not understood.
  if (!/^[a-z\s.,!:;“”"'’_/-]*$/i.test(notFound === true ? written.replaceAll(REFERENCE, '') : written))
    return false;
  return wordsOf(notFound === true ? written.replaceAll(REFERENCE, '') : written).every(
    (word) => PLAIN_WORDS.has(word) || (notFound === true && WORDS_OF_NOT_FOUND.has(word)),
  );
}

/** A reference repeated in a text. */
const REFERENCE = /(?<![a-z])[a-z]+(?::[a-z0-9]+)+/gi;

/** Words in names that mean something is left out or out of date. Negated, such a name is harmless. */
export const SHORTFALLS = wordSet(
  'partial truncated truncation incomplete degraded omitted omissions capped clipped sampled sampling dropped skipped ' +
    'exclude excludes excluded excluding exclusions omits overflow overflowed restricted redacted limited timeout timeouts timedout timed unavailable ' +
    'unreachable failed failure failures fail error errors warning warnings stale outdated approximate approximated ' +
    'estimated hidden filtered suppressed withheld censored indexing progress pending cache cached missing fallback ' +
    'removed unlisted masked blocked forbidden rest others throttled cutoff cut exceeded reached terminated aborted ' +
    'cancelled canceled subset preview loading refreshing building processing searching preliminary unread unknown ' +
    'deprecated retry retries retryable debug sandbox empty prev previous next more cursor token after before ' +
    'continuation continued scroll bookmark marker evaluated down offline absent expired',
);
/** Words that may accompany a shortfall word. `include`, `show`, `no` and the like may not: they invert it. */
const BESIDE_SHORTFALLS = wordSet(
  'is are was were has have result results item items tool tools call calls row rows record records entry entries list ' +
    'page pages count counts total num number of by from out off up to over limit quota rate source sources provider ' +
    'providers shard shards search query catalogue catalog response answer data last first in still best effort early ' +
    'hit hits id key end start code message',
);

/** Whether a name consists only of words for a shortfall: `partialResults`, `timed_out`. */
export function namesShortfall(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => SHORTFALLS.has(word)) &&
    words.every((word) => SHORTFALLS.has(word) || BESIDE_SHORTFALLS.has(word))
  );
}

/** For example `{total: 5, successful: 5, failed: 0}`. */
function isTally(value: unknown): boolean {
  const members = membersOf(value);
  if (members === null) return false;
  const { total, successful, ...rest } = members;
  return (
    isNumber(total) &&
    isNumber(successful) &&
    Number(total) === Number(successful) &&
    Object.entries(rest).every(([name, one]) => namesShortfall(name) && isDenial(one))
  );
}
