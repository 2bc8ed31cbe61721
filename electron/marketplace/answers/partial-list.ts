import { plainName } from '#shared/plain-text.ts';
import { fold, wordsOf } from './fold.ts';
import { isDenial, isPageRecord, namesFurtherPage, pageRecords } from './further-page.ts';
import { instant, label, membersOf, spelled, text } from './reading.ts';

/**
 * Judges the members beside the items of a list. The contract does not show which members a service puts there (§4,
 * rule 3), so a list proves that something is absent only if every one is known, by name and value, to be harmless.
 * An unknown member may mean that items were left out: better to refuse a proof of absence too often than to give one
 * wrongly (§1.4).
 */

const HOUR = 3_600_000;
/** A catalogue completed longer ago than this is stale, by the services' own definition. */
export const STALE_AFTER_MS = 36 * HOUR;
/** How far a timestamp may lie ahead of this machine's clock. */
export const CLOCK_TOLERANCE_MS = 60_000;

const MAX_NAMES = 200;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 500;
const DEEPEST = 4;

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

/**
 * Describes the first member beside a list that is not known to be harmless, as the end of a sentence; null if all
 * are. Members without a value are harmless.
 */
export function findPartialReason(body: unknown, context: ListContext): string | null {
  const skipped = new Set(context.skipped.map(fold));
  for (const [index, place] of pageRecords(body).entries()) {
    // The caller reads only the top-level members of these names; deeper ones are judged here.
    const found = reasonIn(place, context, index === 0 ? skipped : NO_NAMES, 0);
    if (found !== null) return found;
  }
  return null;
}

const NO_NAMES: ReadonlySet<string> = new Set();
const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

function reasonIn(
  place: Readonly<Record<string, unknown>>,
  context: ListContext,
  skipped: ReadonlySet<string>,
  depth: number,
): string | null {
  const members = Object.entries(place);
  if (members.length > MAX_NAMES) return 'the answer says more than Milepost reads';
  for (const [name, value] of members) {
    const folded = fold(name);
    if (skipped.has(folded)) continue;
    if (isJudgedByContents(name) && membersOf(value) !== null && depth < DEEPEST) {
      // The caller compares totals only in page records.
      const within = { ...context, counts: context.counts ?? [context.sent] };
      const found = reasonIn(membersOf(value) ?? {}, within, NO_NAMES, depth + 1);
      if (found !== null) return found;
    } else if (!isHarmless(name, folded, value, place, context)) return describeMember(name, value);
  }
  return null;
}

/**
 * Names of records judged by their contents: an echoed request, a problem document, an extension (`x-trace`,
 * `xTrace`).
 */
const isJudgedByContents = (name: string): boolean =>
  /^(?:request|params|parameters|criteria|problem)$/.test(fold(name)) ||
  (/^x[-_A-Z]/.test(name) && !wordsOf(name).some((word) => SHORTFALLS.has(word)));

function isHarmless(
  name: string,
  folded: string,
  value: unknown,
  place: Readonly<Record<string, unknown>>,
  context: ListContext,
): boolean {
  if (name.length > LONGEST_NAME) return false;
  const known = context.known?.(folded, value);
  if (known !== undefined) return known;
  if (namesFurtherPage(folded)) return context.counts === undefined || isDenial(value);
  // Visited as a page record of its own.
  if (isPageRecord(folded, value)) return true;
  if (COMPLETENESS.test(folded)) return AFFIRMED.has(fold(spelled(value)));
  if (SHARE.test(folded)) return Number(label(value)) === 1 || Number(label(value)) === 100;
  if (value === null || value === undefined) return true;
  if (namesCount(name)) return context.counts?.includes(Number(label(value))) ?? true;
  return (
    (isDenied(value) && namesShortfall(name)) ||
    HARMLESS.some(
      ([names, isValueHarmless]) => names.test(folded) && isValueHarmless(value, context, place),
    ) ||
    isLength(name, value) ||
    isTallied(folded, value, place) ||
    (context.unknownIsHarmless === true &&
      !HARMLESS.some(([names]) => names.test(folded)) &&
      !suggestsShortfall(name, value, context, 0))
  );
}

/**
 * Whether any word of a member, at any depth, suggests that items were left out or which items are listed, or it
 * counts or lists other items.
 */
function suggestsShortfall(name: string, value: unknown, context: ListContext, depth: number): boolean {
  if (depth >= DEEPEST) return true;
  const named = wordsOf(name);
  const words = [...named, ...wordsOf(text(value)?.slice(0, LONGEST_TEXT) ?? '')];
  const isSuggested = isDenied(value)
    ? named.some((word) => INVERTING.has(word))
    : words.some((word) => SHORTFALLS.has(word) || RESTRICTING_IN_TEXT.has(word) || RESTRICTING.has(word));
  if (isSuggested) return true;
  if (isNumber(value) && named.some((word) => COUNTERS.has(word)))
    return context.counts?.includes(Number(value)) === false;
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' && one !== null);
  const members = Object.entries(membersOf(value) ?? {});
  return (
    members.length > MAX_NAMES ||
    members.some(([inner, of]) => suggestsShortfall(inner, of, context, depth + 1))
  );
}

