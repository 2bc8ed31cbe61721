import fc from 'fast-check';

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

const leaf = fc.oneof(
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
        .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie('value')), { maxLength: 6 })
        .map(asObject),
    ),
  }))
  .value.map((value) => JSON.stringify(value));

/** Entries as an object whose every name is its own member, `__proto__` too. */
function asObject(entries: [string, unknown][]): unknown {
  return Object.fromEntries(entries);
}

/** A body that is right but for one place, where anything stands. */
export function mutated(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body);
  return fc
    .tuple(fc.constantFrom(...places), hostileText)
    .map(([place, text]) => replaced(body, place, JSON.parse(text)));
}

type Place = readonly string[];

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
