import { expect, it } from 'vitest';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { daysMeet, proposed } from './search-days.ts';

const search = (searchId: number, from: string, to: string, start?: string, end?: string) =>
  ({
    searchId,
    criteria: {
      origin_airport: from,
      destination_airport: to,
      cabin: 'business',
      ...(start !== undefined && { start_date: start }),
      ...(end !== undefined && { end_date: end }),
    },
  }) as unknown as SavedSearch;

it('searches without a common day are not put beside each other', () => {
  const february = search(1, 'LHR', 'NRT', '2027-02-01', '2027-02-28');
  expect(daysMeet(february, search(2, 'LGW', 'HND', '2027-03-01', '2027-03-31'))).toBe(false);
  expect(daysMeet(february, search(2, 'LGW', 'HND', '2027-02-28', '2027-03-31'))).toBe(true);
  expect(daysMeet(february, search(2, 'LGW', 'HND', undefined, '2027-01-31'))).toBe(false);
});

it('proposes the newest two that meet, and never February out with April back', () => {
  const february = search(1, 'LHR', 'NRT', '2027-02-01', '2027-02-28');
  const april = search(2, 'NRT', 'LHR', '2027-04-01', '2027-04-30');
  const spring = search(3, 'LGW', 'HND', '2027-02-20', '2027-03-20');
  const ids = (...given: Parameters<typeof proposed>) => proposed(...given).map(({ searchId }) => searchId);
  expect(ids([april, february], new Set(), 2)).toEqual([2]);
  expect(ids([april, february, spring], new Set(), 2)).toEqual([1, 3]);
  expect(ids([april, february, spring], new Set([1]), 1)).toEqual([3]);
  expect(ids([february, spring, april], new Set([2]), 1)).toEqual([]);
  expect(ids([], new Set(), 2)).toEqual([]);
});
