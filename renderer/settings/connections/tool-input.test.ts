import { describe, expect, it } from 'vitest';
import { readToolInput, toolInputBegun } from './tool-input.ts';

describe('the input of a tool that is tried', () => {
  it('begins with what the schema requires, with its suggestions', () => {
    const schema = {
      type: 'object',
      required: ['query', 'limit', 'kind', 'refs', 'deep', 'on'],
      properties: {
        query: { type: 'string', examples: ['award'] },
        limit: { type: 'integer', minimum: 1 },
        kind: { enum: ['a', 'b'] },
        refs: { type: 'array' },
        deep: { type: 'object' },
        on: { type: 'boolean', default: true },
        other: { type: 'string' },
      },
    };
    expect(JSON.parse(toolInputBegun(schema))).toEqual({
      query: 'award',
      limit: 1,
      kind: 'a',
      refs: [],
      deep: {},
      on: true,
    });
  });

  it.each([null, 7, [], { required: 'all' }, { properties: [] }])(
    'begins empty for the schema %j',
    (schema) => {
      expect(toolInputBegun(schema)).toBe('{}');
    },
  );

  it('must be a JSON object', () => {
    expect(readToolInput('{"a": 1}')).toEqual({ ok: true, input: { a: 1 } });
    expect(readToolInput(' ')).toEqual({ ok: true, input: {} });
    expect(readToolInput('[1]').ok).toBe(false);
    expect(readToolInput('{').ok).toBe(false);
  });
});
