import { plainName } from '#shared/plain-text.ts';
import { fold, wordsOf } from './fold.ts';
import { isAround, isDenial, namesFurther, placesAround } from './further-page.ts';
import { instant, label, membersOf, spelled, text } from './reading.ts';

/**
 * What stands beside the items of a list. Which members a service has there is not shown (§4, rule 3), so a list proves
 * that something is not in it only where every one of them is known to be harmless, by its name and its value. Whatever
 * is not known may say that something is left out: a proof of absence is refused too often rather than given once too
 * often (§1.4).
 */

const HOUR = 3_600_000;
/** A catalogue that was completed longer ago is stale, as services of this kind define it. */
export const STALE_AFTER_MS = 36 * HOUR;
/** How far ahead of this machine's clock a stamp may lie: clocks that are kept right differ by less. */
export const CLOCK_TOLERANCE_MS = 60_000;

const MOST_NAMES = 200;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 500;
const DEEPEST = 4;

export type Beside = {
  /** Names of what is read for itself. */
  apart: readonly string[];
  /** How many items came. */
  sent: number;
  /** When the answer came, in UTC ms. */
  readAt: number;
  /** Whether it was asked to go on where another page ended; it may then say where it begins. */
  goesOn?: boolean;
  /** What was asked, as far as an answer may repeat it. */
  requested?: { query?: string | undefined; filters?: unknown };
  /**
   * How many items there may be by its counts; a word of a further page counts against it too. Absent where the caller
   * compares both itself, in the places of `placesAround`.
   */
  counts?: readonly number[];
  /** Whether what a member says under its folded name is harmless; undefined where that is not known. */
  known?: (name: string, value: unknown) => boolean | undefined;
  /** Whether the answer says that what was named is not there, in texts or with a status. */
  notFound?: boolean;
  /**
   * Whether a member that nobody knows counts as harmless where none of its words says that something is left out: for
   * lists on which a purchase waits. It would wait for ever at a service that has a member of its own there.
   */
  unknownIsHarmless?: boolean;
};

/**
 * The first thing beside a list that is not known to be harmless, as the end of a sentence; null where everything is.
 * Members without a value say nothing.
 */
export function doubtBeside(body: unknown, beside: Beside): string | null {
  const apart = new Set(beside.apart.map(fold));
  for (const [index, place] of placesAround(body).entries()) {
    // What is apart is read for itself beside the list; under the same name deeper down, nobody else hears it.
    const found = doubtIn(place, beside, index === 0 ? apart : NOTHING, 0);
    if (found !== null) return found;
  }
  return null;
}

const NOTHING: ReadonlySet<string> = new Set();
const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

function doubtIn(
  place: Readonly<Record<string, unknown>>,
  beside: Beside,
  apart: ReadonlySet<string>,
  depth: number,
): string | null {
  const members = Object.entries(place);
  if (members.length > MOST_NAMES) return 'the answer says more than Milepost reads';
  for (const [name, value] of members) {
    const folded = fold(name);
    if (apart.has(folded)) continue;
    if (countsByWhatItHolds(name) && membersOf(value) !== null && depth < DEEPEST) {
      // The caller compares counts in places of a page alone.
      const within = { ...beside, counts: beside.counts ?? [beside.sent] };
      const found = doubtIn(membersOf(value) ?? {}, within, NOTHING, depth + 1);
      if (found !== null) return found;
    } else if (!isHarmless(name, folded, value, place, beside)) return saidBy(name, value);
  }
  return null;
}

/** What repeats the request, the problem that an answer is, or a service's extension: `x-trace`, `xTrace`. */
const countsByWhatItHolds = (name: string): boolean =>
  /^(?:request|params|parameters|criteria|problem)$/.test(fold(name)) ||
  (/^x[-_A-Z]/.test(name) && !wordsOf(name).some((word) => SHORTFALLS.has(word)));

function isHarmless(
  name: string,
  folded: string,
  value: unknown,
  place: Readonly<Record<string, unknown>>,
  beside: Beside,
): boolean {
  if (name.length > LONGEST_NAME) return false;
  const known = beside.known?.(folded, value);
  if (known !== undefined) return known;
  if (namesFurther(folded)) return beside.counts === undefined || isDenial(value);
  // Read as a place of its own.
  if (isAround(folded, value)) return true;
  if (WHOLENESS.test(folded)) return AFFIRMED.has(fold(spelled(value)));
  if (SHARE.test(folded)) return Number(label(value)) === 1 || Number(label(value)) === 100;
  if (value === null || value === undefined) return true;
  if (namesCount(name)) return beside.counts?.includes(Number(label(value))) ?? true;
  return (
    (isDenied(value) && namesShortfall(name)) ||
    HARMLESS.some(([names, isFit]) => names.test(folded) && isFit(value, beside, place)) ||
    isLength(name, value) ||
    isTallied(folded, value, place) ||
    (beside.unknownIsHarmless === true &&
      !HARMLESS.some(([names]) => names.test(folded)) &&
      !speaksOfShortfall(name, value, beside, 0))
  );
}

