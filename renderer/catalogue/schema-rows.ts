import { isObject } from '#shared/json.ts';

/**
 * A JSON Schema as rows of text: each member with its type, whether it is required, what values it allows, and its
 * purpose. Pure, and lenient: schemas come from the service, so what cannot be read is left out, never rejected; the
 * schema itself is shown below the table, as it was read.
 */

export type SchemaRow = {
  /** `data[].Route.OriginAirport`; empty for the value itself. */
  path: string;
  depth: number;
  type: string;
  /** Whether its object requires it. */
  required: boolean;
  /** The allowed values, each rule in a few words. */
  rules: string[];
  description: string;
};

type Json = Record<string, unknown>;

const MAX_DEPTH = 6;
const MAX_ROWS = 300;
const MAX_VISITS = 4000;

const own = (schema: Json, name: string): unknown => (Object.hasOwn(schema, name) ? schema[name] : undefined);

const brief = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/** The target of a local `$ref`; undefined where this document has none. */
function resolved(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(1).split('/').filter(Boolean)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Json)[name];
  }
  return at;
}

/** The document that is read, and how many of its schemas may still be visited: a hostile one has no end. */
type Reading = { readonly root: unknown; left: number };

/** The schema after resolving its references; null where one is circular or has no target. */
function meant(
  reading: Reading,
  schema: unknown,
  through: readonly string[],
): { schema: Json; through: string[] } | null {
  reading.left -= 1;
  if (reading.left < 0) return null;
  let at = schema;
  const seen = [...through];
  while (isObject(at) && typeof own(at, '$ref') === 'string') {
    const ref = String(at.$ref);
    if (seen.includes(ref)) return null;
    seen.push(ref);
    at = resolved(reading.root, ref);
  }
  return isObject(at) ? { schema: at, through: seen } : null;
}

function typeLabel(reading: Reading, schema: Json, through: readonly string[]): string {
  const type = own(schema, 'type');
  if (type === 'array') {
    const items = meant(reading, own(schema, 'items'), through);
    return items ? `list of ${typeLabel(reading, items.schema, items.through)}` : 'list';
  }
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.map(String).join(' or ');
  for (const [name, words] of [
    ['oneOf', ' or '],
    ['anyOf', ' or '],
    ['allOf', ' and '],
  ] as const) {
    const parts = own(schema, name);
    if (Array.isArray(parts)) {
      const types = parts.flatMap((part) => {
        const read = meant(reading, part, through);
        return read ? [typeLabel(reading, read.schema, read.through)] : [];
      });
      if (types.length > 0) return [...new Set(types)].join(words);
    }
  }
  if (Object.hasOwn(schema, 'const')) return 'fixed value';
  if (Array.isArray(own(schema, 'enum'))) return 'one of a list';
  return isObject(own(schema, 'properties')) ? 'object' : 'any value';
}

function rulesOf(schema: Json): string[] {
  const rules: string[] = [];
  const value = (name: string) => own(schema, name);
  const say = (name: string, words: (value: unknown) => string) => {
    const given = value(name);
    if (given !== undefined) rules.push(words(given));
  };
  if (Array.isArray(value('enum')))
    rules.push(`one of: ${(value('enum') as unknown[]).map(brief).join(', ')}`);
  say('const', (given) => `always ${brief(given)}`);
  say('format', (given) => `format ${brief(given)}`);
  say('pattern', (given) => `pattern ${brief(given)}`);
  say('minLength', (given) => `at least ${brief(given)} characters`);
  say('maxLength', (given) => `at most ${brief(given)} characters`);
  const [least, most] = [value('minimum'), value('maximum')];
  if (least !== undefined && most !== undefined) rules.push(`${brief(least)} to ${brief(most)}`);
  else {
    say('minimum', (given) => `${brief(given)} or more`);
    say('maximum', (given) => `${brief(given)} or less`);
  }
  say('exclusiveMinimum', (given) => `more than ${brief(given)}`);
  say('exclusiveMaximum', (given) => `less than ${brief(given)}`);
  say('multipleOf', (given) => `a multiple of ${brief(given)}`);
  say('minItems', (given) => `at least ${brief(given)} entries`);
  say('maxItems', (given) => `at most ${brief(given)} entries`);
  say('default', (given) => `else ${brief(given)}`);
  if (Array.isArray(value('examples'))) {
    rules.push(`for example ${(value('examples') as unknown[]).slice(0, 3).map(brief).join(', ')}`);
  }
  if (value('additionalProperties') === false) rules.push('no other members');
  if (value('deprecated') === true) rules.push('deprecated');
  return rules;
}

/** The members of an object schema, its own and those of its parts. */
function membersOf(
  reading: Reading,
  schema: Json,
  through: readonly string[],
): { name: string; schema: unknown; required: boolean }[] {
  const required = own(schema, 'required');
  const names = Array.isArray(required) ? required : [];
  const properties = own(schema, 'properties');
  const members = isObject(properties)
    ? Object.entries(properties).map(([name, member]) => ({
        name,
        schema: member,
        required: names.includes(name),
      }))
    : [];
  for (const name of ['allOf', 'anyOf', 'oneOf']) {
    const parts = own(schema, name);
    if (!Array.isArray(parts)) continue;
    for (const part of parts) {
      const read = meant(reading, part, through);
      if (!read || members.length > MAX_ROWS) continue;
      for (const member of membersOf(reading, read.schema, read.through)) {
        if (!members.some((known) => known.name === member.name)) {
          // A member of one alternative is optional: another alternative may be chosen.
          members.push({ ...member, required: member.required && name === 'allOf' });
        }
      }
    }
  }
  return members;
}

/** A schema as rows, outermost first; empty where nothing could be read. */
export function schemaRows(root: unknown): SchemaRow[] {
  const reading: Reading = { root, left: MAX_VISITS };
  const rows: SchemaRow[] = [];
  const add = (
    schema: unknown,
    path: string,
    depth: number,
    required: boolean,
    through: readonly string[],
  ) => {
    if (rows.length >= MAX_ROWS) return;
    const read = meant(reading, schema, through);
    if (read === null) {
      rows.push({
        path,
        depth,
        type: schema === true ? 'any value' : 'not readable here',
        required,
        rules: isObject(schema) && typeof schema.$ref === 'string' ? [`see ${brief(schema.$ref)}`] : [],
        description: '',
      });
      return;
    }
    const description = own(read.schema, 'description') ?? own(read.schema, 'title');
    if (path !== '') {
      rows.push({
        path,
        depth,
        type: typeLabel(reading, read.schema, read.through),
        required,
        rules: rulesOf(read.schema),
        description: typeof description === 'string' ? description : '',
      });
    }
    if (depth >= MAX_DEPTH) return;
    inside(read.schema, path, depth, read.through);
  };
  const inside = (schema: Json, path: string, depth: number, through: readonly string[]) => {
    const members = membersOf(reading, schema, through);
    for (const member of members) {
      const name = path === '' ? member.name : `${path}.${member.name}`;
      add(member.schema, name, path === '' ? depth : depth + 1, member.required, through);
    }
    const items = meant(reading, own(schema, 'items'), through);
    if (!items) return;
    if (path === '' && members.length === 0) add(items.schema, '[]', depth, false, items.through);
    else inside(items.schema, `${path}[]`, depth, items.through);
  };
  if (isObject(root)) add(root, '', 0, true, []);
  return rows;
}
