import { expect, it } from 'vitest';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { reverseOf } from './reverse-search.ts';

const search = (
  searchId: number,
  origins: string,
  destinations: string,
  cabin = 'business',
): SavedSearch => ({
  searchId,
  title: '',
  name: null,
  criteria: { origin_airport: origins, destination_airport: destinations, cabin },
  take: null,
  runs: 1,
  records: 1,
  lastRunAt: 0,
  lastRunId: 1,
  lastPages: 1,
  partial: false,
  offer: 'none',
  cheapest: null,
  cost: [],
});

it('the return search shares the most airports, in the same cabin', () => {
  const out = search(1, 'JFK,EWR', 'LHR,LGW');
  const some = search(2, 'LHR', 'JFK');
  const all = search(3, 'LGW,LHR', 'EWR,JFK');
  expect(reverseOf(out, [out, some, all])).toBe(all);
  expect(reverseOf(out, [search(4, 'LHR', 'JFK', 'first'), some])).toBe(some);
});

it('there is none where no search goes in the opposite direction', () => {
  const out = search(1, 'JFK', 'LHR');
  expect(reverseOf(out, [out, search(2, 'JFK', 'LHR'), search(3, 'LHR', 'BOS')])).toBeNull();
});
