import { fold } from '../answers/fold.ts';
import { membersOf } from '../answers/reading.ts';
import { RETRY_AFTER, RETRYABLE } from '../service/vocabulary.ts';
import { LONGEST_OWN_WAIT_MS } from '../waits/timing.ts';
import type { Answer } from './answer.ts';
import { renewedIn } from './header-notices.ts';
import { calendarTime, httpDate, serverDate } from './http-date.ts';

/** Some 60,000 years: a longer wait plus the clock would exceed the range of dates. */
const LONGEST_WAIT_MS = 2_000_000_000_000_000;

/** How deeply a wait or a verdict may be nested in a body: `{error: {continuation: {…}}}` and the like. */
const DEEPEST = 4;
const MAX_MEMBERS = 500;

/** Milliseconds for each unit, by the folded name of the wait. */
const WAITS: ReadonlyMap<string, number> = new Map(
  Object.entries(RETRY_AFTER).map(([name, unit]) => [fold(name), unit]),
);
const VERDICTS = new Set<string>(RETRYABLE.words.map(fold));

/**
 * The wait that the service asks for, in ms (§7.1): Retry-After in seconds or as a date, or a member of the body; the
 * longest counts, since a stated wait is a minimum. Where none is sent, the renewal of a limit of which nothing remains.
 * Null if nothing readable states one. Dates are compared with the answer's own Date if present, so that a wrong clock here
 * does not matter.
 * @param now UTC ms
 */
export function retryAfter(headers: Headers, body: unknown, now: number): number | null {
  const serviceNow = serverDate(headers, now) ?? now;
  // Sent twice it is a list; a date has a comma too.
  const named = (headers.get('retry-after') ?? '').split(/,(?! \d\d[ -])/).map((part) => {
    const written = part.trim();
    if (/^\d+(?:\.\d+)?$/.test(written)) return waitOf(Number(written), 1_000, serviceNow);
    const date = httpDate(written, now);
    return date === null ? null : Math.max(0, date - serviceNow);
  });
  return longest([...named, ...waitsIn(body, serviceNow)]) ?? longest([renewedIn(headers, now)]);
}

/**
 * The wait that counts of one that was named: what a network in between names is none of the service's, and where nobody
 * can tell it is kept for as long as Milepost would wait by itself. Status 429 is honoured from anybody (§7.1), but not
 * for longer than that where it is not the service's.
 */
export function waitFrom(isOwn: boolean | null, status: number, named: number | null): number | null {
  const is429 = status === 429;
  if (named === null || isOwn === true || (is429 && isOwn === null)) return named;
  return is429 || isOwn === null ? Math.min(named, LONGEST_OWN_WAIT_MS) : null;
}

/** The wait in an answer's body or headers, in ms, whatever else the answer contains (§7.1); null if none. */
export const statedWait = ({
  body,
  retryAfterMs,
  receivedAt = Date.now(),
}: Pick<Answer, 'body' | 'retryAfterMs'> & Partial<Pick<Answer, 'receivedAt'>>): number | null =>
  longest([...waitsIn(body, receivedAt), retryAfterMs ?? null]);

/** Whether the answer permits repeating the request; anything but a plain yes means no. Null if unstated. */
export function saidRetryable(body: unknown): boolean | null {
  const said = membersIn(body).filter(([name, value]) => VERDICTS.has(name) && value !== null);
  return said.length === 0 ? null : said.every(([, value]) => value === true);
}

/** The longest known one, in whole ms; null if none. */
function longest(waits: readonly (number | null)[]): number | null {
  const named = waits.filter((wait) => wait !== null && wait >= 0).map(Number);
  return named.length === 0 ? null : Math.min(Math.ceil(Math.max(...named)), LONGEST_WAIT_MS);
}

const waitsIn = (body: unknown, now: number): (number | null)[] =>
  membersIn(body).map(([name, value]) => {
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
    return isNumber ? waitOf(Number(value), WAITS.get(name) ?? Number.NaN, now) : null;
  });

const DAY_MS = 86_400_000;

/** A count of `unit` ms; one that is a time of the calendar, since this morning, is the wait until then. */
function waitOf(count: number, unit: number, now: number): number {
  const at = calendarTime(count) ?? 0;
  return count * unit >= CENTURIES_MS && at > now - DAY_MS ? Math.max(0, at - now) : count * unit;
}

/** Nobody names a wait of thirty years: 10 digits of seconds, and 13 of milliseconds, are times of the calendar. */
const CENTURIES_MS = 1_000_000_000_000;

/** Every member of a body and of the objects in it, with its folded name, up to a maximum. */
function membersIn(body: unknown): [string, unknown][] {
  const found: [string, unknown][] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length >= MAX_MEMBERS) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MAX_MEMBERS)) visit(item, depth + 1);
    const members = membersOf(value);
    for (const name of Object.keys(members ?? {}).slice(0, MAX_MEMBERS)) {
      const folded = fold(name);
      found.push([folded, members?.[name]]);
      // A Tool's output states nothing about this request.
      if (folded !== 'output') visit(members?.[name], depth + 1);
    }
  };
  visit(body, 0);
  return found;
}
