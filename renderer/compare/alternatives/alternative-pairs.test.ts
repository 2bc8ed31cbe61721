import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AirportPair,
  airportsLabel,
  emptyPairs,
  firstPairs,
  missingSearches,
  pairKey,
} from './alternative-pairs.ts';

const pair = (origin: string, destination: string, records: number): AirportPair => ({
  origin,
  destination,
  records,
  withSpace: records,
  cheapest: null,
  newestAt: null,
  read: false,
  scope: { kind: 'matching', origins: [origin], destinations: [destination] },
});
const pairs = [pair('JFK', 'LHR', 3), pair('EWR', 'LHR', 0), pair('EWR', 'LGW', 0)];
const found = {
  origins: [],
  destinations: [],
  cabin: 'business',
  from: '2027-03-01',
  until: null,
  filter: {},
  pairs,
};

describe('alternative airports', () => {
  it('are compared where something is saved, up to six', () => {
    expect(firstPairs(pairs)).toEqual([pairs[0]]);
    expect(firstPairs(Array.from({ length: 9 }, () => pair('JFK', 'LHR', 1)))).toHaveLength(6);
  });

  it('are searched where nothing is saved, each airport once', () => {
    expect(missingSearches(found)).toEqual([
      {
        pairs: 2,
        request: {
          origin_airport: 'EWR',
          destination_airport: 'LGW,LHR',
          cabin: 'business',
          start_date: '2027-03-01',
        },
      },
    ]);
    expect(missingSearches({ ...found, pairs: pairs.slice(0, 1) })).toEqual([]);
  });

  it("are not searched again where there was no result, and use the trip's filters", () => {
    const empty = { ...pair('EWR', 'LHR', 0), read: true };
    expect(emptyPairs([...pairs, empty])).toEqual([empty]);
    expect(missingSearches({ ...found, pairs: [empty] })).toEqual([]);
    const narrow = { cabin: '', filter: { airlines: ['BA', 'VS'], direct: true } };
    expect(missingSearches({ ...found, ...narrow, pairs: [empty, pair('EWR', 'LGW', 0)] })).toEqual([
      {
        pairs: 1,
        request: {
          origin_airport: 'EWR',
          destination_airport: 'LGW',
          carriers: 'BA,VS',
          start_date: '2027-03-01',
          only_direct_flights: true,
        },
      },
    ]);
  });

  it('are searched without those that are saved, in any arrangement', () => {
    const codes = fc.uniqueArray(fc.constantFrom('AAA', 'BBB', 'CCC', 'DDD'), { minLength: 1 });
    fc.assert(
      fc.property(
        codes,
        codes,
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        (from, to, stored) => {
          const all = from.flatMap((origin, row) =>
            to.map((destination, column) => pair(origin, destination, stored[row * 4 + column] ? 1 : 0)),
          );
          const searches = missingSearches({ ...found, pairs: all });
          const requested = searches.flatMap(({ request }) =>
            request.origin_airport
              .split(',')
              .flatMap((origin) =>
                request.destination_airport.split(',').map((destination) => `${origin} ${destination}`),
              ),
          );
          const missing = all.filter(({ records }) => records === 0).map(pairKey);
          expect(requested.toSorted()).toEqual(missing.toSorted());
          expect(searches.reduce((sum, { pairs: each }) => sum + each, 0)).toBe(missing.length);
        },
      ),
    );
  });

  it('are shown with their distance', () => {
    const near = (code: string, kilometres: number | null) => ({ code, name: code, kilometres });
    expect(airportsLabel('From', [near('JFK', 0), near('EWR', 33)])).toBe('From JFK, Newark (33 km).');
    expect(airportsLabel('To', [near('PER', 0)])).toBe('To Perth, which has no other near it.');
  });
});
