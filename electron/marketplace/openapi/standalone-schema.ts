import { list, type Members, membersOf } from '../answers/reading.ts';
import { isReadOnly } from '../service/declared-shape.ts';
import { atPointer } from '../service/pointer.ts';

export type JsonSchema = Readonly<Record<string, unknown>> | boolean;
export type Standalone = { ok: true; schema: JsonSchema } | { ok: false; why: string };

/** Keywords that hold a schema, a list of schemas or a map of schemas. Everything else is data, copied unchanged. */
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
/** Identifiers, annotations and dynamic references, which the copy does not need. */
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
/** Repeated groups can take forever on a short text; the service still checks the pattern. */
const EXPENSIVE_PATTERN = /\)\s*[*+{?]/;

/** How many schema parts may still be copied of a document. */
export type SizeLeft = { left: number };
export const sizeOfDocument = (): SizeLeft => ({ left: LARGEST_IN_ALL });

class Unusable extends Error {}
/** A part of the schema is unreadable, whatever the rest states. */
class UnreadablePart extends Unusable {}

/**
 * Makes self-contained copies of a document's schemas: local references lead into `$defs`; 3.0's `nullable` and
 * boolean `exclusiveMinimum` become their 2020-12 forms. Recursion through members is kept; circular references
 * without members, references outside the document and oversized schemas are reported. A limit on all schemas of a
 * document together bounds the cost of a hostile one to seconds.
 * @param leavesOut whether optional members with unreadable schemas are forbidden, since they need not be sent, and
 * answer-only members are not required
 * @param size what is left for all schemas of the document
 */
export function standaloneSchemas(
  root: unknown,
  leavesOut = false,
  size: SizeLeft = sizeOfDocument(),
): (schema: unknown) => Standalone {
  const known = new Map<unknown, Standalone>();
  return (schema) => {
    const members = membersOf(schema);
    const reference = members !== null && Object.keys(members).length === 1 ? members.$ref : undefined;
    const name = typeof reference === 'string' ? reference : schema;
    const before = known.get(name);
    if (before !== undefined) return before;
    const copied = standaloneSchema(root, schema, Math.min(LARGEST, size.left), leavesOut);
    size.left -= copied.size;
    known.set(name, copied.standalone);
    return copied.standalone;
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
    // The validator refuses a schema that no value fits in this form.
    if (Array.isArray(members.enum) && members.enum.length === 0) return false;
    const copied = Object.fromEntries(
      Object.entries(members)
        .filter(([key]) => !LEFT_OUT.has(key))
        .map(([key, inner]) => [key, copyMember(key, inner, depth, members)])
        .filter(([, inner]) => inner !== undefined),
    );
    return members.nullable === true ? { anyOf: [{ type: 'null' }, copied] } : copied;
  };

  const copyNamed = (key: string, named: string, one: unknown, depth: number, siblings: Members): unknown => {
    try {
      return copy(one, depth);
    } catch (error) {
      const isOptional = leavesOut && key === 'properties' && !list(siblings.required).includes(named);
      if (isOptional && error instanceof UnreadablePart) return false;
      throw error;
    }
  };

  const copyMember = (key: string, inner: unknown, depth: number, siblings: Members): unknown => {
    if (key === 'required' && leavesOut) {
      const properties = membersOf(siblings.properties) ?? {};
      return list(inner).filter((named) => typeof named !== 'string' || !isReadOnly(properties[named], root));
    }
    if (key === '$ref' && typeof inner === 'string') {
      targetOf(root, schema, inner);
      return `#/$defs/${name(inner)}`;
    }
    if (key === '$recursiveRef' || key === '$dynamicRef')
      throw new UnreadablePart(
        'its schema cannot be read in full: it refers to one of several places, by the way there',
      );
    if (ONE.has(key))
      return Array.isArray(inner) ? inner.map((one) => copy(one, depth + 1)) : copy(inner, depth + 1);
    if (SEVERAL.has(key)) return Array.isArray(inner) ? inner.map((one) => copy(one, depth + 1)) : undefined;
    if (NAMED.has(key) || key === 'dependencies')
      return Object.fromEntries(
        Object.entries(membersOf(inner) ?? {}).map(([named, one]) => [
          named,
          // Older drafts list dependent names where 2020-12 has `dependentRequired`.
          Array.isArray(one) ? one : copyNamed(key, named, one, depth + 1, siblings),
        ]),
      );
    if (key === 'pattern')
      return typeof inner === 'string' && EXPENSIVE_PATTERN.test(inner) ? undefined : inner;
    return convertVersion30(key, inner, siblings);
  };

  try {
    const copied = copy(schema, 0);
    if (typeof copied === 'boolean') return { standalone: { ok: true, schema: copied }, size };
    // A Map's iteration includes entries added during it: each reference is copied once.
    for (const [reference, given] of names) definitions[given] = copy(targetOf(root, schema, reference), 0);
    const all = names.size === 0 ? copied : { ...membersOf(copied), $defs: definitions };
    return { standalone: { ok: true, schema: membersOf(all) ?? {} }, size };
  } catch (error) {
    if (error instanceof Unusable) return { standalone: { ok: false, why: error.message }, size };
    throw error;
  }
}

/** 3.0 marks an exclusive bound with a flag beside it. */
function convertVersion30(key: string, inner: unknown, siblings: Members): unknown {
  if (key === 'exclusiveMinimum' && typeof inner === 'boolean') return inner ? siblings.minimum : undefined;
  if (key === 'exclusiveMaximum' && typeof inner === 'boolean') return inner ? siblings.maximum : undefined;
  if (key === 'minimum' && siblings.exclusiveMinimum === true) return undefined;
  if (key === 'maximum' && siblings.exclusiveMaximum === true) return undefined;
  return inner;
}

/**
 * The target of a reference, following chains; a loop has none. One missing from the document may lead into the
 * containing schema's own `$defs`.
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
