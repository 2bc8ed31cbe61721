import { describe, expect, it } from 'vitest';
import { schemaRows } from './schema-rows.ts';

const byPath = (schema: unknown) => new Map(schemaRows(schema).map((row) => [row.path, row]));

describe('a schema as rows', () => {
  it('lists type, requirement, rules and purpose of each member', () => {
    const rows = byPath({
      type: 'object',
      required: ['origin_airport'],
      properties: {
        origin_airport: { type: 'string', minLength: 3, description: 'Airport codes.' },
        cabin: { type: 'string', enum: ['economy', 'first'] },
        take: { type: 'integer', minimum: 10, maximum: 1000, default: 100 },
      },
    });
    expect(rows.get('origin_airport')).toEqual({
      path: 'origin_airport',
      depth: 0,
      type: 'string',
      required: true,
      rules: ['at least 3 characters'],
      description: 'Airport codes.',
    });
    expect(rows.get('cabin')?.rules).toEqual(['one of: economy, first']);
    expect(rows.get('take')).toMatchObject({ required: false, rules: ['10 to 1000', 'else 100'] });
  });

  it('follows references into lists and objects', () => {
    const rows = byPath({
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: '#/$defs/Row' } } },
      $defs: {
        Row: { type: 'object', required: ['Route'], properties: { Route: { $ref: '#/$defs/Route' } } },
        Route: { type: 'object', properties: { Source: { type: ['string', 'null'] } } },
      },
    });
    expect(rows.get('data')?.type).toBe('list of object');
    expect(rows.get('data[].Route')).toMatchObject({ type: 'object', required: true });
    expect(rows.get('data[].Route.Source')?.type).toBe('string or null');
  });

  it('ends at a circular schema', () => {
    const rows = schemaRows({
      type: 'object',
      properties: { child: { $ref: '#' }, next: { $ref: '#/properties/next' } },
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(30);
    expect(rows.find((row) => row.path === 'next')?.type).toBe('not readable here');
  });

  it('merges the parts of a schema and does not require what only one alternative requires', () => {
    const rows = byPath({
      allOf: [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }],
      oneOf: [{ required: ['b'], properties: { b: { type: 'number' } } }, { properties: { c: true } }],
    });
    expect(rows.get('a')?.required).toBe(true);
    expect(rows.get('b')?.required).toBe(false);
    expect(rows.get('c')?.type).toBe('any value');
  });

  it('reads nothing from an invalid schema, and is not misled by inherited names', () => {
    expect(schemaRows(null)).toEqual([]);
    expect(schemaRows('string')).toEqual([]);
    expect(schemaRows({ $ref: '#/constructor' })[0]?.type).toBe('not readable here');
    expect(schemaRows(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'))[0]?.path).toBe(
      '__proto__',
    );
  });

  it('ends for a schema designed never to end', () => {
    let read = 0;
    const definitions = Object.fromEntries(
      Array.from({ length: 12 }, (_, level) => [
        `L${level}`,
        {
          get allOf() {
            read += 1;
            return Array.from({ length: 12 }, () => ({ $ref: `#/$defs/L${level + 1}` }));
          },
        },
      ]),
    );
    schemaRows({ $ref: '#/$defs/L0', $defs: definitions });
    // Twelve to the twelfth power, if every way were followed.
    expect(read).toBeLessThan(100_000);
  });

  it('reads a list at the top level', () => {
    const rows = byPath({ type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } });
    expect(rows.get('[]')?.type).toBe('object');
    expect(rows.get('[].id')?.type).toBe('string');
  });
});
