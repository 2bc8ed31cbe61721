import { fold } from '../answers/fold.ts';
import { membersOf } from '../answers/reading.ts';
import { RETRY_AFTER, RETRYABLE } from '../service/vocabulary.ts';
import type { Answer } from './answer.ts';
import { renewedIn } from './header-notices.ts';
import { httpDate, serverDate } from './http-date.ts';

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
    if (/^\d+(?:\.\d+)?$/.test(written)) return Number(written) * 1_000;
    const date = httpDate(written, now);
    return date === null ? null : Math.max(0, date - serviceNow);
  });
  return longest([...named, ...waitsIn(body)]) ?? longest([renewedIn(headers, now)]);
}

/** The wait in an answer's body or headers, in ms, whatever else the answer contains (§7.1); null if none. */
export const statedWait = ({ body, retryAfterMs }: Pick<Answer, 'body' | 'retryAfterMs'>): number | null =>
  longest([...waitsIn(body), retryAfterMs ?? null]);

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

const waitsIn = (body: unknown): (number | null)[] =>
  membersIn(body).map(([name, value]) => {
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
    return isNumber ? Number(value) * (WAITS.get(name) ?? Number.NaN) : null;
  });

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
