import { ownEntry } from '#shared/own-entry.ts';
import { lengthOf, unitNamed } from '../answers/duration.ts';
import { fold } from '../answers/fold.ts';
import { isDenial } from '../answers/further-page.ts';
import { instant, label, type Members, member, membersOf, spelled, text } from '../answers/reading.ts';
import type { Answer } from './answer.ts';
import { limitItems } from './header-notices.ts';
import { datesIn, httpDate } from './http-date.ts';

/** Some 60,000 years: beyond it a wait and the clock no longer add up to a date. No shorter wait is cut. */
const LONGEST_WAIT_MS = 2_000_000_000_000_000;

/** How deep a wait or a verdict may stand in an answer's body: `{ error: { details: [ { … } ] } }` and the like. */
const DEEPEST = 4;
const MOST_PLACES = 500;

/** A wait in a body by its folded name, with the unit that it may end in: without one, it counts seconds. */
const WAIT_NAME =
  /^(?:retry(?:after|in|delay|wait|interval)|tryagain(?:in|after)|comebackin|waitfor|waittime|backoff|wait|cooldown(?:time|period|for)?|delay|nextretryin|(?:next)?poll(?:after|in|interval|delay)?|nextpoll|availablein|blockedfor|resets?(?:in|after))(ms|millis|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?)?$/;
/** Words for a wait that say something else as well: they count with a unit alone, of their name or their value. */
const VAGUE =
  /^(?:wait|waitfor|waittime|backoff|cooldown(?:time|period|for)?|delay|(?:next)?poll(?:after|in|interval|delay)?)$/;
/** Names of the moment at which a wait ends, folded: a date, or seconds or milliseconds since 1970. */
const END_NAME =
  /^(?:retryat|retryafterdate|retrynotbefore|nextretryat|nextattemptat|tryagainat|(?:next)?pollat|resets?at|(?:blocked|cooldown|wait|paused)until|unblock(?:ed)?at|availableat)$/;
/** When a limit is renewed: a wait only where the limit is reached. */
const RENEWAL = /^resets?(?:in|after|at)/;
/** Statuses by which a service asks to be left alone. */
const REACHED = [429, 503];

/**
 * How long the service asks to be left alone, in milliseconds (§7.1): from the Retry-After header in seconds or as a
 * date, and from `retryAfterMs` and its like, or the date at which it ends, in the body or an envelope in it. When a limit
 * is renewed (§9.3, the draft of the IETF and its older forms) counts where it is reached. The longest counts: a wait that
 * is named is the least. Null where nothing that can be read names one. A date is compared with the answer's own Date
 * where it has one, so that a wrong clock here does not count.
 * @param now UTC ms
 * @param status of the answer, where it is known
 */
export function retryAfter(headers: Headers, body: unknown, now: number, status?: number): number | null {
  const there = serverDate(headers, now) ?? now;
  return longest([...headerWaits(headers, there, status), waitIn(body, there, status)]);
}

/** The longest of what is known; null where nothing is. */
function longest(waits: readonly (number | null)[]): number | null {
  const named = waits.filter((wait) => wait !== null);
  return named.length === 0 ? null : Math.min(Math.max(...named), LONGEST_WAIT_MS);
}

/** Headers that name a wait, and milliseconds of one of what they count. */
const WAIT_HEADERS: readonly [string, number][] = [
  ['retry-after', 1_000],
  ['x-retry-after', 1_000],
  ['retry-after-ms', 1],
  ['x-retry-after-ms', 1],
];
/** Beginnings of the names of headers that say what is left of a limit, and when it is renewed. */
const LIMIT_HEADERS = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

function headerWaits(headers: Headers, now: number, status: number | undefined): (number | null)[] {
  const isRefused = status !== undefined && REACHED.includes(status);
  const waits = WAIT_HEADERS.map(([name, unit]) => fromHeader(headers.get(name), unit, now));
  const renewals = LIMIT_HEADERS.map((name) =>
    isRefused || Number(headers.get(`${name}-remaining`)?.trim() || 1) === 0
      ? renewalIn(headers.get(`${name}-reset`), now)
      : null,
  );
  const limits = limitItems(headers.get('ratelimit')).map(({ numbers }) => ({
    left: numbers.get('r') ?? numbers.get('remaining'),
    reset: numbers.get('t') ?? numbers.get('reset'),
  }));
  // Of several limits those that are reached count; a refusal without one that says so may be of any.
  const reached = limits.filter(({ left }) => left === 0);
  const counted = reached.length > 0 ? reached : isRefused ? limits : [];
  return [...waits, ...renewals, ...counted.map(({ reset }) => (reset === undefined ? null : reset * 1_000))];
}

/** No limit is renewed after so many seconds: what is larger is an instant (2001 and later), as some services send it. */
const FIRST_INSTANT_S = 1_000_000_000;

function renewalIn(header: string | null, now: number): number | null {
  const isInstant = header !== null && Number(header) >= FIRST_INSTANT_S;
  const at = isInstant ? instant(Math.trunc(Number(header))) : null;
  return at === null ? fromHeader(header, 1_000, now) : Math.max(0, at - now);
}

/**
 * The longest wait that a body names, in milliseconds; null where it names none.
 * @param now the service's own time, in UTC ms; where that is not known, dates name no wait
 */
