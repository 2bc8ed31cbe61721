import { isObject } from './json.ts';

/**
 * A Tool's input schema as a form can draw it. It comes from the service, so it is copied within bounds and without
 * what a form does not need. A schema that cannot be drawn is reported, and its input is written as JSON instead.
 */

export type FormSchema = { ok: true; schema: Record<string, unknown> } | { ok: false; why: string };

const LARGEST = 3000;
const DEEPEST = 60;
/** They name or describe a schema; patterns are checked by the main process, which can interrupt them. */
const LEFT_OUT = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$vocabulary',
  'pattern',
  'patternProperties',
]);
const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'then'] as const;
/** Lists that are drawn value by value. */
const DRAWN_LISTS = new Set(['enum', 'examples', 'type']);
/** Characters of a name, which is drawn as it is, and of a text, which is cut. */
const LONGEST_NAME = 1000;
const LONGEST_TEXT = 5000;
/** Members whose values are data and not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'type', 'dependentRequired']);

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

class NotDrawable extends Error {}

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
  let mostEntries = 0;
  const visit = (depth: number) => {
    size += 1;
    if (size > LARGEST || depth > DEEPEST)
      throw new NotDrawable('The description of its input is larger than a form can be.');
  };
  /** Named schemas: their names are the service's own, not keywords of a schema. */
  const copyNamed = (value: unknown, depth: number): unknown => {
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === '__proto__' || name.length > LONGEST_NAME)
          throw new NotDrawable('A member of its input has a name that no form can hold.');
        return [name, copy(inner, depth + 1)];
      }),
    );
  };
  const countData = (value: unknown, depth: number): unknown => {
    visit(depth);
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) countData(inner, depth + 1);
    return value;
  };
  const copy = (value: unknown, depth: number): unknown => {
    visit(depth);
    if (Array.isArray(value)) return value.map((inner) => copy(inner, depth + 1));
    if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
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
      // A value that is there from the start is validated against every alternative.
      if (name === 'default' || name === 'const') copied[name] = countData(inner, depth);
      else if (DATA.has(name)) copied[name] = inner;
      // So many entries are there from the start, if the value can be read as a number.
      else if (name === 'minItems') {
        if (!isCount(inner)) continue;
        copied[name] = inner;
        mostEntries = Math.max(mostEntries, inner);
      } else if (['properties', '$defs', 'definitions', 'dependentSchemas'].includes(name))
        copied[name] = copyNamed(inner, depth);
      else copied[name] = copy(inner, depth + 1);
    }
    // A form draws members with free names, all of one kind.
    const named = Object.values(isObject(value.patternProperties) ? value.patternProperties : {});
    if (named.length > 0 && !isObject(copied.additionalProperties))
      copied.additionalProperties = named.length === 1 ? copy(named[0], depth + 1) : true;
    // The form library knows a tuple's list under its older names.
    if (Array.isArray(copied.prefixItems)) {
      if (copied.items !== undefined) copied.additionalItems = copied.items;
      copied.items = copied.prefixItems;
      delete copied.prefixItems;
    }
    return copied;
  };
  try {
    const copied = copy(schema, 0);
    expand(copied, copied, mostEntries);
    return isObject(copied) ? { ok: true, schema: copied } : { ok: false, why: 'It is not a schema.' };
  } catch (error) {
    if (error instanceof NotDrawable) return { ok: false, why: error.message };
    throw error;
  }
}

/** Keywords whose schemas apply to the same value: following a circle of them never ends. */
const IN_PLACE = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'dependentSchemas',
  '$ref',
]);

/**
 * Counts what a form would draw if every reference were expanded. A small schema that refers twice to the next one
 * doubles with every level; one that exceeds what a form can hold is not drawn. A part that contains itself through its
 * members is drawn as deep as it is filled in, and counts once for each path to it; through an alternative it is not
 * drawn, since the form library draws the first alternative although nothing is filled in. A list counts with the greatest
 * length that any must have: its length may be given elsewhere than its entries.
 */
function expand(root: unknown, schema: unknown, mostEntries: number): void {
  let size = mostEntries;
  const follow = (
    value: unknown,
    path: readonly string[],
    inPlace: readonly string[],
    inChoice: boolean,
  ): void => {
    size += 1;
    if (size > LARGEST) throw new NotDrawable('The description of its input is larger than a form can be.');
    if (Array.isArray(value)) {
      for (const inner of value) follow(inner, path, inPlace, inChoice);
      return;
    }
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (DRAWN_LISTS.has(name) && Array.isArray(inner))
        for (const each of inner) follow(each, path, inPlace, inChoice);
      if (DATA.has(name) || name === '$defs' || name === 'definitions') continue;
      const same = IN_PLACE.has(name) ? inPlace : [];
      if (name !== '$ref' || typeof inner !== 'string') {
        const times = name === 'items' ? Math.max(1, mostEntries) : 1;
        // The entries of a list are drawn as they are filled in.
        const chosen = name !== 'items' && (inChoice || name === 'anyOf' || name === 'oneOf');
        for (let entry = 0; entry < times; entry += 1) follow(inner, path, same, chosen);
        continue;
      }
      if (inPlace.includes(inner))
        throw new NotDrawable('The description of its input refers to nothing but itself.');
      // Required entries contain further required entries.
      if (path.includes(inner) && (mostEntries > 0 || inChoice))
        throw new NotDrawable('The description of its input is larger than a form can be.');
      if (!path.includes(inner)) follow(at(root, inner), [...path, inner], [...same, inner], inChoice);
    }
  };
  follow(schema, [], [], false);
}

/** The part of a schema that a local reference points to; undefined where there is none. */
function at(root: unknown, reference: string): unknown {
  let value = root;
  for (const part of reference.slice(1).split('/').filter(Boolean)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The first complete example input of the schema; null where it has none. */
export function exampleOf(schema: unknown): Record<string, unknown> | null {
  if (!isObject(schema) || !Array.isArray(schema.examples)) return null;
  return schema.examples.find(isObject) ?? null;
}
