import { isDeepStrictEqual } from 'node:util';
import { list, type Members, membersOf, texts } from '../answers/reading.ts';
import { atPointer } from './pointer.ts';

/** One form that a schema allows. Null is no form: every field of an answer may be null. */
export type Shape = {
  /** JSON types; empty where none is declared. */
  types: readonly string[];
  /** What an answer may hold as null is not required of it. */
  properties: ReadonlyMap<string, { schema: unknown; required: boolean }>;
  /** The schema of a list's items; undefined where none is declared. */
  items: unknown;
  /** The only legal values, if they are declared. */
  values: readonly unknown[] | null;
  format: string | null;
  /** Its `default`. */
  standard: { value: unknown } | null;
  /** The largest number allowed. */
  most: number | null;
};

/** What is declared of an answer, in alternatives; none where nothing is. */
export type Shapes = (schema: unknown) => readonly Shape[];

export const ANYTHING: Shape = {
  types: [],
  properties: new Map(),
  items: undefined,
  values: null,
  format: null,
  standard: null,
  most: null,
};

/** Bounds documents that are made to be large: alternatives multiply, and schemas may contain themselves. */
const MAX_ALTERNATIVES = 48;
const MAX_PARTS = 40_000;
/** Properties compared when parts are merged. */
const MAX_MERGED = 200_000;
const MAX_PROPERTIES = 500;
const DEEPEST = 24;

const isDeclared = ({ types, properties, items, values, standard }: Shape): boolean =>
  types.length > 0 || properties.size > 0 || items !== undefined || values !== null || standard !== null;

/** Whether a value of this form may be of one of these types. */
export const isOf = (shape: Shape, ...types: readonly string[]): boolean =>
  shape.types.length === 0 || shape.types.some((type) => types.includes(type));

/** The value that all forms leave: the only one that is legal, else the default. */
export function onlyValue(shapes: readonly Shape[]): { value: unknown } | null {
  const values = shapes.flatMap((shape) => shape.values ?? []);
  const [only] = values;
  const isOnly =
    shapes.every((shape) => shape.values !== null) && values.every((one) => isDeepStrictEqual(one, only));
  if (values.length > 0 && values.length <= MAX_ALTERNATIVES && isOnly) return { value: only };
  return shapes.find(({ standard }) => standard !== null)?.standard ?? null;
}

/** What a declaration is read for: an answer has what is not `writeOnly`, a request what is not `readOnly`. */
type Side = 'answer' | 'request';

/** Required of an answer only (OpenAPI 3.0.3, `readOnly`). */
export function isReadOnly(schema: unknown, root: unknown): boolean {
  const members = membersOf(schema);
  if (members === null) return false;
  const { $ref, readOnly } = members;
  return (
    readOnly === true || (typeof $ref === 'string' && membersOf(atPointer(root, $ref))?.readOnly === true)
  );
}

/** Whether a shape says nothing of its contents: `{}`, `true`, `{type: object}`. */
export const isBare = ({ types, properties, items, values }: Shape): boolean =>
  properties.size === 0 && items === undefined && values === null && types.every((type) => type === 'object');

/**
 * Reads schemas of a document as alternatives: references are followed, the parts of `allOf` merged, the choices of
 * `oneOf` and `anyOf` listed, `nullable` and the type `null` left away. Recursive and oversized schemas end in what was
 * read of them.
 */
export function declaredShapes(root: unknown, side: Side = 'answer'): Shapes {
  let left = MAX_PARTS;
  let mergesLeft = MAX_MERGED;
  const known = new WeakMap<object, readonly Shape[]>();

  const target = (reference: string, own: unknown): unknown =>
    atPointer(root, reference) ?? atPointer(own, reference);

  const read = (schema: unknown, depth: number, own: unknown): readonly Shape[] => {
    const members = membersOf(schema);
    if (members === null) return schema === false ? [] : [ANYTHING];
    const before = known.get(members);
    if (before !== undefined) return before;
    if (depth > DEEPEST || --left < 0) return [ANYTHING];
    // A schema that is reached again while it is read says nothing more of itself.
    known.set(members, [ANYTHING]);
    const shapes = alternatives(members, depth, own);
    known.set(members, shapes);
    return shapes;
  };

  /** Everything that two parts allow together; the first alone where merging them takes too long. */
  const both = (some: readonly Shape[], others: readonly Shape[]): readonly Shape[] => {
    const result = new Set<Shape>();
    for (const one of some)
      for (const other of others) {
        mergesLeft -= 1 + one.properties.size + other.properties.size;
        if (mergesLeft < 0) return some;
        const shape = merged(one, other);
        if (shape !== null && result.size < MAX_ALTERNATIVES) result.add(shape);
      }
    return [...result];
  };

  const alternatives = (schema: Members, depth: number, own: unknown): readonly Shape[] => {
    const types = typesOf(schema);
    if (types !== null && types.length === 0) return [];
    let shapes: readonly Shape[] = [ownShape(schema, types ?? [], root, side)];
    if (typeof schema.$ref === 'string')
      shapes = both(shapes, read(target(schema.$ref, own), depth + 1, own));
    for (const part of list(schema.allOf).slice(0, MAX_ALTERNATIVES))
      shapes = both(shapes, read(part, depth + 1, own));
    for (const choices of [schema.oneOf, schema.anyOf])
      if (Array.isArray(choices) && choices.length > 0) {
        const named = discriminated(schema.discriminator);
        shapes = both(
          shapes,
          [
            ...new Set(
              choices
                .slice(0, MAX_ALTERNATIVES)
                .flatMap((choice) => named(choice, read(choice, depth + 1, own))),
            ),
          ].slice(0, MAX_ALTERNATIVES),
        );
      }
    return shapes;
  };

  return (schema) => read(schema, 0, schema).filter((shape) => isDeclared(shape));
}

