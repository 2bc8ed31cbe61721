import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { formSchema } from '#shared/form-schema.ts';
import { SchemaForm } from './schema-form.tsx';

function rendered(schema: unknown, data?: unknown): string {
  const made = formSchema(schema);
  if (!made.ok) throw new Error(made.why);
  return renderToString(
    <MantineProvider>
      <SchemaForm schema={made.schema} data={data} problems={[]} onChange={() => {}} />
    </MantineProvider>,
  );
}

describe('fields made from a schema', () => {
  it('stand for every kind of member, with defaults, descriptions and examples', () => {
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
      'via-1',
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

  it.each<[string, unknown]>([
    [
      'contains itself as a needed member',
      { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] },
    ],
    [
      'contains itself in a list',
      { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } },
    ],
    [
      'contains itself in an alternative',
      { type: 'object', properties: { a: { anyOf: [{ $ref: '#' }, { type: 'string' }] } } },
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
    ],
    ['refers to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/nowhere' } } }],
    ['is nothing but itself', { $ref: '#' }],
    ['says that all of it is itself', { type: 'object', allOf: [{ $ref: '#' }] }],
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
    ],
    [
      'has members that are no schemas',
      { type: 'object', properties: { a: 7, b: 'x', c: null, d: [] }, required: 'a' },
    ],
  ])('come to an end where a schema %s', (_what, schema) => {
    try {
      rendered(schema);
    } catch (error) {
      // What cannot be rendered is written as JSON instead: the boundary around the form sees to that.
      expect(error).toBeInstanceOf(Error);
    }
  });
});
