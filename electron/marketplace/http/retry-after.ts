import { ownEntry } from '#shared/own-entry.ts';
import { lengthOf, unitNamed } from '../answers/duration.ts';
import { fold } from '../answers/fold.ts';
import {
  instant,
  isDenial,
  label,
  type Members,
  member,
  membersOf,
  spelled,
  text,
} from '../answers/reading.ts';
import type { Answer } from './answer.ts';
import { limitItems } from './header-notices.ts';
import { datesIn, httpDate, writtenDate } from './http-date.ts';

/** Some 60,000 years: a longer wait plus the clock would exceed the range of dates. */
const LONGEST_WAIT_MS = 2_000_000_000_000_000;

/** How deeply a wait or a verdict may be nested in a body: `{ error: { details: [ { … } ] } }` and the like. */
const DEEPEST = 4;
const MAX_PLACES = 500;

/** Folded names of a wait, with an optional unit; seconds without one. */
const WAIT_NAME =
  /^(?:retry(?:after|in|delay|wait|interval)|tryagain(?:in|after)|comebackin|waitfor|waittime|backoff|wait|cooldown(?:time|period|for)?|delay|nextretryin|(?:next)?poll(?:after|in|interval|delay)?|nextpoll|availablein|blockedfor|resets?(?:in|after)|(?:ratelimit)?reset)(ms|millis|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?)?$/;
/** Ambiguous names: they count only with a unit in name or value. */
const VAGUE =
  /^(?:wait|waitfor|waittime|backoff|cooldown(?:time|period|for)?|delay|(?:next)?poll(?:after|in|interval|delay)?)$/;
/** Folded names of a wait's end: a date, or seconds or milliseconds since 1970. */
const END_NAME =
  /^(?:retryat|retryafterdate|retrynotbefore|nextretryat|nextattemptat|tryagainat|(?:next)?pollat|resets?at|(?:blocked|cooldown|wait|paused)until|unblock(?:ed)?at|availableat)$/;
/** When a limit is renewed: a wait only if the limit is reached. */
const RENEWAL = /^(?:ratelimit)?reset/;
/** Statuses that ask the client to wait. */
const REACHED = [429, 503];

/**
 * The wait that the service asks for, in ms (§7.1): from Retry-After as seconds or date, from `retryAfterMs` and
 * similar members, or from an end time in the body or its envelopes; the longest counts, since a stated wait is a
 * minimum. A limit's renewal (§9.3, the IETF draft and its older forms) counts only where Retry-After is not sent and
 * nothing of the limit remains. Null if nothing
 * readable states one. Dates are compared with the answer's own Date if present, so that a wrong clock here does not
 * matter.
 * @param now UTC ms
 * @param status of the answer, if known
 */
export function retryAfter(headers: Headers, body: unknown, now: number, status?: number): number | null {
  const there = serverDate(headers, now) ?? now;
  const { named, renewals } = headerWaits(headers, there, status);
  // Retry-After states when to come back, whatever else is renewed later.
  return named === null
    ? longest([...renewals, waitIn(body, there, status)])
    : longest([named, waitIn(body, there, status, false)]);
}

/** The longest known one, in whole ms; null if none. */
function longest(waits: readonly (number | null)[]): number | null {
  const named = waits.filter((wait) => wait !== null && wait >= 0).map(Number);
  return named.length === 0 ? null : Math.min(Math.ceil(Math.max(...named)), LONGEST_WAIT_MS);
}

/** A wait, under the prefix of any vendor. */
const WAIT_HEADER = /(?:^|-)retry-after(-ms)?$/;
/** A limit's renewal: `ratelimit-reset`, `x-ratelimit-reset-requests`, `vendor-ratelimit-tokens-reset`. */
function renewalHeader(name: string): { before: string; after: string } | null {
  const at = name.lastIndexOf('-reset') + 1;
  const before = name.slice(0, at);
  return /rate-?limit/.test(before) ? { before, after: name.slice(at + 'reset'.length) } : null;
}

