import { CATALOGUE_STATES, type CatalogueFreshness } from '#shared/catalogue/freshness.ts';
import { plainName } from '#shared/plain-text.ts';
import { lengthOf, unitNamed } from '../../marketplace/answers/duration.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { isDenial } from '../../marketplace/answers/further-page.ts';
import { CLOCK_TOLERANCE_MS, STALE_AFTER_MS } from '../../marketplace/answers/harmless-members.ts';
import { type Came, readListHeaders } from '../../marketplace/answers/list-headers.ts';
import { instant, label, member, membersOf } from '../../marketplace/answers/reading.ts';
import { shortfallIn } from '../../marketplace/answers/shortfall.ts';
import { unwrapped } from './wrapping.ts';

const HOUR = 3_600_000;
const STATE_NAMES = ['status', 'state', 'freshness'] as const;
/** Refreshes that leave a fresh catalogue fresh. */
const HARMLESS_REFRESHES = [
  'none',
  'idle',
  'complete',
  'completed',
  'done',
  'success',
  'succeeded',
  'ok',
  'refreshing',
  'running',
  'inprogress',
  'scheduled',
  'queued',
  'pending',
];
const UNIT = '(ms|millis|milliseconds|s|secs?|seconds|m|mins?|minutes|h|hours?|d|days?)?';
/** Folded names of the time when the catalogue was last read. */
const COMPLETION =
  /^(?:last)?(?:successful|complete|full)?(?:completed|updated?|refresh(?:ed)?|sync(?:ed)?|index(?:ed)?|generated|success|crawl(?:ed)?|snapshot|built)(at|on|date|time)?$|^asof$/;
/** Folded names of how long ago that was, and of the age from which it is stale. */
const AGE = new RegExp(`^(?:age|lag|staleness|delay)(?:in)?${UNIT}$`);
const LIMIT = new RegExp(`^stale(?:after|age)(?:in)?${UNIT}$`);

const stateOf = (body: unknown): string => label(member(body, ...STATE_NAMES)) ?? '';

/** Whether a body is itself a report, and not only the state of the request, such as `success`. */
const isReport = (body: unknown): boolean =>
  !['', 'ok', 'success', 'succeeded'].includes(fold(stateOf(body)));

/**
 * Reads a freshness report, the service's own or that within a list or a wrapper. An unknown state is `unknown`, and so
 * is *fresh* if the report, its wrapper or its headers contradict it.
 * @param readAt UTC ms
 * @param came its status and headers, if known
 */
export function readFreshness(answered: unknown, readAt: number, came?: Came): CatalogueFreshness {
  const named = REPORTS.map((name) => member(answered, name)).find((value) => membersOf(value) !== null);
  const { body, isWrapped } =
    isReport(answered) || named === undefined
      ? unwrapped(answered, isReport)
      : { body: named, isWrapped: true };
  const statusText = stateOf(body);
  // Not folded further: "fresh?" is a different state.
  const written = statusText.trim().toLowerCase();
  const status = CATALOGUE_STATES.find((state) => state !== 'unknown' && state === written) ?? 'unknown';
  const contradiction =
    status === 'fresh'
      ? (contradictionIn(body, readAt) ??
        (isWrapped ? flawsIn(answered, readAt) : null) ??
        readListHeaders(came).partialReason)
      : null;
  return {
    status: contradiction === null ? status : 'unknown',
    statusText: statusText === '' ? 'not given' : plainName(statusText),
    refreshState: label(member(body, 'refreshState')),
    completedAt: instant(member(body, 'completedAt')),
    lastError: label(member(body, 'lastError')),
    contradiction,
    readAt,
  };
}

/** Member names of a report within another answer. */
export const REPORTS = ['freshness', 'catalogueFreshness', 'sourceFreshness', 'catalogueStatus'] as const;

const flawsIn = (body: unknown, readAt: number): string | null =>
  ageContradiction(body, readAt) ?? shortfallIn(body);

