import { expect, it } from 'vitest';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { daysMeet } from './search-days.ts';

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
