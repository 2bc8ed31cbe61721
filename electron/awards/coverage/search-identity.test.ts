import { describe, expect, it } from 'vitest';
import { searchIdentity } from './search-identity.ts';

const request = { origin_airport: 'JFK,EWR', destination_airport: 'LHR', cabin: 'business' };

describe('which search a request belongs to', () => {
  it('does not depend on the order of its lists, nor on the page', () => {
    const one = searchIdentity({ ...request, take: 1000, skip: 500, cursor: 7 });
    const other = searchIdentity({
      cabin: 'business',
      destination_airport: 'LHR',
      origin_airport: 'ewr, jfk',
    });
    expect(one.criteria).toBe(other.criteria);
    expect(one.cabin).toBe('business');
    expect(one.title).toBe('EWR, JFK to LHR · business · any date');
  });

  it('differs with any other criterion', () => {
    const other = searchIdentity({ ...request, only_direct_flights: true });
    expect(searchIdentity(request).criteria).not.toBe(other.criteria);
  });

  it('exists for a request that §2.1 does not show, because its answer was paid for', () => {
    const changed = { ...request, max_fees: 100, take: 5 };
    expect(searchIdentity(changed)).toEqual({
      criteria: JSON.stringify({
        cabin: 'business',
        destination_airport: 'LHR',
        max_fees: 100,
        origin_airport: 'JFK,EWR',
      }),
      title: 'JFK,EWR to LHR',
      cabin: 'business',
      source: '',
    });
    expect(searchIdentity(null)).toEqual({ criteria: '{}', title: 'Award search', cabin: '', source: '' });
  });
});
