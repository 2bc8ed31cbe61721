import { describe, expect, it, test } from 'vitest';
import { differencesBeyondSpelling, inputDifferences, sameJson, valueLabel } from './input-difference.ts';

it('finds nothing where the service will execute the request, whatever the order of members', () => {
  expect(inputDifferences({ a: 1, b: ['x', { y: null }] }, { b: ['x', { y: null }], a: 1 })).toEqual([]);
});

it('names a changed, an added and a dropped member', () => {
  expect(
    inputDifferences(
      { cabin: 'business', take: 10, skip: 0 },
      { cabin: 'first', take: 10, order_by: 'date' },
    ),
  ).toEqual([
    { name: 'cabin', requested: 'business', executed: 'first' },
    { name: 'skip', requested: 0, executed: undefined },
    { name: 'order_by', requested: undefined, executed: 'date' },
  ]);
});

it('distinguishes an absent member from an undefined one', () => {
  expect(sameJson({ a: undefined }, { b: undefined })).toBe(false);
});

it('reports a request that is not an object as one difference', () => {
  expect(inputDifferences({ a: 1 }, 'a=1')).toEqual([
    { name: 'the whole request', requested: { a: 1 }, executed: 'a=1' },
  ]);
});

it('names what is absent', () => {
  expect(valueLabel(undefined)).toBe('not set');
  expect(valueLabel('JFK')).toBe('JFK');
  expect(valueLabel(10)).toBe('10');
});

describe('beyond spelling', () => {
  const requested = {
    origin_airport: 'JFK,EWR',
    cabin: 'business',
    start_date: '2027-03-01',
    take: 10,
    only_direct_flights: true,
    offer: 'aBcd',
    fare: 'k7x2m9q4',
    page: 'https://rail.example/a?key=b',
    order_by: 'date',
  };
  const defaults = { include_trips: false, order_by: 'date' };
  test.each<[string, object]>([
    ['a number as text', { take: '10' }],
    ['a flag as text', { only_direct_flights: 'true' }],
    ['a member that is null where none was asked', { carriers: null }],
    ['a declared default as text', { include_trips: 'false' }],
    ['a declared default that is left away', { order_by: undefined }],
    ['letters that are composed otherwise', { origin_airport: 'jfk,ewr'.normalize('NFD') }],
  ])('%s is no difference', (_name, change) => {
    expect(differencesBeyondSpelling(requested, { ...requested, ...change }, defaults)).toEqual([]);
  });

  test.each<[string, object]>([
    ['another airport', { origin_airport: 'JFK,LGA' }],
    ['one airport more', { origin_airport: 'JFK,EWR,LGA' }],
    ['one airport twice', { origin_airport: 'JFK,EWR,EWR' }],
    ['another number', { take: 11 }],
    ['a member that is removed', { cabin: undefined }],
    ['a default of a member that declares none', { skip: 0 }],
    ['a member of another name', { Cabin: 'first' }],
    ['a list in place of a text', { origin_airport: ['JFK', 'EWR'] }],
    ['the case of an identifier', { offer: 'AbCD' }],
    ['an identifier in small letters', { offer: 'abcd' }],
    ['an identifier of digits and letters in capitals', { fare: 'K7X2M9Q4' }],
    ['an address in capitals', { page: 'HTTPS://RAIL.EXAMPLE/A?KEY=B' }],
    ['another cabin by its letter', { cabin: 'J' }],
    ['a number in another notation', { take: '1e1' }],
    ['null in place of what was asked', { cabin: null }],
    ['an airport that looks the same', { origin_airport: 'JFK,EW\u0420' }],
    ['a member of the prototype', JSON.parse('{"__proto__": {"take": 10}}')],
  ])('%s is a difference', (_name, change) => {
    expect(differencesBeyondSpelling(requested, { ...requested, ...change }, defaults)).toHaveLength(1);
  });

  test('numbers in a list keep their order, and anything but an object differs as a whole', () => {
    expect(differencesBeyondSpelling({ at: '52.1,4.3' }, { at: '4.3,52.1' })).toHaveLength(1);
    expect(differencesBeyondSpelling(requested, 'JFK')).toMatchObject([{ name: 'the whole request' }]);
  });
});

describe('equality as JSON', () => {
  it.each<[unknown, unknown]>([
    [10, '10'],
    [[1, 2], [1]],
    [
      [1, 2],
      [1, 3],
    ],
    [[1], { 0: 1 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
  ])('tells %j from %j, in both directions', (one, other) => {
    expect([sameJson(one, other), sameJson(other, one)]).toEqual([false, false]);
  });
});

describe('what is mere spelling', () => {
  const same = (one: unknown, other: unknown, name = 'legs') =>
    differencesBeyondSpelling({ [name]: one }, { [name]: other }).length === 0;

  it.each<[unknown, unknown]>([
    [' Business ', 'business'],
    ['BUSINESS', 'business'],
    ['JFK ,  LHR', 'jfk,lhr'],
    ['New  York', 'new york'],
    ['2027-03-01', '2027-03-01T00:00'],
    ['2027-03-01', '2027-03-01T00:00:00'],
    ['2027-03-01', '2027-03-01T00:00:00.000Z'],
    ['2027-03-01', '2027-03-01T00:00:00+00:00'],
  ])('%j and %j', (one, other) => expect(same(one, other)).toBe(true));

  it.each<[unknown, unknown]>([
    ['AbCd-1234', 'abcd-1234'],
    ['Xa aB', 'xa ab'],
    ['newyork', 'new york'],
    ['a\nb', 'a b'],
    ['2027-03-01', '2027-03-01T00:01'],
    ['2027-03-01', 'on 2027-03-01T00:00'],
    ['2027-03-01', '2027-03-01T00:00 or later'],
    ['JFK,LHR', 'LHR,JFK'],
  ])('but not %j and %j', (one, other) => expect(same(one, other)).toBe(false));

  it.each(['origin_airport', 'destination', 'from', 'toAirports', 'carriers', 'airline'])(
    'nor does the order of %s matter, in a text or a list of codes',
    (name) => {
      expect(same('JFK, EWR', 'ewr,jfk', name)).toBe(true);
      expect(same(['JFK', 'EWR'], ['EWR', 'jfk'], name)).toBe(true);
      expect(same(['JFK', 'EWR'], ['EWR', 'LGA'], name)).toBe(false);
    },
  );

  it.each(['my_origin', 'originals', 'carriersOnly'])('but it does for %s', (name) =>
    expect(same('JFK,EWR', 'EWR,JFK', name)).toBe(false),
  );

  it.each([
    [
      [40.7, 73.9],
      [73.9, 40.7],
    ],
    [
      ['JFK', 'New York'],
      ['New York', 'JFK'],
    ],
    [
      ['JFK', 7],
      [7, 'JFK'],
    ],
  ])('nor of what is not a list of codes: %j', (one, other) =>
    expect(same(one, other, 'origin')).toBe(false),
  );

  it('counts a declared default as what leaving it out means, in both directions, and only that', () => {
    const beyond = (one: object, other: object) =>
      differencesBeyondSpelling(one, other, { take: 10 }).map(({ name }) => name);
    expect(beyond({}, { take: '10' })).toEqual([]);
    expect(beyond({ take: 10 }, {})).toEqual([]);
    expect(beyond({}, { take: 11 })).toEqual(['take']);
    expect(beyond({ take: 11 }, { take: 10 })).toEqual(['take']);
    expect(beyond({ take: null }, {})).toEqual([]);
  });
});
