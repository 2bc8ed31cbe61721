import { isDeepStrictEqual } from 'node:util';
import { list, membersOf, texts } from '../answers/reading.ts';
import { atPointer, referencesOf } from '../service/pointer.ts';
import { isReadOnly } from './declared-members.ts';
import type { JsonSchema } from './standalone-schema.ts';

/** The most schema parts visited: a larger schema is hostile. */
const MAX_PARTS = 500;

/** Every schema part that certainly applies: the schema, its references and all of `allOf`. */
function* sureParts(schema: unknown, root: unknown): Generator<Readonly<Record<string, unknown>>> {
  const left = [schema];
  for (let visited = 0; left.length > 0 && visited < MAX_PARTS; visited++) {
    const part = membersOf(left.pop());
    if (part === null) continue;
    yield part;
    for (const reference of referencesOf(root, part)) left.push(atPointer(root, reference));
    left.push(...list(part.allOf));
    for (const choices of [part.anyOf, part.oneOf].map((all) => list(all).filter((one) => one !== false)))
      if (choices.length === 1) left.push(...choices);
  }
}

/**
 * The only value that a schema allows for a member: by all its constraints together, an object with only its required
 * members, or its `default`. Undefined if there is a choice. References lead into `root`.
 */
export const fixedValue = (schema: unknown, root: JsonSchema | unknown): Value | undefined =>
  valueLeft(schema, { root, left: MAX_SCHEMAS });

/** The types that each schema part with a `type` allows; a value must have one of each. */
export const typesLeft = (schema: unknown, root: unknown): unknown[][] =>
  statedTypes([...sureParts(schema, root)]);

const statedTypes = (parts: readonly Part[]): unknown[][] =>
  parts.flatMap((part) => (part.type === undefined ? [] : [typesOf(part)]));

/** Whether a schema certainly allows no value. */
export const leavesNone = (schema: unknown, root: unknown): boolean =>
  schema === false || legalValues([...sureParts(schema, root)], { root, left: MAX_SCHEMAS })?.length === 0;

/** `left` bounds the schemas still to visit: recursive ones never end. */
type Search = { root: unknown; left: number };
const MAX_SCHEMAS = 300;

function valueLeft(schema: unknown, search: Search): Value | undefined {
  const parts = [...sureParts(schema, search.root)];
  const [only, ...others] = legalValues(parts, search) ?? [];
  if (only !== undefined && others.length === 0) return only;
  return parts.filter((part) => Object.hasOwn(part, 'default')).map((part) => ({ value: part.default }))[0];
}

type Value = { value: unknown };
/** More values than these are a choice: comparing each with each would take too long. */
const MAX_LISTED = 300;
type Part = Readonly<Record<string, unknown>>;

/** A pattern that matches a single text. */
const LITERAL = /^\^((?:[\w/: -]|\\[^\w\s])*)\$$/;

/** The values that every part allows, if they can be listed; null if not. */
function legalValues(parts: readonly Part[], search: Search): Value[] | null {
  if (--search.left < 0) return null;
  const types = statedTypes(parts);
  const sets = [
    ...parts.flatMap((part) => setsOf(part, search)),
    ...[numberLeft(parts, types), emptyLeft(parts, types), objectLeft(parts, types, search)].filter(
      (set) => set !== null,
    ),
  ];
  const [first, ...further] = sets;
  if (first === undefined) return null;
  const excluded = parts.flatMap((part) => setsOf(membersOf(part.not) ?? {}, search).flat());
  const left = first.filter(
    ({ value }) =>
      further.every((set) => set.some((other) => isDeepStrictEqual(other.value, value))) &&
      types.every((allowed) => allowed.some((type) => isOfType(value, type))) &&
      !excluded.some((other) => isDeepStrictEqual(other.value, value)),
  );
  return left.filter(
    ({ value }, at) => left.findIndex((other) => isDeepStrictEqual(other.value, value)) === at,
  );
}

const typesOf = (part: Part): unknown[] => [
  ...(Array.isArray(part.type) ? part.type : [part.type]),
  ...(part.nullable === true ? ['null'] : []),
];

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return membersOf(value) !== null;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** The values listed by single keywords of a part. */
function setsOf(part: Part, search: Search): Value[][] {
  const values = (of: readonly unknown[]): Value[] => of.map((value) => ({ value }));
  const text =
    typeof part.pattern === 'string' ? LITERAL.exec(part.pattern)?.[1]?.replaceAll('\\', '') : undefined;
  const choices = [list(part.anyOf), list(part.oneOf)].flatMap((all) => {
    const several = all.filter((one) => one !== false);
    const each = several.map((one) => legalValues([...sureParts(one, search.root)], search));
    return several.length < 2 || each.includes(null) ? [] : [each.flatMap((set) => set ?? [])];
  });
  return [
    ...(Object.hasOwn(part, 'const') ? [values([part.const])] : []),
    ...(Array.isArray(part.enum) && part.enum.length <= MAX_LISTED ? [values(part.enum)] : []),
    ...(isDeepStrictEqual(typesOf(part), ['null']) ? [values([null])] : []),
    ...(isDeepStrictEqual(typesOf(part), ['boolean']) ? [values([true, false])] : []),
    ...(text === undefined || part.type !== 'string' ? [] : [values([text])]),
    ...choices,
  ];
}

const numbersOf = (parts: readonly Part[], keyword: string): number[] =>
  parts.flatMap((part) => (typeof part[keyword] === 'number' ? [part[keyword]] : []));

