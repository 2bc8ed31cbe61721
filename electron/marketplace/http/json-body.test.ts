import { describe, expect, it } from 'vitest';
import { parseJson } from './json-body.ts';

const parsed = (text: string): unknown => {
  const json = parseJson(new TextEncoder().encode(text));
  return json.ok ? json.value : json.why;
};

describe('an integer that is too large to be a number exactly', () => {
  it.each([
    'id',
    'ID',
    'callRef',
    'call_ref',
    'quote-reference',
    'idempotencyKey',
    'nextCursor',
    'page_token',
  ])('is read as its digits where it is a reference: %s', (name) => {
    expect(parsed(`{"items": [{"${name}" : 9007199254740993}], "of": -90071992547409931 }`)).toEqual({
      items: [{ [name]: '9007199254740993' }],
      of: -90071992547409940,
    });
  });

  it('tells two Calls apart whose references are neighbours', () => {
    expect(parsed('[{"callRef":9007199254740992},{"callRef":9007199254740993}]')).toEqual([
      { callRef: '9007199254740992' },
      { callRef: '9007199254740993' },
    ]);
  });

  it.each([
    ['a bound of a schema', '{"id":{"type":"integer","maximum":9223372036854775807}}'],
    ['a reference that is exact', '{"id":9007199254740991}'],
    ['an amount', '{"id":1,"units":9007199254740993}'],
    ['no integer', '{"id":90071992547409931.5}'],
    ['written with an exponent', '{"id":9007199254740993e2}'],
    ['text already', '{"id":"9007199254740993"}'],
    ['a word within a text', '{"note":"\\"id\\":9007199254740993"}'],
  ])('stays as it is where it is %s', (_, text) => {
    expect(parsed(text)).toEqual(JSON.parse(text));
  });
});