/** Words with the same meaning within a sentence. */
const RESTRICTING_IN_TEXT = wordSet('not only some except without unlisted top part parts best');
/** Words that restrict a list to some items, a period or an earlier moment: others may exist. */
const RESTRICTING = wordSet(
  'states statuses kinds filter filters scope view window since until from period range interval days hours weeks recent ' +
    'latest newest oldest last retention archived settled unsettled ended finished open closed queued inflight flight ' +
    'running active delayed delay lag lagging behind replica consistency eventual eventually tool tools capability ' +
    'provider providers segment shard shards chunk visible visibility own mine',
);
/** Verbs which, negated, mean that the thing named is left out. */
const INVERTING = wordSet('include includes including included with show shows shown list lists listed');
const COUNTERS = wordSet('total totals sum count counts n num number calls items rows records entries all');

type ValueTest = (value: unknown, context: ListContext, place: Readonly<Record<string, unknown>>) => boolean;

const anything: ValueTest = () => true;
const scalar: ValueTest = (value) => typeof value !== 'object';
const oneOf =
  (...words: readonly string[]): ValueTest =>
  (value) =>
    words.includes(fold(spelled(value)));
const isNumber = (value: unknown): value is number | string => /^\d+(?:\.\d+)?$/.test(label(value) ?? '');
const link: ValueTest = (value) => text(value) !== null || text(membersOf(value)?.href) !== null;
/** An instant within an offset range, in ms, of the moment at which the answer was received. */
const between =
  (from: number, to: number): ValueTest =>
  (value, { readAt }) => {
    const at = instant(value);
    return at !== null && at >= readAt + from && at <= readAt + to;
  };

/** Members by their folded names, with the values that leave a list complete. */
const HARMLESS: readonly [RegExp, ValueTest][] = [
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
    oneOf(...['ok', 'nocandidates', 'list', 'collection', 'page']),
  ],
  [
    /^(?:kind|type|object|resource|resourcetype)$/,
    oneOf('search', 'searchresults', 'results', 'tools', 'calls'),
  ],
  [/^(?:kind|type|code)$/, (value, { notFound }) => notFound === true && isNotFound(value)],
  [/^kind$/, oneOf('available')],
  [/^type$/, (value) => /^(?:about:blank$|https?:)/.test(text(value) ?? '')],
  [/^(?:instance)$/, scalar],
  [
    /^(?:http)?(?:status|state|statuscode|statustext|outcome|result|code)$/,
    oneOf('ok', 'success', 'succeeded'),
  ],
  [
    /^(?:http)?(?:status|state|statuscode|statustext|outcome|result)$/,
    (value, context, place) =>
      oneOf('200')(value, context, place) ||
      // In lists of Calls this may be a filter on their state.
      (context.unknownIsHarmless !== true && oneOf('complete', 'completed', 'done')(value, context, place)),
  ],
  [
    /^(?:status|state)$/,
    oneOf('found', 'fresh', 'available', 'healthy', 'operational', 'final', 'nocandidates'),
  ],
  [/^(?:http)?status(?:code)?$/, (value, { notFound }) => notFound === true && spelled(value) === '404'],
  [/^x?cache(?:status|result)?$/, oneOf('miss', 'bypass', 'dynamic', 'none')],
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
  // A recent time: an older one proves nothing about today (§1.4).
  [/^(?:generated|served|responded|fetched|observed|snapshot|built|indexed|created|requested)at$/, RECENT()],
  [/^(?:last)?(?:updated|refreshed|synced|completed|indexed)(?:at|on)?$|^lastsuccessat$/, RECENT()],
  [/^(?:asof|timestamp|time|date|now|servertime)$/, RECENT()],
  [/^last(?:failure|error|checked|attempt|attempted)at$/, between(-Infinity, CLOCK_TOLERANCE_MS)],
  [/^next[a-z]*at$/, (value) => instant(value) !== null],
  [/^(?:expires|expiresat|validuntil|freshuntil)$/, between(-CLOCK_TOLERANCE_MS, Infinity)],
  [/^(?:shards|sources|providers)$/, isTally],
];

const NO_CONTEXT: ListContext = { skipped: [], sent: 0, readAt: 0 };

function RECENT(): ValueTest {
  return between(-STALE_AFTER_MS, CLOCK_TOLERANCE_MS);
}

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
const REFERENCE = /[a-z]+(?::[a-z0-9]+)+/gi;

/** Names that state completeness: negated, or without a value, they state the contrary. */
const COMPLETENESS =
  /^(?:(?:is|are|was)?(?:results?|list|catalogue|catalog)?(?:complete|completed|exhaustive|whole|full|fresh|uptodate|allresults|ok|success|succeeded|successful))$/;