/** The declared types without null, or null where none is declared. */
function typesOf({ type }: Members): string[] | null {
  const all = Array.isArray(type) ? texts(type) : typeof type === 'string' ? [type] : null;
  return all === null ? null : all.filter((one) => one !== 'null');
}

function ownShape(schema: Members, types: readonly string[], root: unknown, side: Side): Shape {
  const required = new Set(texts(schema.required).slice(0, MAX_PROPERTIES));
  const declared = membersOf(schema.properties) ?? {};
  const isHidden = (inner: unknown): boolean =>
    side === 'answer' ? membersOf(inner)?.writeOnly === true : isReadOnly(inner, root);
  const properties = new Map(
    Object.entries(declared)
      .slice(0, MAX_PROPERTIES)
      .filter(([, inner]) => !isHidden(inner))
      .map(([name, inner]) => {
        const mayLack = side === 'answer' && mayBeNull(inner);
        return [name, { schema: inner, required: required.has(name) && !mayLack }];
      }),
  );
  // What a request must hold is known by its name alone too.
  for (const name of side === 'request' ? required : [])
    if (!Object.hasOwn(declared, name)) properties.set(name, { schema: true, required: true });
  const listed = Array.isArray(schema.enum) ? schema.enum.filter((one) => one !== null) : null;
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : listed;
  return {
    types: types.length === 0 && properties.size > 0 ? ['object'] : types,
    properties,
    items: schema.items,
    values,
    format: typeof schema.format === 'string' ? schema.format : null,
    standard: Object.hasOwn(schema, 'default') ? { value: schema.default } : null,
    most: typeof schema.maximum === 'number' ? schema.maximum : null,
  };
}

function mayBeNull(schema: unknown): boolean {
  const { nullable, type, anyOf, oneOf } = membersOf(schema) ?? {};
  const isNull = (one: unknown): boolean => membersOf(one)?.type === 'null';
  return nullable === true || texts(type).includes('null') || [...list(anyOf), ...list(oneOf)].some(isNull);
}

/** A number that is an integer too. */
const commonTypes = (some: readonly string[], others: readonly string[]): string[] =>
  some
    .filter((one) => others.includes(one) || (one === 'integer' && others.includes('number')))
    .concat(
      others.filter((one) => one === 'integer' && some.includes('number') && !some.includes('integer')),
    );

function merged(one: Shape, other: Shape): Shape | null {
  if (one === other || other === ANYTHING) return one;
  if (one === ANYTHING) return other;
  const types =
    one.types.length === 0
      ? other.types
      : other.types.length === 0
        ? one.types
        : commonTypes(one.types, other.types);
  if (types.length === 0 && one.types.length > 0 && other.types.length > 0) return null;
  const properties = new Map(one.properties);
  for (const [name, { schema, required }] of other.properties) {
    const before = properties.get(name);
    properties.set(
      name,
      before === undefined || before.schema === schema || before.schema === true
        ? { schema, required: required || before?.required === true }
        : {
            schema: schema === true ? before.schema : { allOf: [before.schema, schema] },
            required: required || before.required,
          },
    );
  }
  const values =
    one.values === null || other.values === null
      ? (one.values ?? other.values)
      : one.values.filter((value) => other.values?.includes(value));
  return {
    types,
    properties,
    items: one.items ?? other.items,
    values,
    format: one.format ?? other.format,
    standard: one.standard ?? other.standard,
    most:
      one.most === null || other.most === null ? (one.most ?? other.most) : Math.min(one.most, other.most),
  };
}

/**
 * OpenAPI's `discriminator`: the value that a choice stands for, where the choice does not declare it itself. Without a
 * mapping it is the name of its schema.
 */
function discriminated(
  discriminator: unknown,
): (choice: unknown, shapes: readonly Shape[]) => readonly Shape[] {
  const name = membersOf(discriminator)?.propertyName;
  const mapping = Object.entries(membersOf(membersOf(discriminator)?.mapping) ?? {});
  if (typeof name !== 'string') return (_, shapes) => shapes;
  return (choice, shapes) => {
    const reference = membersOf(choice)?.$ref;
    if (typeof reference !== 'string') return shapes;
    const schemaName = reference.split('/').at(-1) ?? '';
    const mapped = mapping.flatMap(([value, to]) => (to === reference || to === schemaName ? [value] : []));
    const value = { enum: mapped.length > 0 ? mapped : [schemaName] };
    return shapes.map((shape) => {
      const declared = membersOf(shape.properties.get(name)?.schema);
      const isOne = Array.isArray(declared?.enum) && declared.enum.length === 1;
      if (declared?.const !== undefined || isOne) return shape;
      const properties = new Map(shape.properties).set(name, { schema: value, required: true });
      return { ...shape, properties };
    });
  };
}
