import { differencesBeyondSpelling } from '#shared/purchase/input-difference.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { list, type Members, membersOf, text } from '../../marketplace/answers/reading.ts';

const DEEPEST = 5;
const MAX_MEMBERS = 200;
const LONGEST_TEXT = 10_000;
/** A record that has so many of the requested members says what is executed, whatever it is called. */
const MIN_SHARED = 2;
/** What a Tool may be asked, rather than what it is asked now. */
const OF_NO_REQUEST = /^(?:examples?|defaults?|schema|.*schema)$/;

/**
 * The request as a quote says that it will be executed. It may say so in any place, and in two that differ: what is not the
 * request that was made then counts, since a quote is bought unattended only if it is for that one.
 * @param stated the quote's normalised input, where it names one
 */
export function executedInput(stated: unknown, quote: unknown, requested: Members): unknown {
  const isOther = (executed: unknown): boolean => differencesBeyondSpelling(requested, executed).length > 0;
  if (stated !== undefined && stated !== null && isOther(stated)) return stated;
  const names = new Map(Object.keys(requested).map((name) => [fold(name), name]));
  const found = recordsIn(quote, 0).flatMap((record) => {
    const shared = Object.entries(record).flatMap(([name, value]) => {
      const own = names.get(fold(name));
      return own !== undefined && isPlain(value) === isPlain(requested[own]) ? [[own, value] as const] : [];
    });
    return shared.length < MIN_SHARED ? [] : [{ ...requested, ...Object.fromEntries(shared) }];
  });
  return found.find(isOther) ?? stated ?? requested;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Every record in a value: also one that is written as a list of names and values, as JSON text or as a query. */
function recordsIn(value: unknown, depth: number): Members[] {
  if (depth > DEEPEST) return [];
  const record = membersOf(value) ?? pairsIn(value) ?? recordInText(value);
  const parts =
    record === null
      ? list(value).slice(0, MAX_MEMBERS)
      : Object.entries(record)
          .slice(0, MAX_MEMBERS)
          .flatMap(([name, part]) => (OF_NO_REQUEST.test(fold(name)) ? [] : [part]));
  return [...(record === null ? [] : [record]), ...parts.flatMap((part) => recordsIn(part, depth + 1))];
}

/** `[{name: "cabin", value: "business"}]`. */
function pairsIn(value: unknown): Members | null {
  const pairs = list(value)
    .slice(0, MAX_MEMBERS)
    .flatMap((pair) => {
      const { name, key, field, value: of } = membersOf(pair) ?? {};
      const named = text(name) ?? text(key) ?? text(field);
      return named === null || of === undefined ? [] : [[named, of] as const];
    });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

function recordInText(value: unknown): Members | null {
  const written = text(value)?.trim() ?? '';
  if (written.length > LONGEST_TEXT) return null;
  if (written.startsWith('{')) {
    try {
      return membersOf(JSON.parse(written));
    } catch {
      return null;
    }
  }
  const query = /^[^\s?]*\?([^\s#]+)|^([\w.-]+=[^\s&]*(?:&[^\s#]*)?)$/.exec(written);
  return query === null ? null : Object.fromEntries(new URLSearchParams(query[1] ?? query[2] ?? ''));
}