const AFFIRMED = new Set(['true', 'yes', 'y', '1', 'on', 'complete', 'full', 'all', 'ok']);
const SHARE = /^(?:completeness|coverage)(?:percent|percentage|ratio|share)?$/;

/** Words in names that mean something is left out or out of date. Negated, such a name is harmless. */
const SHORTFALLS = wordSet(
  'partial truncated truncation incomplete degraded omitted omissions capped clipped sampled sampling dropped skipped ' +
    'excluded exclusions overflow overflowed restricted redacted limited timeout timeouts timedout timed unavailable ' +
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
function namesShortfall(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => SHORTFALLS.has(word)) &&
    words.every((word) => SHORTFALLS.has(word) || BESIDE_SHORTFALLS.has(word))
  );
}

/** Whether a value is a denial, or contains nothing else: `{hit: false}`. */
const isDenied = (value: unknown): boolean =>
  isDenial(value) || Object.values(membersOf(value) ?? { said: true }).every(isDenial);

const UNITS_OF_TIME = new Set([
  'ms',
  'millis',
  'milliseconds',
  'seconds',
  'secs',
  'us',
  'ns',
  'micros',
  'nanos',
]);
/** Words for how long something took or may take; not for a lag or a time to come back. */
const ELAPSED = wordSet(
  'took taken duration elapsed latency time timeout processing query search server response total execution call ' +
    'request upstream network ttl max age stale after in',
);
const LENGTH_UNITS =
  /^(?:took|taken|duration|elapsed|latency|responsetime|querytime|processingtime|ttl|maxage|timetaken)$/;

/** Whether the member is a harmless length of time: `tookMs`, `duration`. */
function isLength(name: string, value: unknown): boolean {
  const words = wordsOf(name);
  const named =
    LENGTH_UNITS.test(fold(name)) ||
    (words.length > 1 &&
      UNITS_OF_TIME.has(words.at(-1) ?? '') &&
      words.slice(0, -1).every((one) => ELAPSED.has(one)));
  return named && /^\d[\d.]* ?(?:ms|s|us|µs|ns)?$/.test(label(value) ?? '');
}

/** Names of how many were queried, and of how many answered. */
const REQUESTED = /^(.+?)(?:queried|asked|contacted|requested|searched|total|expected)(?:count)?$/;
const ANSWERED = /^(.+?)(?:answered|responded|succeeded|successful|returned|ok)(?:count)?$/;

/** Whether `sourcesQueried` equals `sourcesAnswered`. */
function isTallied(folded: string, value: unknown, place: Readonly<Record<string, unknown>>): boolean {
  const agrees = (own: RegExp, others: RegExp): boolean => {
    const what = own.exec(folded)?.[1];
    return (
      what !== undefined &&
      isNumber(value) &&
      Object.entries(place).some(
        ([other, count]) =>
          others.exec(fold(other))?.[1] === what && isNumber(count) && Number(count) === Number(value),
      )
    );
  };
  return agrees(REQUESTED, ANSWERED) || agrees(ANSWERED, REQUESTED);
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

/** Folded words that make up names of item counts: `totalElements`, `x-total-count`, `numFound`. */
const COUNTED =
  /^(?:count|total|found|num|matched|x|of|all|overall|estimated?|available|returned|number|size|(?:item|result|tool|call|record|element|document|hit|row|listing|candidate|offering|service)s?|match(?:es)?|entr(?:y|ies))+$/;
const COUNTING = /count|total|found|num(?!ber$)|matched|hits/;
const LONGEST_COUNT = 40;

/** Whether a name denotes a count of items. */
const namesCount = (name: string): boolean =>
  name.length <= LONGEST_COUNT && COUNTING.test(fold(name)) && COUNTED.test(fold(name));

/** The item counts that the answer states, as numbers; `NaN` for an unreadable one. */
export function countsIn(body: unknown): number[] {
  return pageRecords(body).flatMap((place) =>
    Object.entries(place)
      .slice(0, MAX_NAMES)
      .flatMap(([name, value]) => {
        if (value === undefined || value === null || Array.isArray(value) || !namesCount(name)) return [];
        const written = label(value);
        return written === null || !/^\d+$/.test(written) ? Number.NaN : Number(written);
      }),
  );
}

/** Foreign text: shortened, and never markup. */
function describeMember(name: string, value: unknown): string {
  if (fold(name).startsWith('partial') || fold(String(text(value))).startsWith('partial'))
    return 'the answer was partial';
  if (Array.isArray(value) && value.some((one) => membersOf(one) !== null) && !namesShortfall(name))
    return `the answer holds another list, “${plainName(name)}”`;
  if (namesShortfall(name) || COMPLETENESS.test(fold(name)) || SHARE.test(fold(name)))
    return `the answer says “${plainName(name)}”`;
  const words = text(value)?.slice(0, LONGEST_TEXT) ?? '';
  return `the answer says “${plainName(/\s/.test(words) ? words : name)}”, which may mean that something is left out`;
}