function headerWaits(
  headers: Headers,
  now: number,
  status: number | undefined,
): { named: number | null; renewals: (number | null)[] } {
  const isRefused = status !== undefined && REACHED.includes(status);
  const waits: (number | null)[] = [];
  const limits = limitItems(headers.get('ratelimit')).map(({ numbers }) => ({
    left: numbers.get('r') ?? numbers.get('remaining'),
    wait: (numbers.get('t') ?? numbers.get('reset') ?? Number.NaN) * 1_000,
  }));
  for (const [name, value] of headers) {
    const [isWait, inMs] = WAIT_HEADER.exec(name) ?? [];
    if (isWait !== undefined) waits.push(fromHeader(value, inMs === undefined ? 1_000 : 1, now));
    const renewal = renewalHeader(name);
    if (renewal === null) continue;
    const { before, after } = renewal;
    const left = headers.get(`${before}remaining${after}`) ?? headers.get(`${before}remaining`);
    limits.push({
      left: left?.trim() ? Number(left) : undefined,
      wait: renewalIn(value, after === '-ms' ? 1 : 1_000, now) ?? Number.NaN,
    });
  }
  // Beside a limit that is said to be reached, one that does not say what is left is not what was refused for.
  const isKnown = limits.some(({ left }) => left === 0);
  const counted = limits.filter(({ left }) => left === 0 || (isRefused && left === undefined && !isKnown));
  return { named: longest(waits), renewals: counted.map(({ wait }) => wait) };
}

/** Larger numbers are times since 1970 (2001 or later): no limit is renewed that late. */
const FIRST_INSTANT_S = 1_000_000_000;

function renewalIn(header: string, unit: number, now: number): number | null {
  const isInstant = Number(header) >= FIRST_INSTANT_S;
  const at = isInstant ? instant(Math.trunc(Number(header))) : null;
  return at === null ? fromHeader(header, unit, now) : Math.max(0, at - now);
}

const YEAR_MS = 366 * 86_400_000;

/** A wait, or the rest of it where its number is a time since 1970 about now: no wait lasts for as long as that. */
const restOf = (wait: number | null, now: number): number | null =>
  wait === null || Math.abs(wait - now) > YEAR_MS ? wait : Math.max(0, wait - now);

/**
 * The longest wait in a body, in ms; null if there is none.
 * @param now the service's own time, in UTC ms; if unknown, dates state no wait
 * @param withRenewals whether the renewal of a limit counts
 */
function waitIn(
  body: unknown,
  now: number | null,
  status: number | undefined,
  withRenewals = true,
): number | null {
  return longest(
    placesOf(body)
      .filter(({ name, beside }) => !RENEWAL.test(name) || (withRenewals && isReached(beside, status)))
      .flatMap(({ name, value }) =>
        (Array.isArray(value) ? value.slice(0, MAX_PLACES) : [value]).map(
          (one) => restOf(fromMember(name, one), now ?? Date.now()) ?? untilMember(name, one, now),
        ),
      ),
  );
}

/** Whether a limit is reached, by the members beside its renewal and the answer's status. */
function isReached(beside: Members, status: number | undefined): boolean {
  const remaining = member(beside, 'remaining', 'left', 'available');
  const isSaid = remaining !== undefined && remaining !== null;
  // A refusal within a successful answer has no status.
  return isSaid ? Number(label(remaining) ?? 'none') === 0 : status === undefined || status >= 400;
}

/** The wait in an answer's body or headers, in ms, whatever else the answer contains (§7.1); null if none. */
export function statedWait({
  body,
  retryAfterMs,
  status,
}: Pick<Answer, 'body' | 'retryAfterMs'> & { status?: number }): number | null {
  return longest([waitIn(body, null, status, retryAfterMs == null), retryAfterMs ?? null]);
}

/** Vendors' headers for whether to repeat a request: `x-should-retry`, `stripe-should-retry`. */
const VERDICT_HEADER = /(?:^|-)should-retry$/;

/** Whether the answer permits repeating the request; a contradiction means no. Null if unstated. */
export function saidRetryable(body: unknown, headers?: Headers): boolean | null {
  const inHeaders = [...(headers ?? [])].filter(([name]) => VERDICT_HEADER.test(name));
  const said = [...inHeaders.map(([, value]) => ({ name: 'shouldretry', value })), ...placesOf(body)]
    .map(({ name, value }) => verdictIn(name, value))
    .filter((verdict) => verdict !== null);
  return said.length === 0 ? null : said.every(Boolean);
}

function verdictIn(name: string, value: unknown): boolean | null {
  if (FORBIDDING_NAMES.test(name)) return isDenial(value) ? null : false;
  if (PASSING_NAMES.test(name)) return ownEntry(VERDICTS, fold(spelled(value))) === false ? false : null;
  if (!VERDICT_NAMES.test(name) && (name !== 'retry' || isNumber(value))) return null;
  return ownEntry(VERDICTS, fold(spelled(value))) ?? null;
}

