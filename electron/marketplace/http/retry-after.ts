import { ownEntry } from '#shared/own-entry.ts';
import { lengthOf, unitNamed } from '../answers/duration.ts';
import { fold } from '../answers/fold.ts';
import { isDenial } from '../answers/further-page.ts';
import { instant, type Members, membersOf } from '../answers/reading.ts';
import type { Answer } from './answer.ts';
import { datesIn, httpDate } from './http-date.ts';

/** Some 60,000 years: beyond it a wait and the clock no longer add up to a date. No shorter wait is cut. */
const LONGEST_WAIT_MS = 2_000_000_000_000_000;

/** How deep a wait or a verdict may stand in an answer's body: `{ error: { details: [ { … } ] } }` and the like. */
const DEEPEST = 4;
const MOST_PLACES = 500;

/** A wait in a body by its folded name, with the unit that it may end in: without one, it counts seconds. */
const WAIT_NAME =
  /^(?:retryafter|retryin|retrydelay|retrywait|waitfor|waittime|backoff|wait)(ms|millis|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?)?$/;
/** Words for a wait that say something else as well: they count with a unit alone, of their name or their value. */
const VAGUE = /^(?:wait|waitfor|waittime|backoff)$/;
/** Names of the moment at which a wait ends, folded: a date, or seconds or milliseconds since 1970. */
const END_NAMES = ['retryat', 'retryafterdate', 'retrynotbefore', 'nextretryat', 'nextattemptat'];
/**
 * How long the service asks to be left alone, in milliseconds (§7.1): from the Retry-After header in seconds or as an
 * HTTP date, and from `retryAfterMs` and its like, or the date at which it ends, in the body or an envelope in it. The
 * longest counts: a wait that is named is the least. Null where nothing that can be read names one. A date is compared
 * with the answer's own Date where it has one, so that a wrong clock here does not count.
 */
export function retryAfter(headers: Headers, body: unknown, now: number): number | null {
  const header = headers.get('retry-after')?.trim();
  const there = serverDate(headers, now) ?? now;
  const named = [...(header === undefined ? [] : [fromHeader(header, there)]), waitIn(body, there)].filter(
    (wait) => wait !== null,
  );
  return named.length === 0 ? null : Math.min(Math.max(...named), LONGEST_WAIT_MS);
}

/**
 * The longest wait that a body names, in milliseconds; null where it names none.
 * @param now the service's own time, in UTC ms; where that is not known, dates name no wait
 */
function waitIn(body: unknown, now: number | null = null): number | null {
  const named = placesOf(body)
    .map(([name, value]) => fromMember(name, value) ?? untilMember(name, value, now))
    .filter((wait) => wait !== null);
  return named.length === 0 ? null : Math.min(Math.max(...named), LONGEST_WAIT_MS);
}

/** The wait that an answer names, in ms, in its body or its headers, whatever else is understood of it (§7.1); null where none. */
export function waitNamedBy({ body, retryAfterMs }: Pick<Answer, 'body' | 'retryAfterMs'>): number | null {
  const named = [waitIn(body), retryAfterMs ?? null].filter((wait) => wait !== null);
  return named.length > 0 ? Math.max(...named) : null;
}

/** Whether the body says that the request may be sent again; where it says both, it may not. Null where it says nothing. */
export function saidRetryable(body: unknown): boolean | null {
  const said = placesOf(body)
    .map(([name, value]) => verdictIn(name, value))
    .filter((verdict) => verdict !== null);
  return said.length === 0 ? null : said.every(Boolean);
}

function verdictIn(name: string, value: unknown): boolean | null {
  if (FORBIDDING_NAMES.test(name)) return isDenial(value) ? null : false;
  if (!VERDICT_NAMES.test(name) && (name !== 'retry' || isNumber(value))) return null;
  return ownEntry(VERDICTS, String(value).trim().toLowerCase()) ?? null;
}

const VERDICT_NAMES =
  /^(?:(?:is)?retr[yi]able(?:value|allowed)?|(?:can|may|should|safeto)retry|retry(?:allowed|possible|permitted|ok))$/;
/** The contrary: denied, they say nothing of it. */
const FORBIDDING_NAMES = /^(?:(?:is)?(?:non|not|un)retr[yi]able|(?:donot|dont|no|never)retry)$/;

/** `retry: 0` may be a wait as well as a verdict. */
const isNumber = (value: unknown): boolean => /^\d+$/.test(String(value).trim());

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
  0: false,
};

/** The longest of what a header names, which is a list where it came twice: seconds, a fraction of them too, or dates. */
function fromHeader(header: string, now: number): number | null {
  const waits = datesIn(header).flatMap((written) => {
    // A parameter behind it says nothing of how long it is.
    const one = written.split(';')[0]?.trim() ?? '';
    const date = httpDate(one, now);
    return (date === null ? fromMember('retryafter', one) : Math.max(0, date - now)) ?? [];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}

function fromMember(name: string, value: unknown): number | null {
  const [known, unit = ''] = WAIT_NAME.exec(name) ?? [];
  if (known === undefined) return null;
  const each = unitNamed(unit) ?? (VAGUE.test(name) ? null : 1_000);
  const parts = membersOf(value);
  return parts === null ? lengthOf(trimmed(value), each) : lengthOfParts(parts);
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A length as a record of its units, such as `{seconds: "30", nanos: 0}`; null where one of them cannot be read. */
function lengthOfParts(parts: Members): number | null {
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
  if (now === null || !(isWait || END_NAMES.includes(name))) return null;
  const ends = (typeof value === 'string' ? httpDate(value.trim(), now) : null) ?? instant(value);
  return ends === null ? null : Math.max(0, ends - now);
}

/** What is half of a name where the members in it are the other half: `{retry: {after: 30}}`. */
const HALVES = /^(?:retry|retr[yi]able|wait|backoff)$/;

/** Every member of a body and of the envelopes in it, by its folded name; of a senseless number of them the first. */
function placesOf(body: unknown): [string, unknown][] {
  const places: [string, unknown][] = [];
  const visit = (value: unknown, depth: number, around = ''): void => {
    if (depth > DEEPEST || places.length >= MOST_PLACES) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_PLACES)) visit(item, depth + 1, around);
    const members = membersOf(value);
    if (members === null) return;
    for (const [name, item] of Object.entries(members).slice(0, MOST_PLACES)) {
      places.push([fold(name), item]);
      if (HALVES.test(around)) places.push([`${around}${fold(name)}`, item]);
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
