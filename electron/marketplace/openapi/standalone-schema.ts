import { list, type Members, membersOf } from '../answers/reading.ts';
import { isReadOnly } from './declared-members.ts';
import { atPointer, plainReference } from './pointer.ts';

export type JsonSchema = Readonly<Record<string, unknown>> | boolean;
export type Standalone = { ok: true; schema: JsonSchema } | { ok: false; why: string };

/** Members that hold one schema, a list of schemas, or a map of schemas. Everything else is data and copied as it is. */
const ONE = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
]);
const SEVERAL = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** What names or annotates a schema, or resolves names dynamically: the copy needs none of it. */
const LEFT_OUT = new Set([
  '$anchor',
  '$async',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  '$vocabulary',
  'definitions',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'id',
  'nullable',
  'xml',
]);

const LARGEST = 20_000;
const LARGEST_IN_ALL = 2_000_000;
/** A pattern that repeats a group can take for ever on a short text; the service itself still checks it. */
const EXPENSIVE_PATTERN = /\)\s*[*+{?]/;

class Unusable extends Error {}
/** A part of it cannot be read, whatever the rest says. */
class UnreadablePart extends Unusable {}

/**
 * Copies schemas of an OpenAPI document, each with everything that it refers to, into ones that stand alone: local
 * references lead into its own `$defs`, 3.0's `nullable` and boolean `exclusiveMinimum` are said as in 2020-12.
 * A schema that refers to itself through its members stays recursive; one that is nothing but references in a circle,
 * that refers outside the document, or that is larger than anything sensible is reported. All schemas of one document
 * together may only be so large, so that a document made to be expensive costs seconds and not hours.
 * @param leavesOut whether an optional member whose schema cannot be read is forbidden, since it need not be sent; and what
 * only an answer has is not required
 */
export function standaloneSchemas(root: unknown, leavesOut = false): (schema: unknown) => Standalone {
  const known = new Map<unknown, Standalone>();
  let left = LARGEST_IN_ALL;
  return (schema) => {
    const members = membersOf(schema);
    const reference = members !== null && Object.keys(members).length === 1 ? members.$ref : undefined;
    const name = typeof reference === 'string' ? reference : schema;
    const before = known.get(name);
    if (before !== undefined) return before;
    const { standalone, size } = standaloneSchema(root, schema, Math.min(LARGEST, left), leavesOut);
    left -= size;
    known.set(name, standalone);
    return standalone;
  };
}

function standaloneSchema(
  root: unknown,
  schema: unknown,
  largest: number,
  leavesOut: boolean,
): { standalone: Standalone; size: number } {
  const names = new Map<string, string>();
  const definitions: Record<string, unknown> = {};
  let size = 0;

  const name = (reference: string): string => {
    const given = names.get(reference) ?? `s${names.size}`;
    names.set(reference, given);
    return given;
  };

  const copy = (value: unknown, depth: number): unknown => {
    if (++size > largest || depth > 100) throw new Unusable('its schema is too large to check');
    if (typeof value === 'boolean') return value;
    const members = membersOf(value);
    if (members === null) throw new UnreadablePart('a part of its schema is no schema');
    if (typeof members.$dynamicRef === 'string') {
      const { $dynamicRef, ...others } = members;
      const $ref = plainReference(root, $dynamicRef);
      if ($ref === null)
        throw new UnreadablePart(
          'its schema cannot be read in full: it refers to one of several places, by the way there',
        );
      return copy({ ...others, allOf: [...list(others.allOf), { $ref }] }, depth);
    }
    const copied = Object.fromEntries(
      Object.entries(members)
        .filter(([key]) => !LEFT_OUT.has(key))
        .map(([key, inner]) => [key, copyMember(key, inner, depth, members)])
        .filter(([, inner]) => inner !== undefined),
    );
    return members.nullable === true ? { anyOf: [{ type: 'null' }, copied] } : copied;
  };

  const copyNamed = (key: string, named: string, one: unknown, depth: number, beside: Members): unknown => {
    try {
      return copy(one, depth);
    } catch (error) {
      const isOptional = leavesOut && key === 'properties' && !list(beside.required).includes(named);
      if (isOptional && error instanceof UnreadablePart) return false;
      throw error;
    }
  };

  const copyMember = (key: string, inner: unknown, depth: number, beside: Members): unknown => {
    if (key === 'required' && leavesOut) {
      const properties = membersOf(beside.properties) ?? {};
      return list(inner).filter((named) => typeof named !== 'string' || !isReadOnly(properties[named], root));
    }
    if (key === '$ref' && typeof inner === 'string') {
      targetOf(root, schema, inner);
      return `#/$defs/${name(inner)}`;
    }
    if (key === '$recursiveRef' || key === '$dynamicRef')
      throw new UnreadablePart('its schema cannot be read in full: it refers to itself in an older way');
    if (ONE.has(key))
      return Array.isArray(inner) ? inner.map((one) => copy(one, depth + 1)) : copy(inner, depth + 1);
    if (SEVERAL.has(key)) return Array.isArray(inner) ? inner.map((one) => copy(one, depth + 1)) : undefined;
    if (NAMED.has(key) || key === 'dependencies')
      return Object.fromEntries(
        Object.entries(membersOf(inner) ?? {}).map(([named, one]) => [
          named,
          // Older drafts list the names that a member brings along where 2020-12 has `dependentRequired`.
          Array.isArray(one) ? one : copyNamed(key, named, one, depth + 1, beside),
        ]),
      );
    if (key === 'pattern')
      return typeof inner === 'string' && EXPENSIVE_PATTERN.test(inner) ? undefined : inner;
    return ofVersion30(key, inner, beside);
  };

  try {
    const copied = copy(schema, 0);
    if (typeof copied === 'boolean') return { standalone: { ok: true, schema: copied }, size };
    // A map goes on with what is added to it: every reference that is met is copied once, in its turn.
    for (const [reference, given] of names) definitions[given] = copy(targetOf(root, schema, reference), 0);
    const all = names.size === 0 ? copied : { ...membersOf(copied), $defs: definitions };
    return { standalone: { ok: true, schema: membersOf(all) ?? {} }, size };
  } catch (error) {
    if (error instanceof Unusable) return { standalone: { ok: false, why: error.message }, size };
    throw error;
  }
}

/** 3.0 says "greater than, not equal" with a flag beside the bound. */
function ofVersion30(key: string, inner: unknown, beside: Members): unknown {
  if (key === 'exclusiveMinimum' && typeof inner === 'boolean') return inner ? beside.minimum : undefined;
  if (key === 'exclusiveMaximum' && typeof inner === 'boolean') return inner ? beside.maximum : undefined;
  if (key === 'minimum' && beside.exclusiveMinimum === true) return undefined;
  if (key === 'maximum' && beside.exclusiveMaximum === true) return undefined;
  return inner;
}

/**
 * What a reference means, following references to references; a circle of nothing but references means nothing. One
 * that the document does not have may mean a part of the schema that holds it, which has its own `$defs`.
 */
function targetOf(root: unknown, own: unknown, reference: string): unknown {
  const seen = new Set<string>();
  let current = reference;
  for (;;) {
    if (seen.has(current)) throw new UnreadablePart('its schema refers to nothing but itself');
    seen.add(current);
    const target = atPointer(root, current) ?? atPointer(own, current);
    if (target === undefined)
      throw new UnreadablePart(
        current.startsWith('#')
          ? 'its schema refers to something that the document does not have'
          : 'its schema refers to another document, and none is fetched',
      );
    const members = membersOf(target);
    if (members === null || typeof members.$ref !== 'string' || Object.keys(members).length > 1)
      return target;
    current = members.$ref;
  }
}
