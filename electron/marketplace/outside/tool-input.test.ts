import { describe, expect, it } from 'vitest';
import { inputTitle } from '../../catalogue/tool-input-title.ts';
import { checkAgainstSchema } from './tool-input.ts';

const problems = (schema: unknown, input: Record<string, unknown>) =>
  checkAgainstSchema(schema, input).problems.map(({ pointer, words }) => [pointer, words]);

const JOURNEY = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://tools.example/journey',
  type: 'object',
  properties: {
    journey: {
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/code' },
        via: { type: 'array', items: { $ref: '#/$defs/code' }, maxItems: 2, uniqueItems: true },
      },
      required: ['from'],
      additionalProperties: false,
    },
    cabin: { enum: ['economy', 'first'] },
    on: { type: 'string', format: 'date' },
    nights: { type: 'integer', minimum: 1, maximum: 14 },
    'a/b~c': { type: 'string' },
  },
  required: ['journey'],
  additionalProperties: false,
  $defs: { code: { type: 'string', pattern: '^[A-Z]{3}$' } },
};

describe("an input beside a Tool's own schema", () => {
  it('passes where it fits', () => {
    expect(
      checkAgainstSchema(JOURNEY, {
        journey: { from: 'LHR', via: ['SIN'] },
        cabin: 'first',
        on: '2027-02-28',
        nights: 3,
      }),
    ).toEqual({ problems: [], notice: null });
  });

  it.each([
    ['^[A-Z]{3}$', 'Write 3 capital letters.'],
    ['^[A-Z0-9]{2,3}$', 'Write 2 to 3 capital letters or digits.'],
    ['^\\d{4}-\\d{2}-\\d{2}$', 'Write a date as YYYY-MM-DD, for example 2027-03-14.'],
    ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'Write a date as YYYY-MM-DD, for example 2027-03-14.'],
    ['^(?:ab|cd)$', 'Not in the form that the Tool expects.'],
    ['^[A-Z]{3}', 'Not in the form that the Tool expects.'],
  ])('says in words what the pattern %s asks for', (pattern, words) => {
    expect(problems({ properties: { code: { type: 'string', pattern } } }, { code: '!' })).toEqual([
      ['/code', words],
    ]);
  });

  it.each<[string, Record<string, unknown>, [string, RegExp]]>([
    ['a missing member, where it would stand', { journey: {} }, ['/journey/from', /needed/]],
    ['a missing member of the whole', {}, ['/journey', /needed/]],
    [
      'a member that it does not take',
      { journey: { from: 'LHR', to: 'JFK' } },
      ['/journey/to', /no member of this name/],
    ],
    [
      'an entry of a list',
      { journey: { from: 'LHR', via: ['SIN', 'x'] } },
      ['/journey/via/1', /^Write 3 capital letters\.$/],
    ],
    [
      'too many entries',
      { journey: { from: 'LHR', via: ['AAA', 'BBB', 'CCC'] } },
      ['/journey/via', /at most 2 entries/],
    ],
    [
      'entries that are the same',
      { journey: { from: 'LHR', via: ['AAA', 'AAA'] } },
      ['/journey/via', /Entries 1 and 2/],
    ],
    [
      'another value than those of its list',
      { journey: { from: 'LHR' }, cabin: 'business' },
      ['/cabin', /economy, first/],
    ],
    [
      'a day that the calendar does not have',
      { journey: { from: 'LHR' }, on: '2027-02-30' },
      ['/on', /YYYY-MM-DD/],
    ],
    ['a number out of its bounds', { journey: { from: 'LHR' }, nights: 15 }, ['/nights', /14 or less/]],
    ['another type', { journey: { from: 'LHR' }, nights: 'three' }, ['/nights', /Must be integer/]],
    [
      'a name with signs of its own',
      { journey: { from: 'LHR' }, 'a/b~c': 1 },
      ['/a~1b~0c', /Must be string/],
    ],
  ])('reports %s by its pointer', (_what, input, [pointer, words]) => {
    const found = problems(JOURNEY, input);
    expect(found).toContainEqual([pointer, expect.stringMatching(words)]);
  });

  it('does not change the input and fills no default in by itself', () => {
    const input = Object.freeze({});
    expect(
      problems({ type: 'object', properties: { to: { type: 'string', default: 'en' } } }, input),
    ).toEqual([]);
    expect(input).toEqual({});
  });

  it.each<[string, unknown]>([
    ['no schema', null],
    ['a reference to another document', { $ref: 'https://elsewhere.example/schema.json' }],
    ['a schema that is nothing but itself', { $ref: '#' }],
    ['a part that is no schema', { properties: { a: 7 } }],
    ['a keyword that cannot be used', { type: 'object', properties: { a: { type: 'no such type' } } }],
  ])('lets the service check where there is %s, and says so', (_what, schema) => {
    const verdict = checkAgainstSchema(schema, { a: 1 });
    expect(verdict.problems).toEqual([]);
    expect(verdict.notice).toMatch(/not checked here/);
  });

  it('comes to an end where a schema contains itself', () => {
    const endless = { type: 'object', properties: { a: { allOf: [{ $ref: '#/properties/a' }] } } };
    expect(checkAgainstSchema(endless, { a: 1 }).problems).toEqual([]);
    const tree = { type: 'object', properties: { of: { $ref: '#' }, name: { type: 'string' } } };
    expect(problems(tree, { of: { of: { name: 1 } } })).toEqual([['/of/of/name', 'Must be string.']]);
  });

  it('says where a reference may mean several places', () => {
    const node = { $dynamicAnchor: 'node', properties: { of: { $dynamicRef: '#node' } } };
    expect(checkAgainstSchema(node, { of: {} }).notice).toMatch(/cannot be read in full/);
  });

  it('sends nothing larger than is sensible', () => {
    expect(problems({ type: 'object' }, { text: 'x'.repeat(300_000) })).toEqual([
      ['', expect.stringMatching(/larger/)],
    ]);
  });
});

describe('the title of a purchase of any Tool', () => {
  it('is the Tool and the first of what was asked', () => {
    expect(inputTitle('Airport facts', { airports: ['LHR', 'JFK'], options: { unit: 'miles' } })).toBe(
      'Airport facts: LHR, JFK, miles',
    );
    expect(inputTitle('Free', {})).toBe('Free');
    expect(inputTitle('Texts', { texts: ['x'.repeat(200)] })).toHaveLength('Texts: '.length + 80);
  });
});
