import { describe, expect, it } from 'vitest';
import { EXPECTED_INPUT_SCHEMA } from './expected-schema.ts';
import { checkAwardSearchRequest } from './request.ts';
import { awardSearchDrift, compareWithExpectedInput } from './schema-differences.ts';

type Properties = Record<string, Record<string, unknown>>;

const described = (change: (properties: Properties) => void, more: Record<string, unknown> = {}) => {
  const properties = structuredClone(EXPECTED_INPUT_SCHEMA.properties) as unknown as Properties;
  change(properties);
  return { ...structuredClone(EXPECTED_INPUT_SCHEMA), properties, ...more };
};
const changed = (schema: unknown) =>
  compareWithExpectedInput(schema)
    .rows.filter(({ changes }) => changes.length > 0)
    .map(({ property, changes }) => [property, ...changes]);

describe('the described input of the award search beside the one of §2.1', () => {
  it('is the same where it is equal', () => {
    expect(compareWithExpectedInput(EXPECTED_INPUT_SCHEMA).same).toBe(true);
  });

  it('is the same where only wording, a reference or the notation of a limit differs', () => {
    const schema = described(
      (properties) => {
        properties.origin_airport = { $ref: '#/$defs/codes', description: 'Where from' };
        properties.order_by = { const: 'lowest_mileage' };
        properties.start_date = {
          type: 'string',
          pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
          examples: ['2027-03-01'],
        };
        properties.cursor = { type: 'integer' };
      },
      { $defs: { codes: { type: 'string', minLength: 3, title: 'Codes' } }, additionalProperties: true },
    );
    expect(changed(schema)).toEqual([]);
  });

  it('is the same where the Tool describes no property at all', () => {
    for (const nothing of [
      null,
      undefined,
      {},
      { type: 'object' },
      { type: 'object', properties: {} },
      'text',
      7,
      [],
    ])
      expect(compareWithExpectedInput(nothing)).toEqual({ same: true, rows: [] });
  });

  it.each([
    [
      'a property that was added',
      described((p) => {
        p.max_stops = { type: 'integer' };
      }),
      [['max_stops', 'added']],
    ],
    [
      'a property that was removed',
      described((p) => {
        delete p.carriers;
      }),
      [['carriers', 'removed']],
    ],
    [
      'another type',
      described((p) => {
        p.take = { type: 'string', minimum: 10, maximum: 1000 };
      }),
      [['take', 'another type']],
    ],
    [
      'another limit',
      described((p) => {
        p.take = { type: 'integer', minimum: 10, maximum: 500 };
      }),
      [['take', 'another limit: maximum']],
    ],
    [
      'a limit that is new',
      described((p) => {
        p.carriers = { type: 'string', maxLength: 5 };
      }),
      [['carriers', 'another limit: maximum length']],
    ],
    [
      'another list of values',
      described((p) => {
        p.cabin = { type: 'string', enum: ['economy', 'business'] };
      }),
      [['cabin', 'another list of values']],
    ],
    [
      'a property that is now required',
      described(() => {}, { required: ['origin_airport', 'destination_airport', 'cabin'] }),
      [['cabin', 'now required']],
    ],
    [
      'a property that is no longer required',
      described(() => {}, { required: ['origin_airport'] }),
      [['destination_airport', 'no longer required']],
    ],
    [
      'something required that it does not describe',
      described(() => {}, { required: ['origin_airport', 'destination_airport', 'market'] }),
      [['', 'market now required']],
    ],
    [
      'rules between properties',
      described(() => {}, { dependentRequired: { skip: ['cursor'] } }),
      [['', 'rules between properties: dependentRequired']],
    ],
  ])('reports %s', (_what, schema, expected) => {
    expect(changed(schema)).toEqual(expected);
  });

  it('shows every property beside the expected one, in words', () => {
    const { rows } = compareWithExpectedInput(
      described((p) => {
        p.take = { type: 'integer', minimum: 1 };
      }),
    );
    expect(rows.map(({ property }) => property)).toEqual(Object.keys(EXPECTED_INPUT_SCHEMA.properties));
    expect(rows.find(({ property }) => property === 'take')).toMatchObject({
      expected: 'integer, optional, minimum 10, maximum 1000',
      described: 'integer, optional, minimum 1',
    });
  });

  it('reads a hostile schema without an error or prototype pollution', () => {
    const hostile = JSON.parse(
      '{"$ref":"#/a","a":{"$ref":"#/a"},"properties":{"__proto__":{"type":"string"}},"required":[1,null]}',
    );
    expect(() => compareWithExpectedInput(hostile)).not.toThrow();
    const named = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    );
    expect(
      compareWithExpectedInput(named)
        .rows.filter(({ changes }) => changes.includes('added'))
        .map(({ property }) => property),
    ).toEqual(['__proto__', 'constructor']);
  });

  it('agrees with the validation of requests', () => {
    const { properties, required } = EXPECTED_INPUT_SCHEMA;
    const whole = {
      origin_airport: 'JFK',
      destination_airport: 'LHR',
      cabin: properties.cabin.enum[0],
      carriers: 'BA',
      start_date: '2027-03-01',
      end_date: '2027-03-02',
      include_trips: true,
      only_direct_flights: true,
      order_by: properties.order_by.enum[0],
      cursor: 1,
      skip: 0,
      take: properties.take.minimum,
    };
    expect(Object.keys(whole)).toEqual(Object.keys(properties));
    expect(checkAwardSearchRequest(whole).ok).toBe(true);
    for (const name of required)
      expect(checkAwardSearchRequest({ ...whole, [name]: undefined }).ok).toBe(false);
    expect(checkAwardSearchRequest({ ...whole, take: properties.take.maximum + 1 }).ok).toBe(false);
  });
});

describe('an award search Tool that departs from the contract', () => {
  it('is recognised by its version, whatever its input', () => {
    expect(awardSearchDrift({ version: '2', inputJsonSchema: EXPECTED_INPUT_SCHEMA })).toMatchObject({
      otherVersion: true,
      version: '2',
    });
    expect(awardSearchDrift({ version: 'v10.1', inputJsonSchema: null })?.otherVersion).toBe(true);
  });

  it('is recognised by its input at version 1', () => {
    const drift = awardSearchDrift({
      version: '1',
      inputJsonSchema: described((p) => {
        p.max_stops = { type: 'integer' };
      }),
    });
    expect(drift).toMatchObject({ otherVersion: false });
    expect(drift?.words).toContain('1 difference');
  });

  it.each(['1', 'v1', '1.0.3', null])('does not deviate at version %s with the input of §2.1', (version) => {
    expect(awardSearchDrift({ version, inputJsonSchema: EXPECTED_INPUT_SCHEMA })).toBeNull();
  });
});
