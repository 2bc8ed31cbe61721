import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formSchema } from '#shared/form-schema.ts';
import { costHere } from '#shared/testing/cost-here.ts';
import { SchemaForm } from './schema-form.tsx';

function rendered(schema: unknown, data?: unknown): string {
  const made = formSchema(schema);
  if (!made.ok) throw new Error(made.why);
  return renderToString(
    <MantineProvider>
      <SchemaForm schema={made.schema} data={data} problems={[]} award={{}} onChange={() => {}} />
    </MantineProvider>,
  );
}

/** What cannot be rendered is written as JSON instead: the boundary around the form sees to that. */
type Outcome = 'fields' | 'no fields';
function outcomeOf(schema: unknown): Outcome {
  try {
    rendered(schema);
    return 'fields';
  } catch {
    return 'no fields';
  }
}

describe('fields made from a schema', () => {
  it('cover every kind of member, with defaults, descriptions and examples', () => {
    const html = rendered({
      type: 'object',
      properties: {
        code: { type: 'string', title: 'Airport', description: 'Three letters', examples: ['LHR', 'JFK'] },
        cabin: { type: 'string', enum: ['economy', 'first'], default: 'first' },
        nights: { type: 'integer', default: 7 },
        on: { type: 'string', format: 'date' },
        direct: { type: 'boolean' },
        stay: { type: 'object', properties: { from: { type: 'string' } } },
        via: { type: 'array', items: { type: 'string' }, default: ['SIN'] },
      },
      required: ['code'],
    });
    for (const words of [
      'Airport',
      'Three letters',
      'LHR',
      'cabin',
      'nights',
      'YYYY-MM-DD',
      'direct',
      'stay',
      'via 1',
      'SIN',
      'value="7"',
      'value="first"',
    ])
      expect(html).toContain(words);
  });

  it('show text of the service as text', () => {
    const html = rendered({
      type: 'object',
      properties: {
        a: { type: 'string', title: '<img src=x>', description: '[x](javascript:alert(1)) <b>b</b>' },
      },
    });
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).not.toMatch(/<img|<b>|href="javascript/);
  });

  it.each<[string, unknown, Outcome]>([
    [
      'contains itself as a needed member',
      { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] },
      'fields',
    ],
    [
      'contains itself in a list',
      { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } },
      'fields',
    ],
    [
      'contains itself in an alternative',
      { type: 'object', properties: { a: { anyOf: [{ $ref: '#' }, { type: 'string' }] } } },
      'no fields',
    ],
    [
      'contains itself in one of several, beside other members',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/tree' } },
        $defs: {
          tree: {
            type: 'object',
            properties: { left: { oneOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] } },
          },
        },
      },
      'no fields',
    ],
    [
      'contains itself in the list of an alternative',
      {
        type: 'object',
        properties: {
          a: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#' } }] },
        },
      },
      'fields',
    ],
    [
      'goes round through names',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' } },
        $defs: {
          a: { type: 'object', properties: { b: { $ref: '#/$defs/b' } } },
          b: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } },
        },
      },
      'fields',
    ],
    ['refers to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/nowhere' } } }, 'no fields'],
    ['is nothing but itself', { $ref: '#' }, 'no fields'],
    ['says that all of it is itself', { type: 'object', allOf: [{ $ref: '#' }] }, 'no fields'],
    [
      'has members of no type',
      {
        type: 'object',
        properties: {
          a: {},
          b: true,
          c: { enum: [] },
          d: { type: 'no such' },
          e: { type: ['string', 'null'] },
          f: { const: 1 },
        },
      },
      'fields',
    ],
    [
      'has members that are no schemas',
      { type: 'object', properties: { a: 7, b: 'x', c: null, d: [] }, required: 'a' },
      'fields',
    ],
  ])('end where a schema %s', (_what, schema, outcome) => {
    expect(outcomeOf(schema)).toBe(outcome);
  });
});

const manyTimes = (minItems: unknown, items: unknown = { type: 'string' }) => ({
  type: 'array',
  minItems,
  items,
});
const values = (length: number) => Array.from({ length }, (_, n) => `v${n}`);
/** What a form of a hundred plain fields costs in this run, in ms of processor time. */
const costOfFields = () =>
  costHere(() =>
    rendered({
      type: 'object',
      properties: Object.fromEntries(values(100).map((name) => [name, { type: 'string' }])),
    }),
  );
