import { expect, it } from 'vitest';
import { TAKE_MAX } from '#shared/award-search/request.ts';
import { exampleSearches } from './example-searches.ts';
import { checkedForm } from './form-problems.ts';
import { queryStringOf } from './query-string.ts';
import { EMPTY_FORM, formOf, lastCabin, requestOf, type SearchForm, storedForm } from './search-form.ts';

const FILLED: SearchForm = {
  toolRef: null,
  origins: ['JFK', 'EWR'],
  destinations: ['LHR'],
  cabin: 'business',
  carriers: ['BA', 'VS'],
  earliest: '2027-03-01',
  latest: '2027-04-30',
  directOnly: true,
  includeTrips: true,
  order: 'lowest_mileage',
  take: '100',
};

const REQUEST = {
  origin_airport: 'JFK,EWR',
  destination_airport: 'LHR',
  cabin: 'business',
  carriers: 'BA,VS',
  start_date: '2027-03-01',
  end_date: '2027-04-30',
  include_trips: true,
  only_direct_flights: true,
  order_by: 'lowest_mileage',
  take: 100,
};

it('writes a filled form as the request of the contract', () => {
  expect(requestOf(FILLED)).toEqual(REQUEST);
  expect(checkedForm(requestOf(FILLED))).toEqual({ request: REQUEST, problems: {} });
});

it('sends nothing that was not set, because the defaults are not documented', () => {
  expect(requestOf({ ...EMPTY_FORM, origins: ['JFK'], destinations: ['LHR'], take: '' })).toEqual({
    origin_airport: 'JFK',
    destination_airport: 'LHR',
  });
});

it('begins with the largest page, which costs the same as any other, as the examples do', () => {
  expect(requestOf(EMPTY_FORM)).toEqual({ take: TAKE_MAX });
  expect(requestOf(formOf({ origin_airport: 'JFK' })).take).toBe(TAKE_MAX);
  expect(exampleSearches('2026-11-26').map(({ request }) => request.take)).toEqual([
    TAKE_MAX,
    TAKE_MAX,
    TAKE_MAX,
  ]);
});

it('begins with the cabin that was used last, also where that was any', () => {
  const run = (lastRunAt: number, criteria: Record<string, unknown>) => ({ lastRunAt, criteria });
  expect(lastCabin([run(1, { cabin: 'first' }), run(3, { cabin: 'economy' }), run(2, {})])).toBe('economy');
  expect(lastCabin([run(1, { cabin: 'first' }), run(2, {})])).toBe('');
  expect(lastCabin([])).not.toBe('');
});

it('reads a request back into the form that wrote it', () => {
  expect(formOf(REQUEST)).toEqual(FILLED);
});

it('shows each problem at its field', () => {
  const checked = checkedForm(
    requestOf({
      ...FILLED,
      origins: [],
      destinations: ['X'],
      earliest: '14 March',
      latest: '2027-02-31',
      take: '9',
    }),
  );
  expect(checked.request).toBeNull();
  expect(Object.keys(checked.problems).sort()).toEqual([
    'destinations',
    'earliest',
    'latest',
    'origins',
    'take',
  ]);
  expect(checked.problems.latest).not.toBe(checked.problems.earliest);
  expect(checked.problems.destinations).toContain('“X”');
});

it('names a long text by its beginning', () => {
  const { problems } = checkedForm(requestOf({ ...FILLED, origins: ['x'.repeat(300)] }));
  expect(problems.origins).toContain(`“${'x'.repeat(39)}…”`);
});

it('reports a latest departure before the earliest at the latest one', () => {
  const checked = checkedForm(requestOf({ ...FILLED, earliest: '2027-05-01' }));
  expect(checked.problems).toEqual({ latest: expect.any(String) });
});

it('does not compare a departure that is not a day of the calendar', () => {
  const checked = checkedForm(requestOf({ ...FILLED, earliest: '2027-13-45' }));
  expect(checked.problems).toEqual({ earliest: expect.any(String) });
});

it('rejects a page size that is not a whole number instead of guessing one', () => {
  for (const take of ['ten', '10.5', '-10', '1e3'])
    expect(checkedForm(requestOf({ ...FILLED, take })).problems.take).toContain('whole number');
});

it('restores a stored form, and an empty one where what was stored is invalid', () => {
  expect(storedForm(JSON.parse(JSON.stringify(FILLED)))).toEqual(FILLED);
  expect(storedForm(null)).toEqual(EMPTY_FORM);
  // One of before a member was there, or with a member of another kind, is as a new form in it.
  for (const stored of [{}, { take: 500, cabin: 7 }, { take: null, cabin: null, order: 1, origins: 'JFK' }])
    expect(storedForm(stored)).toEqual(EMPTY_FORM);
  expect(storedForm({ take: '' }).take).toBe('');
  expect(storedForm({ ...FILLED, origins: 'JFK', cabin: 'sleeper', take: 10 })).toEqual({
    ...FILLED,
    origins: [],
    cabin: '',
    take: EMPTY_FORM.take,
  });
});

it('shows the request as a query string with its commas readable', () => {
  expect(queryStringOf({ origin_airport: 'JFK,EWR', only_direct_flights: true, take: 10 })).toBe(
    'origin_airport=JFK,EWR&only_direct_flights=true&take=10',
  );
});

it('never sends an ambiguous name as a code', () => {
  const checked = (form: Partial<SearchForm>) => checkedForm(requestOf({ ...FILLED, ...form })).problems;
  expect(checked({ origins: ['JFK', 'tok'] })).toEqual({ origins: expect.stringContaining('“tok”') });
  expect(checked({ carriers: ['united air'] })).toEqual({
    carriers: expect.stringContaining('“united air”'),
  });
});
