import { list, membersOf } from '../answers/reading.ts';
import { atPointer, referencesOf } from './pointer.ts';
import type { JsonSchema } from './standalone-schema.ts';

/** Parts of a schema that are looked through: beyond, it was made to be long. */
const MOST_PARTS = 500;

/** Every part of a schema that surely holds: itself, what it refers to, and all of `allOf`. */
function* sureParts(schema: unknown, root: unknown): Generator<Readonly<Record<string, unknown>>> {
  const left = [schema];
  for (let visited = 0; left.length > 0 && visited < MOST_PARTS; visited++) {
    const part = membersOf(left.pop());
    if (part === null) continue;
    yield part;
    for (const reference of referencesOf(root, part)) left.push(atPointer(root, reference));
    left.push(...list(part.allOf));
    for (const choices of [list(part.anyOf), list(part.oneOf)])
      if (choices.length === 1) left.push(...choices);
  }
}

/**
 * The one value that a schema leaves for a member: its `const`, the single entry of its `enum`, the number that is both
 * its least and its largest, `null` where only that is allowed, or else its `default`. Undefined where it leaves a choice. References lead into `root`.
 */
export function fixedValue(schema: unknown, root: JsonSchema | unknown): { value: unknown } | undefined {
  let fallback: { value: unknown } | undefined;
  const least: number[] = [];
  const largest: number[] = [];
  for (const part of sureParts(schema, root)) {
    if (Object.hasOwn(part, 'const')) return { value: part.const };
    const values = list(part.enum);
    if (values.length === 1) return { value: values[0] };
    if (part.type === 'null') return { value: null };
    if (Object.hasOwn(part, 'default')) fallback ??= { value: part.default };
    if (typeof part.minimum === 'number') least.push(part.minimum);
    if (typeof part.maximum === 'number') largest.push(part.maximum);
  }
  const only = least.length === 0 ? Number.NaN : Math.max(...least);
  return only === Math.min(...largest) ? { value: only } : fallback;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const PARTS = ['if', 'then', 'else', 'not'];
/** Members that hold schemas of a value's own members. */
const OF_MEMBERS = ['properties', 'patternProperties', 'dependentSchemas'];

/**
 * All values of one keyword in everything that a schema says, choices and conditions too; with `ofMembers` also in what
 * it says of the value's members, under whichever keyword.
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
  while (left.length > 0 && seen.size < MOST_PARTS) {
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
