import type { z } from 'zod';
import { requests } from '#shared/contract/index.ts';

const search = { origin_airport: 'FRA', destination_airport: 'JFK' };
const toolRef = `operation:v1:${'0'.repeat(64)}`;
const scope = { kind: 'matching', origins: ['FRA'], destinations: ['JFK'] };

/** Members that say something by themselves, by name; where one has another schema, it is made like any other. */
const NAMED: Readonly<Record<string, unknown>> = {
  address: 'http://127.0.0.1:9',
  after: scope,
  before: scope,
  currency: 'USD',
  destinations: ['JFK'],
  exponent: 6,
  input: search,
  // The first leg of a trip has none.
  nights: null,
  offset: 0,
  origins: ['FRA'],
  path: '/results',
  requests: [{ toolRef, input: search, pages: 1 }],
  role: 'list',
  scope,
  toolRef,
  units: '22000',
};
const TEXTS = ['none', 'FRA', '2027-03-01', '2027-01', '', 'a@b.example', 'https://example.org/'];
const NUMBERS = [1, 24, 512];

/** What the definition of a schema says of what it takes. */
type Definition = {
  type: string;
  shape: Readonly<Record<string, z.ZodType>>;
  options: readonly z.ZodType[];
  element: z.ZodType;
  innerType: z.ZodType;
  in: z.ZodType;
  values: readonly unknown[];
  entries: Readonly<Record<string, string>>;
};

/** A value that a schema takes, without what may be absent. */
function sampleOf(schema: z.ZodType, name = ''): unknown {
  const def = schema.def as unknown as Definition;
  const taken = (value: unknown): boolean => schema.safeParse(value).success;
  if (Object.hasOwn(NAMED, name) && taken(NAMED[name])) return NAMED[name];
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, member]) => !member.safeParse(undefined).success)
          .map(([each, member]) => [each, sampleOf(member, each)]),
      );
    case 'union':
      return def.options.map((option) => sampleOf(option, name)).find(taken);
    case 'array': {
      const one = sampleOf(def.element, name.replace(/s$/u, ''));
      return [[one], [one, one], []].find(taken);
    }
    case 'nullable':
      return sampleOf(def.innerType, name);
    case 'pipe':
      return sampleOf(def.in, name);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'boolean':
      return false;
    case 'record':
      return {};
    case 'string':
      return TEXTS.find(taken);
    default:
      return NUMBERS.find(taken);
  }
}

/** A valid input for a request of the contract, made of its schema. */
export function inputOf(group: string, name: string): unknown {
  const { input } = (requests as Record<string, Record<string, { input: z.ZodType }>>)[group]?.[name] ?? {};
  if (input === undefined) throw new Error(`There is no request ${group}.${name}.`);
  const sample = input.safeParse(undefined).success ? undefined : sampleOf(input);
  const { error } = input.safeParse(sample);
  if (error !== undefined)
    throw new Error(`${group}.${name}: no input is made of its schema.`, { cause: error });
  return sample;
}