function contradictionIn(body: unknown, readAt: number): string | null {
  const others = STATE_NAMES.flatMap((name) => label(member(body, name)) ?? []);
  const other = others.find((state) => fold(state) !== 'fresh');
  if (other !== undefined) return `its report also says “${plainName(other)}”`;
  const refresh = member(body, 'refreshState');
  if (!isDenial(refresh) && !HARMLESS_REFRESHES.includes(fold(label(refresh) ?? '?')))
    return `its refresh is “${plainName(label(refresh) ?? 'not readable')}”`;
  return flawsIn(body, readAt);
}

/** Why the catalogue's own timestamps contradict *fresh*: too old, in the future, or unreadable. */
function ageContradiction(body: unknown, readAt: number): string | null {
  const stated = namesOf(body).map((name) => ({
    name,
    folded: fold(name),
    value: member(body, name) ?? null,
  }));
  const lengths = (named: RegExp) =>
    stated.flatMap(({ name, folded, value }) => {
      const [known, unit = ''] = named.exec(folded) ?? [];
      if (known === undefined || value === null) return [];
      return [
        { name, age: Number(label(value)) === 0 ? 0 : (lengthOf(value, unitNamed(unit)) ?? Number.NaN) },
      ];
    });
  const limit = Math.min(
    STALE_AFTER_MS,
    ...lengths(LIMIT).flatMap(({ age }) => (Number.isNaN(age) ? [] : [age])),
  );
  const ages = [
    ...lengths(AGE),
    ...stated.flatMap(({ name, folded, value }) => {
      const [known, isTime] = COMPLETION.exec(folded) ?? [];
      const at = instant(value);
      if (known === undefined || value === null || (at === null && isTime === undefined)) return [];
      return [{ name, age: readAt - (at ?? Number.NaN) }];
    }),
  ];
  for (const { name, age } of ages) {
    if (Number.isNaN(age)) return `its “${name}” cannot be read`;
    if (age < -CLOCK_TOLERANCE_MS) return `its “${name}” lies in the future`;
    if (age > limit) return `it was last read completely ${Math.floor(age / HOUR)} hours ago`;
  }
  return futureTimestamp(body, readAt) ?? expiredValidity(body, readAt);
}

const namesOf = (body: unknown): string[] => Object.keys(membersOf(body) ?? {}).slice(0, 200);

/** Finds a past event dated in the future, which means that the report's clock cannot be trusted. */
function futureTimestamp(body: unknown, readAt: number): string | null {
  const ahead = namesOf(body).find((name) => {
    if (!/(?:[a-z]A|_a|-a)t$/.test(name) || /next|expire|valid|due|planned|scheduled|stale/i.test(name))
      return false;
    const at = instant(member(body, name));
    return at !== null && at > readAt + CLOCK_TOLERANCE_MS;
  });
  return ahead === undefined ? null : `its “${plainName(ahead)}” lies in the future`;
}

/** Finds an end of validity that has passed. */
function expiredValidity(body: unknown, readAt: number): string | null {
  const over = namesOf(body).find((name) => {
    if (!/^(?:expires|validuntil|freshuntil|staleat|expiresat|staleafter)$/.test(fold(name))) return false;
    const until = instant(member(body, name));
    return until !== null && until < readAt - CLOCK_TOLERANCE_MS;
  });
  return over === undefined ? null : `its “${plainName(over)}” has passed`;
}

/** The freshness within an answer; null if absent. An unreadable one is `unknown`. */
export const freshnessInside = (body: unknown, readAt: number): CatalogueFreshness | null =>
  freshnessOf(member(body, ...REPORTS), readAt);

/** Reads a freshness member, which is a report or only its state. */
export const freshnessOf = (inside: unknown, readAt: number): CatalogueFreshness | null =>
  inside === undefined || inside === null
    ? null
    : readFreshness(membersOf(inside) === null ? { status: inside } : inside, readAt);
