import { Given, type Members } from './core.ts';
import type { Draws } from './draws.ts';

/**
 * An answer that breaks its own declaration. Only what the declaration gives is broken: a member that may be left out is
 * never missing or null here, because an answer without it says something else and is then a lie.
 */
type Place = { holder: Members | unknown[]; key: string | number };

const isHolder = (value: unknown): value is Members | unknown[] =>
  typeof value === 'object' && value !== null && !(value instanceof Given);

function placesIn(value: unknown, places: Place[] = []): Place[] {
  if (!isHolder(value)) return places;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    places.push({ holder: value, key });
    placesIn((value as Members)[key], places);
  }
  return places;
}

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf);
  return isHolder(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]))
    : value;
};

/** A value of a type that is declared nowhere for it. */
const ofAnotherType = (value: unknown): unknown => (isHolder(value) ? 'none' : { value });

/**
 * The answer as it is sent, and whether it keeps what is declared.
 * @param needed names without which what holds them means nothing
 */
export function brokenAnswer(
  draws: Draws,
  odds: number,
  body: unknown,
  needed: ReadonlySet<string>,
): { body: unknown; isBroken: boolean } {
  const how = draws.choose('declaration of an answer', odds, {
    'what is declared': null,
    'a member is missing': 'missing',
    'a member is null': 'null',
    'a member is of another type': 'type',
    'it is wrapped once more': 'wrapped',
    'it is null': 'nothing',
    'it is a list': 'list',
  } as const);
  if (how === null) return { body, isBroken: false };
  if (how === 'wrapped') return { body: { envelope: body }, isBroken: true };
  if (how === 'nothing') return { body: null, isBroken: true };
  if (how === 'list') return { body: [body], isBroken: true };
  const copy = copyOf(body);
  const places = placesIn(copy).filter(({ key, holder }) =>
    how === 'missing' || how === 'null'
      ? !Array.isArray(holder) && needed.has(String(key))
      : // What is passed on as it is may be of any type.
        !((holder as Members)[key] instanceof Given),
  );
  const place = places[draws.number('member of an answer that is broken', places.length)];
  if (place === undefined) return { body, isBroken: false };
  const { key } = place;
  const holder = place.holder as Members;
  if (how === 'missing') delete holder[key];
  else holder[key] = how === 'null' ? null : ofAnotherType(holder[key]);
  return { body: copy, isBroken: true };
}

/** The output of a Tool that breaks what §2.2 declares of it, the same whenever it is read. */
export function brokenOutput(draws: Draws, odds: number, output: Members): unknown {
  const how = draws.choose('declaration of an output', odds, {
    'what is declared': () => output,
    'without its list': () => ({ ...output, data: undefined }),
    'its list is null': () => ({ ...output, data: null }),
    'its list is an object': () => ({ ...output, data: { ...(output.data as unknown[]) } }),
    'a row is null': () => ({ ...output, data: [null, ...(output.data as unknown[]).slice(1)] }),
    'a row lacks its day': () => ({
      ...output,
      data: (output.data as Members[]).map(({ Date: day, ...row }, at) =>
        at === 0 ? row : { ...row, Date: day },
      ),
    }),
    'whether there is more is missing': () => ({ ...output, hasMore: undefined }),
    'whether there is more is null': () => ({ ...output, hasMore: null }),
    'whether there is more is a text': () => ({ ...output, hasMore: 'perhaps' }),
    'its cursor is null': () => ({ ...output, cursor: null }),
    'it is wrapped': () => ({ answer: output }),
    // Not null: a Call that is completed without an output stays unknown, which is tested where answers are settled.
    'it is a text': () => 'none',
  });
  return how();
}
