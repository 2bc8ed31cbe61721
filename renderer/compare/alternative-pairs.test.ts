import { describe, expect, it } from 'vitest';
import { type AirportPair, airportsWords, firstPairs, missingSearch } from './alternative-pairs.ts';

const pair = (origin: string, destination: string, records: number): AirportPair => ({
  origin,
  destination,
  records,
  withSpace: records,
  cheapest: null,
  newestAt: null,
  scope: { kind: 'matching', origins: [origin], destinations: [destination] },
});
const pairs = [pair('JFK', 'LHR', 3), pair('EWR', 'LHR', 0), pair('EWR', 'LGW', 0)];
const told = { origins: [], destinations: [], cabin: 'business', from: '2027-03-01', until: null, pairs };

describe('alternative airports', () => {
  it('are compared where something is kept, six at most', () => {
    expect(firstPairs(pairs)).toEqual([pairs[0]]);
    expect(firstPairs(Array.from({ length: 9 }, () => pair('JFK', 'LHR', 1)))).toHaveLength(6);
  });

  it('are searched for where nothing is kept, each airport once', () => {
    expect(missingSearch(told)).toEqual({
      pairs: 2,
      request: {
        origin_airport: 'EWR',
        destination_airport: 'LHR,LGW',
        cabin: 'business',
        start_date: '2027-03-01',
      },
    });
    expect(missingSearch({ ...told, pairs: pairs.slice(0, 1) })).toBeNull();
  });

  it('are told with how far off they are', () => {
    const near = (code: string, kilometres: number | null) => ({ code, name: code, kilometres });
    expect(airportsWords('From', [near('JFK', 0), near('EWR', 33)])).toBe('From JFK, EWR (33 km).');
    expect(airportsWords('To', [near('PER', 0)])).toBe('To PER, which has no other near it.');
  });
});
