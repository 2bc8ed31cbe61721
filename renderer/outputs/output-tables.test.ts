import { describe, expect, it } from 'vitest';
import { csvOf } from '#shared/csv.ts';
import { costHere } from '#shared/testing/cost-here.ts';
import { cellOf, cellText, outputTables, tableCells } from './output-tables.ts';

const names = (output: unknown, schema: unknown = null) =>
  outputTables(output, schema).map(({ place, columns, rows }) => [
    place,
    columns.map(({ name }) => name),
    rows.length,
  ]);

describe('an output as a table', () => {
  it('has the columns of its schema in their order, then further ones of the rows', () => {
    const schema = {
      type: 'array',
      items: { $ref: '#/$defs/row' },
      $defs: { row: { type: 'object', properties: { b: { type: 'string', description: 'Second' }, a: {} } } },
    };
    expect(
      names(
        [
          { a: 1, c: true },
          { b: 'x', d: null },
        ],
        schema,
      ),
    ).toEqual([['', ['b', 'a', 'c', 'd'], 2]]);
    expect(outputTables([{ b: 'x' }], schema)[0]?.columns[0]?.description).toBe('Second');
  });

  it('is found wherever the output contains it, the longest first', () => {
    const output = {
      note: 'x',
      few: [{ a: 1 }],
      result: { many: [{ b: 1 }, { b: 2 }], one: { two: { three: [{ c: 1 }] } } },
    };
    expect(names(output)).toEqual([
      ['result.many', ['b'], 2],
      ['few', ['a'], 1],
    ]);
    const schema = {
      properties: { result: { properties: { many: { items: { properties: { z: {}, b: {} } } } } } },
    };
    expect(names(output, schema)[0]).toEqual(['result.many', ['z', 'b'], 2]);
  });

  it('spreads the members of an object in a row, and leaves deeper ones in its cell', () => {
    const rows = [{ route: { from: 'LHR', stops: [{ at: 'SIN' }] } }, { route: { to: 'JFK' } }];
    const [table] = outputTables(rows, null);
    expect(table && tableCells(table)).toEqual([
      ['route.from', 'route.stops', 'route.to'],
      ['LHR', '[{"at":"SIN"}]', ''],
      ['', '', 'JFK'],
    ]);
  });

  it.each([[null], ['text'], [7], [[]], [[1, 2]], [[{ a: 1 }, 2]], [{ a: 1 }], [{ list: [] }]])(
    'is missing where there is no list of objects: %j',
    (output) => expect(outputTables(output, { type: 'array' })).toEqual([]),
  );

  it('shows values exactly', () => {
    expect([0, -0.5, true, '', '075', null, undefined, { a: 1 }].map(cellText)).toEqual([
      '0',
      '-0.5',
      'true',
      '',
      '075',
      '',
      '',
      '{"a":1}',
    ]);
  });

  it('reads prototype names as ordinary names', () => {
    const rows = JSON.parse('[{"__proto__":{"polluted":1},"constructor":2}]');
    const [table] = outputTables(rows, JSON.parse('{"items":{"properties":{"toString":{}}}}'));
    expect(table?.columns.map(({ name }) => name)).toEqual(['toString', '__proto__.polluted', 'constructor']);
    expect(
      table && cellOf(table.rows[0] ?? {}, table.columns[0] ?? { path: [], name: '', description: '' }),
    ).toBeUndefined();
  });

  it('is bounded in columns, and survives a circular schema', () => {
    const wide = [Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m${n}`, n]))];
    expect(outputTables(wide, { $ref: '#' })[0]?.columns).toHaveLength(60);
  });

  it('is exported as a file whose cells no spreadsheet runs', () => {
    const [table] = outputTables([{ 'a,b': '=SUM(A1)', c: 'say "x"' }], null);
    expect(table && csvOf(tableCells(table))).toBe('"a,b","c"\r\n"\'=SUM(A1)","say ""x"""\r\n');
  });
});

it('shows an output of more names than it has columns for, without looking at each of them', () => {
  const named = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, value]));
  const row = named(2_000, {});
  const schema = { items: { properties: named(5_000, { type: 'string' }) } };
  const rows = [named(50_000, null), ...Array.from({ length: 199 }, () => row)];
  const cost = costHere(() => expect(outputTables(rows, schema)[0]?.columns).toHaveLength(60));
  expect(cost).toBeLessThan(500);
});
