import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPECTED_INPUT_SCHEMA } from '#shared/award-search/expected-schema.ts';
import { compareWithExpectedInput } from '#shared/award-search/schema-differences.ts';
import { csvOf } from '#shared/csv.ts';
import { formSchema } from '#shared/form-schema.ts';
import { proves } from '#shared/testing/proves.ts';
import { inputTitle } from '../../../electron/catalogue/tool-input-title.ts';
import { checkAgainstSchema } from '../../../electron/marketplace/outside/tool-input.ts';
import { hostileText, mutated } from '../../../electron/marketplace/testing/hostile-json.ts';
import { outputTables, tableCells } from '../../../renderer/outputs/output-tables.ts';
import { inputOfForm } from '../../../renderer/tool-use/input-of-form.ts';
import { errorSchemaOf } from '../../../renderer/tool-use/input-problems.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    code: { $ref: '#/$defs/code' },
    list: { type: 'array', items: { $ref: '#' }, maxItems: 3 },
    either: {
      oneOf: [
        { type: 'string', pattern: '^(a|b)+$' },
        { type: 'integer', minimum: 1 },
      ],
    },
    on: { type: 'string', format: 'date' },
  },
  required: ['code'],
  additionalProperties: false,
  $defs: { code: { type: 'string', minLength: 3 } },
};
const OUTPUT = {
  data: [
    { ID: '1', Route: { from: 'LHR', to: 'JFK' } },
    { ID: '2', Route: null },
  ],
  count: 2,
};

const hostile = hostileText.map((text) => JSON.parse(text) as unknown);
const schemas = fc.oneof(mutated(SCHEMA), mutated(EXPECTED_INPUT_SCHEMA), hostile);
const asInput = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value };

test('whatever schema and input a user meets, the check answers in words and pollutes nothing', () => {
  proves(
    0.45,
    [schemas, fc.oneof(mutated({ code: 'LHR', list: [{ code: 'x' }] }), hostile)],
    (schema, value) => {
      const input = asInput(value);
      const before = JSON.stringify(input);
      const { problems, notice } = checkAgainstSchema(schema, input);
      expect(JSON.stringify(input)).toBe(before);
      for (const { pointer, words } of problems) {
        expect(pointer === '' || pointer.startsWith('/')).toBe(true);
        expect(words).toMatch(/\.$|…$/);
      }
      expect(notice === null || problems.length === 0).toBe(true);
      errorSchemaOf(problems);
      expect(inputTitle('Tool', input).length).toBeLessThan(100);
      expect(Object.keys(Object.prototype)).toEqual([]);
      return problems.length > 0;
    },
    { numRuns: 400 },
  );
});

test('whatever schema a Tool describes, its form is made or refused, and its data is an input', () => {
  proves(
    0.4,
    [schemas, hostile],
    (schema, data) => {
      const made = formSchema(schema);
      if (made.ok) JSON.stringify(made.schema);
      else expect(made.why).not.toBe('');
      expect(Array.isArray(inputOfForm(data, schema))).toBe(false);
      expect(typeof inputOfForm(data, schema)).toBe('object');
      return made.ok;
    },
    { numRuns: 400 },
  );
});

test('whatever input the award search describes, it can be compared with the expected one', () => {
  proves(
    0.3,
    [schemas],
    (schema) => {
      const { same, rows } = compareWithExpectedInput(schema);
      expect(same).toBe(rows.every(({ changes }) => changes.length === 0));
      return !same;
    },
    { numRuns: 400 },
  );
});

test('whatever a Tool returns, its tables have a cell for every column in every row', () => {
  proves(
    0.4,
    [fc.oneof(mutated(OUTPUT), hostile), schemas],
    (output, schema) => {
      for (const table of outputTables(output, schema)) {
        expect(table.columns.length).toBeLessThanOrEqual(60);
        const cells = tableCells(table);
        expect(cells).toHaveLength(table.rows.length + 1);
        for (const row of cells) expect(row).toHaveLength(table.columns.length);
        csvOf(cells);
      }
      return outputTables(output, schema).length > 0;
    },
    { numRuns: 400 },
  );
});