/**
 * Whether any word of a member, or within it, may say that something is left out or which items the list holds, or it
 * counts others, or holds a list of its own.
 */
function speaksOfShortfall(name: string, value: unknown, beside: Beside, depth: number): boolean {
  if (depth >= DEEPEST) return true;
  const named = wordsOf(name);
  const words = [...named, ...wordsOf(text(value)?.slice(0, LONGEST_TEXT) ?? '')];
  const isSpoken = isDenied(value)
    ? named.some((word) => TURNING.has(word))
    : words.some((word) => SHORTFALLS.has(word) || IN_TEXTS.has(word) || RESTRICTING.has(word));
  if (isSpoken) return true;
  if (isNumber(value) && named.some((word) => COUNTERS.has(word)))
    return beside.counts?.includes(Number(value)) === false;
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' && one !== null);
  const members = Object.entries(membersOf(value) ?? {});
  return (
    members.length > MOST_NAMES ||
    members.some(([inner, of]) => speaksOfShortfall(inner, of, beside, depth + 1))
  );
}

/** Words that say the same within a sentence. */
const IN_TEXTS = wordSet('not only some except without unlisted top part parts best');
/** Words by which a list says which items it holds, of when, or how far it is behind: others may exist. */
const RESTRICTING = wordSet(
  'states statuses kinds filter filters scope view window since until from period range interval days hours weeks recent ' +
    'latest newest oldest last retention archived settled unsettled ended finished open closed queued inflight flight ' +
    'running active delayed delay lag lagging behind replica consistency eventual eventually tool tools capability ' +
    'provider providers segment shard shards chunk visible visibility own mine',
);
/** Denied, what they stand beside is left out. */
const TURNING = wordSet('include includes including included with show shows shown list lists listed');
const COUNTERS = wordSet('total totals sum count counts n num number calls items rows records entries all');

type Fit = (value: unknown, beside: Beside, place: Readonly<Record<string, unknown>>) => boolean;

const anything: Fit = () => true;
const scalar: Fit = (value) => typeof value !== 'object';
const oneOf =
  (...words: readonly string[]): Fit =>
  (value) =>
    words.includes(fold(spelled(value)));
const isNumber = (value: unknown): value is number | string => /^\d+(?:\.\d+)?$/.test(label(value) ?? '');
const link: Fit = (value) => text(value) !== null || text(membersOf(value)?.href) !== null;
/** An instant between two distances from the moment at which the answer came, in ms. */
const between =
  (from: number, to: number): Fit =>
  (value, { readAt }) => {
    const at = instant(value);
    return at !== null && at >= readAt + from && at <= readAt + to;
  };

/** Members by their folded names, and what of them leaves a list as it is. */
const HARMLESS: readonly [RegExp, Fit][] = [
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
    (value, beside, place) =>
      oneOf('200')(value, beside, place) ||
      // Beside Calls it may be which of them are listed.
      (beside.unknownIsHarmless !== true && oneOf('complete', 'completed', 'done')(value, beside, place)),
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
  [/^(?:offset|skip|from|start|start(?:index|row|at|offset)|pageindex|number)$/, beginsAt(0)],
  [/^(?:page|currentpage|pagenumber|pageno)$/, beginsAt(0, 1)],
  [/^(?:total)?pages?(?:count)?$|^(?:num|last)pages?$/, (value) => isNumber(value) && Number(value) <= 1],
  [/^(?:is)?first(?:page)?$/, (value) => value === true || link(value, NO_LIST, {})],
  [/^(?:is)?last(?:page)?$/, (value) => value === true],
  [/^last$/, (value, beside, { first, self }) => link(value, beside, {}) && sameLink(value, first ?? self)],
  [/^(?:self|canonical|base|baseurl|url|href|path|uri)$/, link],
  [/^prev(?:ious)?(?:page|cursor|link|url|pageurl)?$/, (_, { goesOn }) => goesOn === true],
  [/^(?:query|q|searchterms?|terms?|search)$/, isQueryRequested],
  [/^filters?(?:applied)?$|^appliedfilters$/, isFilterRequested],
  [/^(?:x?ratelimits?|quota)$/, isLimitNotReached],
  [/^x?ratelimit(?:limit|remaining|reset|policy|used)$/, (value) => isNumber(value) && Number(value) > 0],
  [/^(?:message|note|notice|notices|description|info|hint|title|summary|details?)$/, isPlainText],
  // Made, or as of, at a moment that is neither long ago nor to come: what is older says nothing of today (§1.4).
  [/^(?:generated|served|responded|fetched|observed|snapshot|built|indexed|created|requested)at$/, RECENT()],
  [/^(?:last)?(?:updated|refreshed|synced|completed|indexed)(?:at|on)?$|^lastsuccessat$/, RECENT()],
  [/^(?:asof|timestamp|time|date|now|servertime)$/, RECENT()],
  [/^last(?:failure|error|checked|attempt|attempted)at$/, between(-Infinity, CLOCK_TOLERANCE_MS)],
  [/^next[a-z]*at$/, (value) => instant(value) !== null],
  [/^(?:expires|expiresat|validuntil|freshuntil)$/, between(-CLOCK_TOLERANCE_MS, Infinity)],
  [/^(?:shards|sources|providers)$/, isTally],
];

