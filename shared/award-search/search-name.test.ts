import { expect, it } from 'vitest';
import type { SearchCriteria } from './request.ts';
import { datesName, savedSearchName, searchName } from './search-name.ts';

const search: SearchCriteria = {
  origin_airport: 'LCY,LGW,LHR,LTN,SEN,STN',
  destination_airport: 'HND,NRT',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-31',
};

it('consists of its cities, cabin and dates', () => {
  expect(searchName(search)).toBe('London to Tokyo · business · 1 to 31 Mar 2027');
  expect(searchName({ origin_airport: 'BER', destination_airport: 'JFK' })).toBe(
    'Berlin to JFK · any cabin · any date',
  );
  expect(
    searchName({
      ...search,
      cabin: 'premium',
      carriers: 'JL,NH',
      only_direct_flights: true,
      order_by: 'lowest_mileage',
      include_trips: true,
    }),
  ).toBe(
    'London to Tokyo · premium economy · 1 to 31 Mar 2027 · on Japan Airlines, ANA · direct only · fewest miles first · with trip details',
  );
});

it('gives days as far as they are set, and their common parts once', () => {
  expect(datesName('2027-03-01', '2027-04-15')).toBe('1 Mar to 15 Apr 2027');
  expect(datesName('2026-12-28', '2027-01-03')).toBe('28 Dec 2026 to 3 Jan 2027');
  expect(datesName('2027-03-01', '2027-03-01')).toBe('1 Mar 2027');
  expect(datesName('2027-03-01', undefined)).toBe('from 1 Mar 2027');
  expect(datesName(undefined, '2027-03-01')).toBe('until 1 Mar 2027');
  expect(datesName('2027-02-31', undefined)).toBe('any date');
});

it('is the user’s own, and the recorded title where it violates the contract', () => {
  const criteria = JSON.stringify(search);
  expect(savedSearchName({ name: 'Honeymoon', title: 'x', criteria })).toBe('Honeymoon');
  expect(savedSearchName({ name: null, title: 'x', criteria })).toBe(
    'London to Tokyo · business · 1 to 31 Mar 2027',
  );
  expect(savedSearchName({ title: 'JFK to LHR', criteria: '{"cabin":"sofa"}' })).toBe('JFK to LHR');
});