const VERDICT_NAMES =
  /^(?:(?:is)?retr[yi]able(?:value|allowed)?|(?:can|may|should|safeto)retry|retry(?:allowed|possible|permitted|ok|ability|policy|strategy))$/;
/** Negative verdicts: denied, they state nothing. */
const FORBIDDING_NAMES =
  /^(?:(?:is)?(?:non|not|un)retr[yi]able|(?:donot|dont|no|never)retry|(?:is)?permanent(?:ly|failure|error)?)$/;
/** `false` means never; `true` alone does not allow repeating this request. */
const PASSING_NAMES = /^(?:is)?(?:transient|temporary)(?:failure|error)?$/;

/** `retry: 0` may be a wait or a verdict. */
const isNumber = (value: unknown): boolean => /^\d+$/.test(spelled(value).trim());

/** Verdicts as text: more words for a refusal are recognised than for permission. */
const VERDICTS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  no: false,
  never: false,
  none: false,
  n: false,
  off: false,
  forbidden: false,
  disallowed: false,
  permanent: false,
  noretry: false,
  nonretryable: false,
  notretryable: false,
  donotretry: false,
  0: false,
};

/**
 * The longest duration or date in a header, which is a list if sent twice.
 * @param unit the header's unit in ms
 */
function fromHeader(header: string | null, unit: number, now: number): number | null {
  if (header === null) return null;
  return longest(
    datesIn(header).map((one) => {
      const date = writtenDate(one, now);
      return date === null ? restOf(lengthOf(one, unit), now) : Math.max(0, date - now);
    }),
  );
}

function fromMember(name: string, value: unknown): number | null {
  const [known, unit = ''] = WAIT_NAME.exec(name) ?? [];
  if (known === undefined) return null;
  const each = unitNamed(unit) ?? (VAGUE.test(name) ? null : 1_000);
  const parts = membersOf(value);
  return parts === null ? lengthOf(trimmed(value), each) : lengthOfParts(parts);
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/**
 * A duration as a record of units, such as `{seconds: "30", nanos: 0}`, or of value and unit; null if any is
 * unreadable.
 */
function lengthOfParts(parts: Members): number | null {
  const unit = text(member(parts, 'unit', 'units', 'timeUnit'));
  if (unit !== null)
    return lengthOf(trimmed(member(parts, 'value', 'amount', 'length')), unitNamed(fold(unit)));
  const lengths = Object.entries(parts).flatMap(([name, value]) => {
    const unit = fold(name) === 'nanos' ? 1e-6 : unitNamed(fold(name));
    return unit === null ? [] : [lengthOf(trimmed(value), unit)];
  });
  return lengths.length === 0 || lengths.includes(null)
    ? null
    : lengths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** The wait until a time in a member that names an end, or a date in one that names a wait. */
function untilMember(name: string, value: unknown, now: number | null): number | null {
  const isWait = WAIT_NAME.test(name) && typeof value === 'string';
  if (now === null || !(isWait || END_NAME.test(name))) return null;
  const ends = (typeof value === 'string' ? httpDate(value.trim(), now) : null) ?? instant(value);
  return ends === null ? null : Math.max(0, ends - now);
}

/** Names that are completed by the members within: `{retry: {after: 30}}`. */
const NAME_PREFIXES = /^(?:retry|retr[yi]able|wait|backoff|cooldown|tryagain|poll)$/;

/** A member by its folded name, with its containing record. */
type Place = { name: string; value: unknown; beside: Members };

/** Every member of a body and its envelopes, by its folded name, up to a maximum. */
function placesOf(body: unknown): Place[] {
  const places: Place[] = [];
  const visit = (value: unknown, depth: number, around = ''): void => {
    if (depth > DEEPEST || places.length >= MAX_PLACES) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MAX_PLACES)) visit(item, depth + 1, around);
    const members = membersOf(value);
    if (members === null) return;
    for (const name of Object.keys(members).slice(0, MAX_PLACES)) {
      const item = members[name];
      places.push({ name: fold(name), value: item, beside: members });
      if (NAME_PREFIXES.test(around))
        places.push({ name: `${around}${fold(name)}`, value: item, beside: members });
      // A Tool's output states nothing about this request.
      if (fold(name) !== 'output') visit(item, depth + 1, fold(name));
    }
  };
  visit(body, 0);
  return places;
}

/** The answer's Date header in UTC ms. */
export function serverDate(headers: Headers, now: number): number | null {
  const value = headers.get('date');
  return value === null ? null : httpDate(value.trim(), now);
}