const NO_LIST: Beside = { apart: [], sent: 0, readAt: 0 };

function RECENT(): Fit {
  return between(-STALE_AFTER_MS, CLOCK_TOLERANCE_MS);
}

function atLeastSent(value: unknown, { sent }: Beside): boolean {
  return isNumber(value) && Number(value) >= sent;
}

function beginsAt(...beginnings: readonly number[]): Fit {
  return (value, { goesOn }) => isNumber(value) && (goesOn === true || beginnings.includes(Number(value)));
}

const sameLink = (a: unknown, b: unknown): boolean =>
  b === undefined || (text(membersOf(a)?.href) ?? a) === (text(membersOf(b)?.href) ?? b);

const isNotFound = (value: unknown): boolean => fold(spelled(value)).endsWith('notfound');

/** The query comes back as it was sent: another one was answered otherwise, or a part of it. */
function isQueryRequested(value: unknown, { requested }: Beside): boolean {
  const plain = (one: string): string => one.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return isDenial(value) || (typeof value === 'string' && plain(value) === plain(requested?.query ?? ''));
}

/** The filters come back as they were sent; one that was not sent may have left out what is looked for. */
function isFilterRequested(value: unknown, { requested }: Beside): boolean {
  return isDenied(value) || valuesIn(value) === valuesIn(requested?.filters);
}

function valuesIn(filters: unknown): string {
  const values = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).slice(0, MOST_NAMES).flatMap(values)
      : isDenial(value)
        ? []
        : [fold(spelled(value))];
  return values(filters).sort().join();
}

/** `{limit: 60, remaining: 59, reset: 30}`. */
function isLimitNotReached(value: unknown): boolean {
  const entries = Object.entries(membersOf(value) ?? { it: value }).slice(0, MOST_NAMES);
  return entries.every(([name, one]) => {
    if (!/^(?:limit|remaining|reset|used|policy|window|reset(?:at|in|ms|seconds|after))$/.test(fold(name)))
      return false;
    return fold(name) === 'remaining' ? isNumber(one) && Number(one) > 0 : scalar(one, NO_LIST, {});
  });
}

/** Words that a text about an empty list is made of. None says that there is anything else. */
const PLAIN_WORDS = wordSet(
  'ok okay success successful successfully request no nothing tool tools result results candidate candidates ' +
    'match matches matched matching found for in of this that the a an your you query search searches was were is are ' +
    'did catalogue catalog outcome words terms wording it to and or try use with broader wider different another ' +
    'other describe rephrase call calls service marketplace',
);
/** The same of a text about one Tool that was asked for by its reference. */
const WORDS_OF_NOT_FOUND = new Set(
  'not exist exists does such there reference ref operation could be thing resource object requested known unknown here id has located'.split(
    ' ',
  ),
);