function waitIn(body: unknown, now: number | null, status?: number): number | null {
  return longest(
    placesOf(body)
      .filter(({ name, beside }) => !RENEWAL.test(name) || isReached(beside, status))
      .flatMap(({ name, value }) =>
        (Array.isArray(value) ? value.slice(0, MOST_PLACES) : [value]).map(
          (one) => fromMember(name, one) ?? untilMember(name, one, now),
        ),
      ),
  );
}

/** Whether a limit is reached, by what stands beside the moment of its renewal and the status of the answer. */
function isReached(beside: Members, status: number | undefined): boolean {
  const remaining = member(beside, 'remaining', 'left', 'available');
  const isSaid = remaining !== undefined && remaining !== null;
  // A refusal within the answer of a success has no status of its own.
  return isSaid ? Number(label(remaining) ?? 'none') === 0 : status === undefined || status >= 400;
}

/** The wait that an answer names, in ms, in its body or its headers, whatever else is understood of it (§7.1); null where none. */
export function waitNamedBy({
  body,
  retryAfterMs,
  status,
}: Pick<Answer, 'body' | 'retryAfterMs'> & { status?: number }): number | null {
  return longest([waitIn(body, null, status), retryAfterMs ?? null]);
}

/** Whether the body says that the request may be sent again; where it says both, it may not. Null where it says nothing. */
export function saidRetryable(body: unknown): boolean | null {
  const said = placesOf(body)
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
/** The contrary: denied, they say nothing of it. */
const FORBIDDING_NAMES =
  /^(?:(?:is)?(?:non|not|un)retr[yi]able|(?:donot|dont|no|never)retry|(?:is)?permanent(?:ly|failure|error)?)$/;
/** What passes may be tried again, what does not pass never; that it does says nothing of this request. */
const PASSING_NAMES = /^(?:is)?(?:transient|temporary)(?:failure|error)?$/;

/** `retry: 0` may be a wait as well as a verdict. */
const isNumber = (value: unknown): boolean => /^\d+$/.test(spelled(value).trim());

/** As texts too: what forbids is heard in more words than what allows. */
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
 * The longest of what a header names, which is a list where it came twice: lengths or dates.
 * @param unit milliseconds of one of what it counts
 */
function fromHeader(header: string | null, unit: number, now: number): number | null {
  if (header === null) return null;
  return longest(
    datesIn(header).map((written) => {
      // A parameter behind it says nothing of how long it is.
      const one =
        written
          .split(';')[0]
          ?.trim()
          .replace(/^"(.*)"$/, '$1')
          .trim() ?? '';
      const date = dateOf(one, now);
      return date === null ? lengthOf(one, unit) : Math.max(0, date - now);
    }),
  );
}

/** A date of HTTP or of ISO 8601, in UTC ms. */
const dateOf = (written: string, now: number): number | null =>
  httpDate(written, now) ?? (/^\d{4}-\d\d-\d\d/.test(written) ? instant(written) : null);

function fromMember(name: string, value: unknown): number | null {
  const [known, unit = ''] = WAIT_NAME.exec(name) ?? [];
  if (known === undefined) return null;
  const each = unitNamed(unit) ?? (VAGUE.test(name) ? null : 1_000);
  const parts = membersOf(value);
  return parts === null ? lengthOf(trimmed(value), each) : lengthOfParts(parts);
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/**
 * A length as a record of its units, such as `{seconds: "30", nanos: 0}`, or of a value and its unit; null where one of
 * them cannot be read.
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

/** The wait until a moment that a member names, or that stands as a date in one that names a wait. */
function untilMember(name: string, value: unknown, now: number | null): number | null {
  const isWait = WAIT_NAME.test(name) && typeof value === 'string';
  if (now === null || !(isWait || END_NAME.test(name))) return null;
  const ends = (typeof value === 'string' ? httpDate(value.trim(), now) : null) ?? instant(value);
  return ends === null ? null : Math.max(0, ends - now);
}

/** What is half of a name where the members in it are the other half: `{retry: {after: 30}}`. */
const HALVES = /^(?:retry|retr[yi]able|wait|backoff|cooldown|tryagain|poll)$/;

/** A member by its folded name, with the record that it stands in. */
type Place = { name: string; value: unknown; beside: Members };

/** Every member of a body and of the envelopes in it, by its folded name; of a senseless number of them the first. */
function placesOf(body: unknown): Place[] {
  const places: Place[] = [];
  const visit = (value: unknown, depth: number, around = ''): void => {
    if (depth > DEEPEST || places.length >= MOST_PLACES) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_PLACES)) visit(item, depth + 1, around);
    const members = membersOf(value);
    if (members === null) return;
    for (const [name, item] of Object.entries(members).slice(0, MOST_PLACES)) {
      places.push({ name: fold(name), value: item, beside: members });
      if (HALVES.test(around)) places.push({ name: `${around}${fold(name)}`, value: item, beside: members });
      // What a Tool gave is no word of the service about this request.
      if (fold(name) !== 'output') visit(item, depth + 1, fold(name));
    }
  };
  visit(body, 0);
  return places;
}

/** The answer's Date header in UTC milliseconds. */
export function serverDate(headers: Headers, now: number): number | null {
  const value = headers.get('date');
  return value === null ? null : httpDate(value.trim(), now);
}
