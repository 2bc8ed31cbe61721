import { isObject } from '../json.ts';
import { AWARD_SEARCH_VERSION, isOtherVersion } from './capability.ts';
import { EXPECTED_INPUT_SCHEMA } from './expected-schema.ts';

/** One property of the input, as §2.1 shows it and as the service describes it; null where it has none. */
type InputRow = {
  /** The property's name; empty for the input as a whole. */
  property: string;
  expected: string | null;
  described: string | null;
  /** What changed, in a few words; empty where nothing did. */
  changes: string[];
};

export type InputComparison = { same: boolean; rows: InputRow[] };

type Members = Record<string, unknown>;
type Facts = { type: string; required: boolean; limits: Map<string, string> };

const membersOf = (value: unknown): Members => (isObject(value) ? value : {});
const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

const LIMITS: Readonly<Record<string, string>> = {
  minLength: 'minimum length',
  maxLength: 'maximum length',
  minimum: 'minimum',
  maximum: 'maximum',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'multiple of',
  pattern: 'pattern',
  format: 'format',
  minItems: 'minimum entries',
  maxItems: 'maximum entries',
};

const LONGEST = 200;
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, LONGEST);

/** A limit in normalised form: a bound that every whole number of §2.1 meets is dropped, `\d` is `[0-9]`. */
function limitOf(keyword: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (keyword === 'minimum' && typeof value === 'number' && value <= Number.MIN_SAFE_INTEGER) return null;
  if (keyword === 'maximum' && typeof value === 'number' && value >= Number.MAX_SAFE_INTEGER) return null;
  if (keyword === 'minLength' && value === 0) return null;
  return keyword === 'pattern' ? textOf(value).replaceAll('[0-9]', '\\d') : textOf(value);
}

function valuesOf(schema: Members): string | null {
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : own(schema, 'enum');
  return Array.isArray(values) ? values.slice(0, 50).map(textOf).sort().join(', ') : null;
}

/** A local `$ref`, followed a few steps; one that leads nowhere is shown as it is. */
function followed(root: unknown, schema: unknown): Members {
  let at = membersOf(schema);
  for (let hop = 0; hop < 8; hop++) {
    const ref = own(at, '$ref');
    if (typeof ref !== 'string' || !ref.startsWith('#/')) return at;
    let target: unknown = root;
    for (const part of ref.slice(2).split('/'))
      target = own(membersOf(target), part.replaceAll('~1', '/').replaceAll('~0', '~'));
    at = membersOf(target);
  }
  return at;
}