function isPlainText(value: unknown, { notFound }: Beside): boolean {
  const written = text(value);
  if (written === null || written.length > LONGEST_TEXT) return isDenial(value);
  // A figure says how many, and a letter that is not ours may say anything.
  if (!/^[a-z\s.,!:;“”"'’_/-]*$/i.test(notFound === true ? written.replaceAll(OPAQUE, '') : written))
    return false;
  return wordsOf(notFound === true ? written.replaceAll(OPAQUE, '') : written).every(
    (word) => PLAIN_WORDS.has(word) || (notFound === true && WORDS_OF_NOT_FOUND.has(word)),
  );
}

/** A reference that a text repeats. */
const OPAQUE = /[a-z]+(?::[a-z0-9]+)+/gi;

/** Members that say that all is there: denied, or without a value, they say the contrary. */
const WHOLENESS =
  /^(?:(?:is|are|was)?(?:results?|list|catalogue|catalog)?(?:complete|completed|exhaustive|whole|full|fresh|uptodate|allresults|ok|success|succeeded|successful))$/;
const AFFIRMED = new Set(['true', 'yes', 'y', '1', 'on', 'complete', 'full', 'all', 'ok']);
const SHARE = /^(?:completeness|coverage)(?:percent|percentage|ratio|share)?$/;

/** Words of names that say that something is left out, or not as it is at present. Denied, such a name is harmless. */
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
/** Words that may stand beside one of these. `include`, `show`, `no` and the like may not: they turn it round. */
const BESIDE_SHORTFALLS = wordSet(
  'is are was were has have result results item items tool tools call calls row rows record records entry entries list ' +
    'page pages count counts total num number of by from out off up to over limit quota rate source sources provider ' +
    'providers shard shards search query catalogue catalog response answer data last first in still best effort early ' +
    'hit hits id key end start code message',
);

/** Whether a name says, and no more than that, that something is left out: `partialResults`, `timed_out`. */
function namesShortfall(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => SHORTFALLS.has(word)) &&
    words.every((word) => SHORTFALLS.has(word) || BESIDE_SHORTFALLS.has(word))
  );
}

/** Whether a value says no, or holds nothing but what does: `{hit: false}`. */
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
/** What took so long, or may: not how far something lags behind, nor when to come again. */
const TAKEN = wordSet(
  'took taken duration elapsed latency time timeout processing query search server response total execution call ' +
    'request upstream network ttl max age stale after in',
);
const LENGTHS =
  /^(?:took|taken|duration|elapsed|latency|responsetime|querytime|processingtime|ttl|maxage|timetaken)$/;

/** A length of time that says nothing of the list: `tookMs`, `duration`. */
function isLength(name: string, value: unknown): boolean {
  const words = wordsOf(name);
  const named =
    LENGTHS.test(fold(name)) ||
    (words.length > 1 &&
      UNITS_OF_TIME.has(words.at(-1) ?? '') &&
      words.slice(0, -1).every((one) => TAKEN.has(one)));
  return named && /^\d[\d.]* ?(?:ms|s|us|µs|ns)?$/.test(label(value) ?? '');
}

/** How many were asked, beside how many answered. */
const REQUESTED = /^(.+?)(?:queried|asked|contacted|requested|searched|total|expected)(?:count)?$/;
const ANSWERED = /^(.+?)(?:answered|responded|succeeded|successful|returned|ok)(?:count)?$/;

/** `sourcesQueried` beside as many `sourcesAnswered`. */
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

/** `{total: 5, successful: 5, failed: 0}`. */
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

/** Words, folded, of which the name of a count of items is made up: `totalElements`, `x-total-count`, `numFound`. */
const COUNTED =
  /^(?:count|total|found|num|matched|x|of|all|overall|estimated?|available|returned|number|size|(?:item|result|tool|call|record|element|document|hit|row|listing|candidate|offering|service)s?|match(?:es)?|entr(?:y|ies))+$/;
const COUNTING = /count|total|found|num(?!ber$)|matched|hits/;
const LONGEST_COUNT = 40;

/** Whether a name is that of a count of what the list holds. */
const namesCount = (name: string): boolean =>
  name.length <= LONGEST_COUNT && COUNTING.test(fold(name)) && COUNTED.test(fold(name));

/** How many there are by the answer's own counts, each as a number; `NaN` for one that cannot be read. */
export function countsIn(body: unknown): number[] {
  return placesAround(body).flatMap((place) =>
    Object.entries(place)
      .slice(0, MOST_NAMES)
      .flatMap(([name, value]) => {
        if (value === undefined || value === null || Array.isArray(value) || !namesCount(name)) return [];
        const written = label(value);
        return written === null || !/^\d+$/.test(written) ? Number.NaN : Number(written);
      }),
  );
}

/** The foreign word is shortened, never markup. */
function saidBy(name: string, value: unknown): string {
  if (fold(name).startsWith('partial') || fold(String(text(value))).startsWith('partial'))
    return 'the answer was partial';
  if (Array.isArray(value) && value.some((one) => membersOf(one) !== null) && !namesShortfall(name))
    return `the answer holds another list, “${plainName(name)}”`;
  if (namesShortfall(name) || WHOLENESS.test(fold(name)) || SHARE.test(fold(name)))
    return `the answer says “${plainName(name)}”`;
  const words = text(value)?.slice(0, LONGEST_TEXT) ?? '';
  return `the answer says “${plainName(/\s/.test(words) ? words : name)}”, which may mean that something is left out`;
}
