import { expect, it } from 'vitest';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { reverseOf } from './round-trips/reverse-search.ts';
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

it.each([
  ['2027-04-01', '2027-04-30', null],
  ['2026-12-01', '2027-01-15', null],
  ['2027-02-10', '2027-03-10', 2],
  ['2027-03-20', '2027-04-20', 2],
  [undefined, undefined, 2],
])(
  'a February outbound is paired with a return from %s to %s only where one returns then',
  (start, end, found) => {
    const out = search(1, 'LHR', 'NRT', '2027-02-01', '2027-02-28');
    expect(reverseOf(out, [out, search(2, 'NRT', 'LHR', start, end)])?.searchId ?? null).toBe(found);
  },
);

it('searches without a common day are not put beside each other', () => {
  const february = search(1, 'LHR', 'NRT', '2027-02-01', '2027-02-28');
  expect(daysMeet(february, search(2, 'LGW', 'HND', '2027-03-01', '2027-03-31'))).toBe(false);
  expect(daysMeet(february, search(2, 'LGW', 'HND', '2027-02-28', '2027-03-31'))).toBe(true);
  expect(daysMeet(february, search(2, 'LGW', 'HND', undefined, '2027-01-31'))).toBe(false);
});