function typeOf(schema: Members): string {
  const type = own(schema, 'type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.map(textOf).sort().join(' or ');
  const values = Object.hasOwn(schema, 'const') ? [schema.const] : own(schema, 'enum');
  // An enumeration of texts without a type means the same as one with it.
  if (Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string'))
    return 'string';
  return 'any';
}

function factsOf(schema: Members, required: boolean): Facts {
  const limits = new Map<string, string>();
  const values = valuesOf(schema);
  if (values !== null) limits.set('one of', values);
  for (const [keyword, name] of Object.entries(LIMITS)) {
    const limit = limitOf(keyword, own(schema, keyword));
    if (limit !== null) limits.set(name, limit);
  }
  return { type: typeOf(schema), required, limits };
}

const asText = ({ type, required, limits }: Facts): string =>
  [type, required ? 'required' : 'optional', ...[...limits].map(([name, value]) => `${name} ${value}`)].join(
    ', ',
  );

function changesBetween(expected: Facts, described: Facts): string[] {
  const changes: string[] = [];
  if (expected.type !== described.type) changes.push('another type');
  if (expected.required !== described.required)
    changes.push(described.required ? 'now required' : 'no longer required');
  for (const name of new Set([...expected.limits.keys(), ...described.limits.keys()]))
    if (expected.limits.get(name) !== described.limits.get(name))
      changes.push(`another ${name === 'one of' ? 'list of values' : `limit: ${name}`}`);
  return changes;
}

/**
 * Compares the input that a Tool describes with that of §2.1: properties added, removed, of another type or with other
 * limits. Wording that constrains nothing (titles, descriptions, examples) makes no difference, nor does a schema that
 * allows further properties: none is sent. A Tool that describes no property cannot be compared and counts as
 * unchanged.
 */
export function compareWithExpectedInput(described: unknown): InputComparison {
  const root = followed(described, described);
  const properties = membersOf(own(root, 'properties'));
  if (describesNothing(root)) return { same: true, rows: [] };
  const required = namesOf(own(root, 'required'));
  const expectedNames: readonly string[] = Object.keys(EXPECTED_INPUT_SCHEMA.properties);
  const rows: InputRow[] = [];
  for (const name of [
    ...expectedNames,
    ...Object.keys(properties).filter((one) => !expectedNames.includes(one)),
  ]) {
    const ours = own(EXPECTED_INPUT_SCHEMA.properties, name);
    const theirs = own(properties, name);
    const expected =
      ours === undefined
        ? null
        : factsOf(membersOf(ours), namesOf(EXPECTED_INPUT_SCHEMA.required).includes(name));
    const now = theirs === undefined ? null : factsOf(followed(described, theirs), required.includes(name));
    rows.push({
      property: name,
      expected: expected && asText(expected),
      described: now && asText(now),
      changes: expected === null ? ['added'] : now === null ? ['removed'] : changesBetween(expected, now),
    });
  }
  const whole = rootRow(
    root,
    required.filter((name) => !Object.hasOwn(properties, name)),
  );
  if (whole !== null) rows.unshift(whole);
  return { same: rows.every(({ changes }) => changes.length === 0), rows };
}

const RULES = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas'] as const;

const describesNothing = (root: Members): boolean =>
  Object.keys(membersOf(own(root, 'properties'))).length === 0 &&
  namesOf(own(root, 'required')).length === 0 &&
  RULES.every((rule) => own(root, rule) === undefined) &&
  ['any', 'object'].includes(typeOf(root));

/** How the input as a whole differs; null where it does not. */
function rootRow(root: Members, requiredElsewhere: readonly string[]): InputRow | null {
  const changes: string[] = [];
  const type = typeOf(root);
  if (type !== 'object' && type !== 'any') changes.push('another type');
  if (requiredElsewhere.length > 0) changes.push(`${requiredElsewhere.join(', ')} now required`);
  const rules = RULES.filter((rule) => own(root, rule) !== undefined);
  if (rules.length > 0) changes.push(`rules between properties: ${rules.join(', ')}`);
  if (changes.length === 0) return null;
  return { property: '', expected: 'object', described: type, changes };
}

/** How an award search Tool deviates from the contract. */
export type AwardSearchDrift = {
  version: string | null;
  otherVersion: boolean;
  words: string;
  rows: InputRow[];
};

/** How an award search Tool deviates from §1.7 and §2.1; null where it does not. */
export function awardSearchDrift(tool: {
  version: string | null;
  inputJsonSchema: unknown;
}): AwardSearchDrift | null {
  const otherVersion = isOtherVersion(tool.version);
  const { same, rows } = compareWithExpectedInput(tool.inputJsonSchema);
  if (!otherVersion && same) return null;
  const changed = rows.filter(({ changes }) => changes.length > 0).length;
  return {
    version: tool.version,
    otherVersion,
    words: [
      ...(otherVersion
        ? [
            `The service lists version ${tool.version} of the award search; Milepost knows version ${AWARD_SEARCH_VERSION}.`,
          ]
        : []),
      same
        ? 'Its input is described as it was.'
        : `Its input is not the one that Milepost knows: ${changed} ${changed === 1 ? 'difference' : 'differences'}.`,
    ].join(' '),
    rows,
  };
}
