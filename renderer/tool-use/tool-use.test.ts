import type { RJSFSchema } from '@rjsf/utils';
import { describe, expect, it } from 'vitest';
import { exampleOf, formSchema } from '#shared/form-schema.ts';
import { toolUseAddress, toolUsePath } from '../addresses/tool-use-address.ts';
import { formValidator } from './form-validator.ts';
import { inputOfForm } from './input-of-form.ts';
import { errorSchemaOf, fieldPathOf } from './input-problems.ts';
import { readWrittenInput } from './written-input.ts';

describe('the schema that a form is made from', () => {
  it('keeps what a form needs, leaves the rest out and does not change the original', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://tools.example/x',
      type: 'object',
      properties: {
        pattern: { type: 'string', pattern: '^(a+)+$', default: 'x', examples: ['y'] },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      },
      required: ['pattern'],
    };
    const before = JSON.stringify(schema);
    expect(formSchema(schema)).toEqual({
      ok: true,
      schema: {
        type: 'object',
        properties: {
          pattern: { type: 'string', default: 'x', examples: ['y'] },
          pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
        },
        required: ['pattern'],
      },
    });
    expect(JSON.stringify(schema)).toBe(before);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /describes no input/],
    ['a text', 'schema', /not a schema/],
    ['a list', { type: 'array' }, /not described as an object/],
    [
      'a reference elsewhere',
      { type: 'object', properties: { a: { $ref: 'https://x.example/' } } },
      /another document/,
    ],
    ['dynamic references', { type: 'object', properties: { a: { $dynamicRef: '#n' } } }, /dynamically/],
    [
      'a name that pollutes',
      JSON.parse('{"type":"object","properties":{"__proto__":{}}}'),
      /no form can hold/,
    ],
    [
      'more than a form can be',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`m${n}`, { type: 'string' }])),
      },
      /larger/,
    ],
  ])('is reported as not drawable where it is %s', (_what, schema, why) => {
    expect(formSchema(schema)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  it('returns the first complete example', () => {
    expect(exampleOf({ examples: ['no', { airports: ['LHR'] }] })).toEqual({ airports: ['LHR'] });
    expect(exampleOf({ examples: 'no' })).toBeNull();
  });
});

describe('the input that a filled-in form means', () => {
  const schema = {
    type: 'object',
    properties: {
      journey: {
        type: 'object',
        properties: { from: { type: 'string' }, via: { type: 'array' } },
        required: ['from'],
      },
      options: { $ref: '#/$defs/options' },
    },
    required: ['journey'],
    $defs: { options: { type: 'object', properties: { inner: { type: 'object' } }, required: ['inner'] } },
  };

  it('has only what was filled in', () => {
    expect(
      inputOfForm(
        { journey: { from: 'LHR', via: [undefined, 'SIN', undefined] }, options: undefined, name: undefined },
        schema,
      ),
    ).toEqual({
      journey: { from: 'LHR', via: [null, 'SIN'] },
    });
  });

  it('leaves an empty object out unless its schema asks for it', () => {
    expect(inputOfForm({ journey: { from: undefined, via: [] }, options: {} }, schema)).toEqual({
      journey: { via: [] },
    });
    expect(inputOfForm({ journey: {}, options: { inner: {} } }, schema)).toEqual({
      journey: {},
      options: { inner: {} },
    });
  });

  it('keeps zero, false, the empty text and null', () => {
    expect(inputOfForm({ a: 0, b: false, c: '', d: null }, {})).toEqual({ a: 0, b: false, c: '', d: null });
  });

  it('is empty for anything but an object, and survives a circular schema', () => {
    expect(inputOfForm(undefined, schema)).toEqual({});
    expect(inputOfForm({ a: { b: {} } }, { $ref: '#' })).toEqual({});
  });
});

describe('problems named by pointer', () => {
  const problems = [
    { pointer: '', words: 'Whole.' },
    { pointer: '/journey/via/1', words: 'Short.' },
    { pointer: '/journey/via/1', words: 'Wrong.' },
    { pointer: '/a~1b~0c', words: 'Odd.' },
    { pointer: '/__proto__/polluted', words: 'Bad.' },
  ];

  it('are shown beside their fields', () => {
    expect(errorSchemaOf(problems)).toEqual({
      __errors: ['Whole.', 'Bad.'],
      journey: { via: { 1: { __errors: ['Short.', 'Wrong.'] } } },
      'a/b~c': { __errors: ['Odd.'] },
    });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('are located in words, with entries counted from one', () => {
    expect(problems.map(fieldPathOf)).toEqual([
      'the input',
      'journey › via › 2',
      'journey › via › 2',
      'a/b~c',
      '__proto__ › polluted',
    ]);
  });
});

describe('what the form library asks while it draws', () => {
  it('is answered without generating code, through named schemas', () => {
    const root: RJSFSchema = { $defs: { code: { type: 'string', minLength: 3 } } };
    expect(formValidator.isValid({ properties: { a: { $ref: '#/$defs/code' } } }, { a: 'LHR' }, root)).toBe(
      true,
    );
    expect(formValidator.isValid({ properties: { a: { $ref: '#/$defs/code' } } }, { a: 'L' }, root)).toBe(
      false,
    );
  });

  it('is no where a reference cannot be resolved', () => {
    expect(formValidator.isValid({ $ref: '#/$defs/nowhere' }, {}, {})).toBe(false);
  });
});

describe('an input written by hand', () => {
  it.each<[string, RegExp]>([
    ['{"a":', /not JSON/],
    ['[1]', /Write an object/],
    ['7', /Write an object/],
  ])('%s is reported as invalid', (text, why) => {
    expect(readWrittenInput(text)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  it('is read, and an empty text is no input', () => {
    expect(readWrittenInput('{"a": [1]}')).toEqual({ ok: true, input: { a: [1] } });
    expect(readWrittenInput('  ')).toEqual({ ok: true, input: {} });
  });
});

describe('the address of the screen that fills a Tool in', () => {
  it('names the Tool and the initial input', () => {
    const path = toolUsePath('operation:v1:a&b', { from: 'LHR' });
    expect(toolUseAddress.read(path.slice(path.indexOf('?') + 1))).toEqual({
      ref: 'operation:v1:a&b',
      input: { from: 'LHR' },
    });
  });

  it.each(['input=%7B%22a', 'input=%5B%5D'])('has no input where it is no object: %s', (input) => {
    expect(toolUseAddress.read(`ref=x&${input}`)).toEqual({ ref: 'x', input: null });
    expect(toolUseAddress.unread(`ref=x&${input}`)).toHaveLength(1);
  });
});
