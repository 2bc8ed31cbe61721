import { plainName } from '#shared/plain-text.ts';
import { fold, wordsOf } from './fold.ts';
import { isDenial, isPageRecord, namesFurtherPage, pageRecords } from './further-page.ts';
import {
  HARMLESS,
  isDenied,
  isNumber,
  type ListContext,
  namesShortfall,
  SHORTFALLS,
  wordSet,
} from './harmless-members.ts';
import { label, membersOf, spelled, text } from './reading.ts';

/**
 * Judges the members beside the items of a list. The contract does not show which members a service puts there (§4,
 * rule 3), so a list proves that something is absent only if every one is known, by name and value, to be harmless.
 * An unknown member may mean that items were left out: better to refuse a proof of absence too often than to give one
 * wrongly (§1.4).
 */

const MAX_NAMES = 200;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 500;
const DEEPEST = 4;

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

/** Names that state completeness: negated, or without a value, they state the contrary. */
const COMPLETENESS =
  /^(?:(?:is|are|was)?(?:results?|list|catalogue|catalog)?(?:complete|completed|exhaustive|whole|full|fresh|uptodate|allresults|ok|success|succeeded|successful))$/;
const AFFIRMED = new Set(['true', 'yes', 'y', '1', 'on', 'complete', 'full', 'all', 'ok']);
const SHARE = /^(?:completeness|coverage)(?:percent|percentage|ratio|share)?$/;

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