const slowName = `${'a'.repeat(60)}!`;
const alternatives = [{ patternProperties: { '^(a+)+$': { type: 'string' } } }, { required: ['b'] }];

it.each<[string, unknown]>([
  ['a list of a thousand million entries', { properties: { a: manyTimes(1e9) } }],
  ['a list of as many, written as text', { properties: { a: manyTimes('1000000000') } }],
  ['a list of entries of no kind', { properties: { a: { type: 'array', minItems: 1e9 } } }],
  ['a list of itself', { properties: { a: manyTimes(9, { $ref: '#' }) } }],
  [
    'lists of one of itself each',
    {
      properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, manyTimes(1, { $ref: '#' })])),
    },
  ],
  [
    'a list of another that lists it',
    {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: manyTimes(9, { $ref: '#/$defs/b' }), b: manyTimes(9, { $ref: '#/$defs/a' }) },
    },
  ],
  ['a list of half an entry', { properties: { a: manyTimes(0.5) } }],
  ['lists in lists', { properties: { a: manyTimes(60, manyTimes(60, manyTimes(60, manyTimes(60)))) } }],
  [
    'a list whose length stands beside it',
    { properties: { a: { allOf: [{ minItems: 1e9 }, { type: 'array', items: {} }] } } },
  ],
  [
    'a list whose length stands elsewhere',
    { properties: { a: { $ref: '#/$defs/l', items: { type: 'string' } } }, $defs: { l: manyTimes(1e9) } },
  ],
  ['a choice of a hundred thousand', { properties: { a: { type: 'string', enum: values(100_000) } } }],
  [
    'a choice that stands once and is drawn a hundred times',
    {
      properties: Object.fromEntries(values(100).map((name) => [name, { $ref: '#/$defs/c' }])),
      $defs: { c: { type: 'string', enum: values(1_000) } },
    },
  ],
  ['examples without end', { properties: { a: { type: 'string', examples: values(100_000) } } }],
  ['types without end', { properties: { a: { type: values(100_000) } } }],
  [
    'names and titles as long as books',
    {
      properties: Object.fromEntries(
        values(9).map((name) => [name, { title: 't'.repeat(1e6), description: 'd'.repeat(1e6) }]),
      ),
    },
  ],
  ['names that try every way', { default: { [slowName]: 1 }, anyOf: alternatives }],
  ['names of members', { default: { [slowName]: 1 }, patternProperties: alternatives[0]?.patternProperties }],
  [
    'alternatives of a long default',
    {
      properties: {
        a: {
          default: Array.from({ length: 15_000 }, (_, n) => n),
          anyOf: [
            { type: 'array', uniqueItems: true },
            { type: 'array', contains: { const: -1 } },
          ],
        },
      },
    },
  ],
])('a page is not held by %s', (_, schema) => {
  const whole = { type: 'object', ...(schema as object) };
  const cost = costHere(() => {
    const made = formSchema(whole);
    if (made.ok) expect(rendered(whole).length).toBeLessThan(1_000_000);
    else expect(made.why).toMatch(/larger than a form can be/u);
  });
  expect(cost).toBeLessThan(10 * costOfFields());
});

it('a choice of hundreds, and one name as long as a book, are not drawn or are as they are', () => {
  const enumOf = (length: number) => ({ type: 'object', properties: { a: { enum: values(length) } } });
  expect(formSchema(enumOf(900))).toEqual({ ok: true, schema: enumOf(900) });
  expect(formSchema({ type: 'object', properties: { ['n'.repeat(2_000)]: {} } })).toMatchObject({
    ok: false,
  });
});

it('required entries are there to be filled in', () => {
  const html = rendered({ type: 'object', properties: { box: manyTimes(4, { type: 'number' }) } });
  expect(html.match(/<input/gu)).toHaveLength(4);
});

it('members with names by a pattern can be added, all of one kind', () => {
  const made = formSchema({
    type: 'object',
    patternProperties: { '^x-': { type: 'integer' } },
    additionalProperties: false,
  });
  expect(made).toEqual({ ok: true, schema: { type: 'object', additionalProperties: { type: 'integer' } } });
});
