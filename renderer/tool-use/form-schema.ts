/**
 * A Tool's input schema as a form can draw it. It comes from the service, so it is copied within bounds and without
 * what a form needs not: a schema that cannot be drawn is told, and its input is then written as JSON.
 */

export type FormSchema = { ok: true; schema: Record<string, unknown> } | { ok: false; why: string };

const LARGEST = 3000;
const DEEPEST = 60;
/** They name a schema or comment on it; a pattern is checked by the main process, which can cut it off. */
const LEFT_OUT = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$vocabulary',
  'pattern',
]);
const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'then'] as const;
/** Members whose values are data and not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'type', 'dependentRequired']);

class NotDrawable extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function formSchema(schema: unknown): FormSchema {
  if (schema === null || schema === undefined)
    return { ok: false, why: 'The service describes no input for this Tool.' };
  if (!isObject(schema)) return { ok: false, why: 'The description of its input is not a schema.' };
  const isOfObjects =
    schema.type === 'object' ||
    isObject(schema.properties) ||
    (schema.type === undefined && ALTERNATIVES.some((keyword) => Object.hasOwn(schema, keyword)));
  if (!isOfObjects) return { ok: false, why: 'Its input is not described as an object.' };
  let size = 0;
  const look = (depth: number) => {
    size += 1;
    if (size > LARGEST || depth > DEEPEST)
      throw new NotDrawable('The description of its input is larger than a form can be.');
  };
  /** Named schemas: the names are the service's own and are none of a schema's keywords. */
  const copyNamed = (value: unknown, depth: number): unknown => {
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === '__proto__')
          throw new NotDrawable('A member of its input has a name that no form can hold.');
        return [name, copy(inner, depth + 1)];
      }),
    );
  };
  const copy = (value: unknown, depth: number): unknown => {
    look(depth);
    if (Array.isArray(value)) return value.map((inner) => copy(inner, depth + 1));
    if (!isObject(value)) return value;
    const copied: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__' || LEFT_OUT.has(name)) continue;
      if (name === '$ref' && (typeof inner !== 'string' || !inner.startsWith('#')))
        throw new NotDrawable(
          'The description of its input refers to another document, and none is fetched.',
        );
      if (name === '$dynamicRef')
        throw new NotDrawable('The description of its input resolves references dynamically.');
      if (DATA.has(name)) copied[name] = inner;
      else if (['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].includes(name))
        copied[name] = copyNamed(inner, depth);
      else copied[name] = copy(inner, depth + 1);
    }
    // The form library knows the list of a tuple under its older names.
    if (Array.isArray(copied.prefixItems)) {
      if (copied.items !== undefined) copied.additionalItems = copied.items;
      copied.items = copied.prefixItems;
      delete copied.prefixItems;
    }
    return copied;
  };
  try {
    const copied = copy(schema, 0);
    return isObject(copied) ? { ok: true, schema: copied } : { ok: false, why: 'It is not a schema.' };
  } catch (error) {
    if (error instanceof NotDrawable) return { ok: false, why: error.message };
    throw error;
  }
}

/** The first whole input that the schema gives as an example; null where it gives none. */
export function exampleOf(schema: unknown): Record<string, unknown> | null {
  if (!isObject(schema) || !Array.isArray(schema.examples)) return null;
  return schema.examples.find(isObject) ?? null;
}