/** The only number within the bounds, if there is just one. */
function numberLeft(parts: readonly Part[], types: readonly unknown[][]): Value[] | null {
  const isOf = (type: string) => types.some((allowed) => isDeepStrictEqual(allowed, [type]));
  const bounds = (keyword: string, flag: string): { at: number; open: boolean }[] => [
    ...parts.flatMap((part) =>
      typeof part[keyword] === 'number' ? [{ at: part[keyword], open: part[flag] === true }] : [],
    ),
    ...numbersOf(parts, flag).map((at) => ({ at, open: true })),
  ];
  const least = bounds('minimum', 'exclusiveMinimum');
  const largest = bounds('maximum', 'exclusiveMaximum');
  if (least.length === 0 || largest.length === 0) return null;
  const from = Math.max(...least.map(({ at }) => at));
  const to = Math.min(...largest.map(({ at }) => at));
  const fits = (value: number): boolean =>
    least.every(({ at, open }) => value > at || (value === at && !open)) &&
    largest.every(({ at, open }) => value < at || (value === at && !open)) &&
    numbersOf(parts, 'multipleOf').every((step) => Number.isInteger(value / step));
  if (!isOf('integer')) return from === to && fits(from) ? [{ value: from }] : null;
  if (to - from > MAX_PARTS) return null;
  const whole = Array.from(
    { length: Math.max(0, Math.floor(to) - Math.ceil(from) + 1) },
    (_, at) => Math.ceil(from) + at,
  );
  return whole.filter(fits).map((value) => ({ value }));
}

/** The empty text or list, if no longer one is allowed. */
function emptyLeft(parts: readonly Part[], types: readonly unknown[][]): Value[] | null {
  const isOf = (type: string) => types.some((allowed) => isDeepStrictEqual(allowed, [type]));
  if (isOf('string') && numbersOf(parts, 'maxLength').includes(0)) return [{ value: '' }];
  return isOf('array') && numbersOf(parts, 'maxItems').includes(0) ? [{ value: [] }] : null;
}

/** Longer required lists are not filled in. */
const MAX_ITEMS = 20;

/** An object with its required members, if each has one value; a list with its required items. */
function objectLeft(parts: readonly Part[], types: readonly unknown[][], search: Search): Value[] | null {
  const isOf = (type: string) => types.some((allowed) => isDeepStrictEqual(allowed, [type]));
  if (isOf('array')) {
    const least = Math.max(0, ...numbersOf(parts, 'minItems'));
    if (least === 0 || least > MAX_ITEMS) return null;
    const items = Array.from({ length: least }, (_, at) =>
      valueLeft({ allOf: parts.map((part) => list(part.prefixItems)[at] ?? part.items ?? true) }, search),
    );
    return items.includes(undefined) ? null : [{ value: items.map((one) => one?.value) }];
  }
  // A schema with `properties` describes an object even without a `type`.
  if (types.length === 0 ? !parts.some((part) => part.properties !== undefined) : !isOf('object'))
    return null;
  const required = [...new Set(parts.flatMap((part) => texts(part.required)))].filter(
    (name) => !parts.some((part) => own(part.properties, name).some((one) => isReadOnly(one, search.root))),
  );
  const isClosed = (part: Part) =>
    (part.additionalProperties === false || part.unevaluatedProperties === false) &&
    part.patternProperties === undefined;
  const isEmpty =
    numbersOf(parts, 'maxProperties').includes(0) ||
    (parts.some(isClosed) &&
      parts.every((part) => Object.keys(membersOf(part.properties) ?? {}).length === 0));
  if (isEmpty) return required.length === 0 ? [{ value: {} }] : null;
  if (required.length === 0) return null;
  const members = required.map((name): [string, Value | undefined] => [
    name,
    valueLeft({ allOf: parts.flatMap((part) => own(part.properties, name)) }, search),
  ]);
  return members.every(([, known]) => known !== undefined)
    ? [{ value: Object.fromEntries(members.map(([name, known]) => [name, known?.value])) }]
    : null;
}

const own = (named: unknown, name: string): unknown[] => {
  const members = membersOf(named);
  return members !== null && Object.hasOwn(members, name) ? [members[name]] : [];
};

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const PARTS = ['if', 'then', 'else', 'not'];
/** Keywords that hold the schemas of a value's own members. */
const OF_MEMBERS = ['properties', 'patternProperties', 'dependentSchemas'];

/**
 * All values of a keyword anywhere in a schema, including choices and conditions; with `ofMembers` also in the
 * schemas of members.
 */
export function valuesOf(
  schema: unknown,
  root: unknown,
  keyword: string,
  { ofMembers = false }: { ofMembers?: boolean } = {},
): unknown[] {
  const found: unknown[] = [];
  const left = [schema];
  const seen = new Set<unknown>();
  while (left.length > 0 && seen.size < MAX_PARTS) {
    const part = membersOf(left.pop());
    if (part === null || seen.has(part)) continue;
    seen.add(part);
    if (Object.hasOwn(part, keyword)) found.push(part[keyword]);
    for (const reference of referencesOf(root, part)) left.push(atPointer(root, reference));
    for (const inner of LISTS) left.push(...list(part[inner]));
    for (const inner of PARTS) left.push(part[inner]);
    if (!ofMembers) continue;
    for (const inner of OF_MEMBERS) left.push(...Object.values(membersOf(part[inner]) ?? {}));
    left.push(part.additionalProperties, part.unevaluatedProperties);
  }
  return found;
}
