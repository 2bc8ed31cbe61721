import { expect, it } from 'vitest';
import { ANYTHING, declaredShapes, isBare, isOf, onlyValue } from './declared-shape.ts';
import { atPointer, referredTo } from './pointer.ts';

const shapesOf = (schema: unknown, side?: 'answer' | 'request') => declaredShapes({}, side)(schema);

it.each<[unknown, unknown, string[][]]>([
  ['integer', 'number', [['integer']]],
  ['number', 'integer', [['integer']]],
  ['number', 'number', [['number']]],
  [['integer', 'string'], ['string', 'number'], [['integer', 'string']]],
  [['number', 'string'], ['integer', 'number'], [['number', 'integer']]],
  ['string', 'integer', []],
  ['string', 'null', []],
  [undefined, 'boolean', [['boolean']]],
  ['boolean', undefined, [['boolean']]],
  [['null', 'string'], undefined, [['string']]],
])('what is %j and %j at once is %j', (one, other, types) => {
  const declared = (type: unknown) => ({ ...(type === undefined ? {} : { type }), maxLength: 3 });
  const shapes = shapesOf({ allOf: [declared(one), declared(other)] });
  expect(shapes.map((shape) => shape.types)).toEqual(types);
});

it('of two parts the narrower counts: values, properties, items, the largest number', () => {
  const parts = [
    { type: 'object', properties: { a: { type: 'string' }, b: true }, required: ['a'], enum: [1, 2, null] },
    { properties: { b: { type: 'integer' } }, required: ['b'], enum: [2, 3], items: { type: 'string' } },
  ];
  const [shape, ...others] = shapesOf({ allOf: parts });
  expect(others).toEqual([]);
  expect(shape).toMatchObject({ types: ['object'], values: [2], items: { type: 'string' } });
  expect(shape?.properties).toEqual(
    new Map([
      ['a', { schema: { type: 'string' }, required: true }],
      ['b', { schema: { type: 'integer' }, required: true }],
    ]),
  );
  const numbers = (...most: number[]) =>
    shapesOf({ allOf: most.map((maximum) => ({ type: 'number', maximum })) });
  expect([numbers(3, 5), numbers(5, 3), numbers(4)].map(([one]) => one?.most)).toEqual([3, 3, 4]);
});

it('alternatives are listed, and what rules all out is none', () => {
  const choice = { oneOf: [{ type: 'string' }, { type: 'integer' }, false, { type: 'null' }] };
  expect(shapesOf(choice).map(({ types }) => types)).toEqual([['string'], ['integer']]);
  expect(shapesOf({ anyOf: [{ type: 'boolean' }], type: ['boolean', 'string'] })).toHaveLength(1);
  expect(shapesOf(false)).toEqual([]);
  for (const schema of [{ items: true }, { enum: ['a'] }, { default: 'a' }, { properties: { a: true } }])
    expect(shapesOf(schema)).toHaveLength(1);
  // Of what says nothing nothing is declared.
  for (const nothing of [true, {}, 7, { description: 'x' }]) expect(shapesOf(nothing)).toEqual([]);
});

it('a request has what is not read-only and what it requires by name; an answer what is not write-only', () => {
  const schema = {
    properties: {
      own: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      both: {},
    },
    required: ['both', 'named'],
  };
  const namesIn = (side: 'answer' | 'request') => [...(shapesOf(schema, side)[0]?.properties ?? [])];
  expect(namesIn('answer').map(([name, { required }]) => [name, required])).toEqual([
    ['own', false],
    ['both', true],
  ]);
  expect(namesIn('request').map(([name, { required }]) => [name, required])).toEqual([
    ['secret', false],
    ['both', true],
    ['named', true],
  ]);
});

it('a value is known where all forms leave one, else by a default', () => {
  const leftOf = (...schemas: unknown[]) => onlyValue(schemas.flatMap((schema) => shapesOf(schema)));
  expect(leftOf({ const: 'a' }, { enum: ['a'] })).toEqual({ value: 'a' });
  expect(leftOf({ const: 'a' }, { const: 'b' })).toBeNull();
  expect(leftOf({ const: 'a' }, { type: 'string' })).toBeNull();
  expect(leftOf({ type: 'string', default: 'c' }, { enum: ['a', 'b'] })).toEqual({ value: 'c' });
  expect(leftOf()).toBeNull();
});

it('a form without a type may be of any, and one without contents is bare', () => {
  expect(isOf(ANYTHING, 'string')).toBe(true);
  const [list] = shapesOf({ type: 'array', items: {} });
  expect(list && [isOf(list, 'string'), isOf(list, 'array', 'string'), isBare(list)]).toEqual([
    false,
    true,
    false,
  ]);
  const [bare] = shapesOf({ type: 'object' });
  expect(bare && isBare(bare)).toBe(true);
});

it.each<[string, unknown]>([
  ['#', 'all'],
  ['#/a/b', 1],
  ['#/a~1b/c~0d', 2],
  ['#/sp%20ace', 3],
  ['#/a/gone', undefined],
  ['#/none/b', undefined],
  ['#/text/length', undefined],
  ['#/a/toString', undefined],
  ['#/%E0%A4%A', undefined],
  ['other.json#/a', undefined],
])('the pointer %s leads to %j', (pointer, found) => {
  const root = { a: { b: 1 }, 'a/b': { 'c~d': 2 }, 'sp ace': 3, none: null, text: 'x' };
  expect(atPointer(root, pointer)).toEqual(found === 'all' ? root : found);
});

it('a discriminator says of each choice the value that it stands for, unless the choice says it itself', () => {
  const root = {
    Yes: { properties: { a: true } },
    No: { properties: { b: true } },
    Own: { properties: { kind: { const: 'mine' } } },
  };
  const oneOf = ['#/Yes', '#/No', '#/Own'].map(($ref) => ({ $ref }));
  const kindsBy = (discriminator: unknown) =>
    declaredShapes(root)({ oneOf, discriminator }).map(({ properties }) => properties.get('kind')?.schema);
  const own = { const: 'mine' };
  expect(kindsBy({ propertyName: 'kind' })).toEqual([{ enum: ['Yes'] }, { enum: ['No'] }, own]);
  const mapping = { ok: '#/Yes', fine: 'Yes', no: '#/No', x: '#/Own' };
  expect(kindsBy({ propertyName: 'kind', mapping })).toEqual([
    { enum: ['ok', 'fine'] },
    { enum: ['no'] },
    own,
  ]);
  expect(kindsBy(undefined)).toEqual([undefined, undefined, own]);
});

it('references are followed to their end, unless they lead in a circle or out of the document', () => {
  const root = { one: { $ref: '#/two' }, two: { type: 'string' }, loop: { $ref: '#/loop' } };
  expect(referredTo(root, { $ref: '#/one' })).toBe(root.two);
  expect(referredTo(root, root.two)).toBe(root.two);
  for (const $ref of ['#/loop', '#/none', 'https://else.test/#/two'])
    expect(referredTo(root, { $ref })).toBeNull();
  expect(declaredShapes(root)({ $ref: '#/loop' })).toEqual([]);
});
