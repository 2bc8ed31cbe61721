import fc from 'fast-check';
import { isObject } from '#shared/json.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'kind',
  'length',
  'then',
  '$ref',
  'toolRef',
  'tool_ref',
];

/** Names that readers look for beside what they read: whatever stands under one is looked at closely. */
const HEARD = [
  'retryable',
  'transient',
  'permanent',
  'complete',
  'partial',
  'coverage',
  'total',
  'status',
  'state',
  'code',
  'query',
  'filters',
  'rateLimit',
  'remaining',
  'amount',
  'currency',
  'freshness',
];

/** Heard as well, but what stands under it at random may be a wait of years, in which nothing more is asked. */
const HEARD_AS_WAIT = 'retryAfter';

/** Records that cannot be made a text or a number: `String` and `Number` throw on them. */
const WORDLESS: readonly unknown[] = [
  { toString: 0 },
  { toString: 0, valueOf: 0 },
  { toString: 'a', valueOf: {} },
  [{ toString: 0 }],
  [[{ toString: null }]],
];

const leaf = fc.oneof(
  fc.constantFrom(...WORDLESS),
  fc.constant(null),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.string(),
  fc.constantFrom(...NAMES, '2026-11-20T00:00:00Z', '9'.repeat(400), '\u0000', '\ud800', '<script>'),
);

/** JSON as somebody would send it who means harm: prototype names, wrong types, odd texts, depth. As text, since parsing is what makes `__proto__` an own member. */
export const hostileText: fc.Arbitrary<string> = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc
        .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES, ...HEARD), fc.string()), tie('value')), {
          maxLength: 6,
        })
        .map(asObject),
    ),
  }))
  .value.map((value) => JSON.stringify(value));

/** Entries as an object whose every name is its own member, `__proto__` too. */
function asObject(entries: [string, unknown][]): unknown {
  return Object.fromEntries(entries);
}

/** A body that is right but for one place, there or new, where anything stands. */
export function mutated(body: unknown): fc.Arbitrary<unknown> {
  const there = placesIn(body);
  const records = there.filter((place) => isObject(at(body, place)));
  const places = [...there, ...records.flatMap((place) => HEARD.map((name) => [...place, name]))];
  return fc
    .tuple(fc.constantFrom(...places), hostileText)
    .map(([place, text]) => replaced(body, place, JSON.parse(text)));
}

/** A body in which every name that readers look for and that it leaves away is a record that has no words. */
export const wordless = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_, value) =>
      isObject(value) && !Object.hasOwn(value, 'toString')
        ? {
            ...Object.fromEntries([...HEARD, HEARD_AS_WAIT].map((name) => [name, { toString: 0 }])),
            ...value,
          }
        : value,
    ),
  );

type Place = readonly string[];

function at(value: unknown, [name, ...rest]: Place): unknown {
  return name === undefined ? value : at((value as Record<string, unknown>)[name], rest);
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...at, name]))];
}

function replaced(value: unknown, [name, ...rest]: Place, by: unknown): unknown {
  if (name === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = replaced(copy[name], rest, by);
  return copy;
}
