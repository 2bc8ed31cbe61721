import { describe, expect, it } from 'vitest';
import type { Extent } from '#shared/contract/extent.ts';
import { noPair, partialLegs } from './no-pair.ts';
import type { TripPairs } from './round-trip-labels.ts';

const way = (part: Partial<TripPairs['outbound']>): TripPairs['outbound'] => ({
  title: '',
  newestAt: null,
  extent: null,
  days: { from: '2027-03-01', until: '2027-03-06' },
  legs: 500,
  withoutMiles: 0,
  departed: 0,
  withoutValue: [],
  ...part,
});
const toTheSixth: Extent = {
  complete: false,
  pages: 1,
  from: '2027-03-01',
  until: '2027-04-15',
  reached: '2027-03-06',
  miles: null,
  left: 8,
};

describe('where nothing could be paired', () => {
  it('reports that the return was not read as far as needed', () => {
    const cause = noPair({ outbound: way({}), back: way({ extent: toTheSixth }) }, [7, 14], false);
    expect(cause.words).toBe(
      'Space out lies on 1 to 6 Mar 2027, so the return has to leave from 8 to 20 Mar 2027. Space back was found on 1 to 6 Mar 2027. The return is partial: read to 6 Mar of 1 Mar to 15 Apr 2027.',
    );
    expect(cause.partly).toEqual(['back']);
  });

  it('reports which leg has no space at all', () => {
    expect(noPair({ outbound: way({ legs: 0, days: null }), back: way({}) }, [7, 14], false).words).toBe(
      'No award space on the outbound that fits.',
    );
  });

  it('reports that the nights or the programme prevent it where the days would match', () => {
    const back = way({ days: { from: '2027-03-08', until: '2027-03-31' } });
    expect(noPair({ outbound: way({}), back }, [7, 7], true).words).toBe(
      'No space out and back lies 7 nights apart in one programme.',
    );
  });
});

it('names each leg that was read in part, whether or not anything was paired', () => {
  expect(partialLegs({ outbound: way({}), back: way({ extent: toTheSixth }) })).toEqual([
    { way: 'back', words: 'The return is partial: read to 6 Mar of 1 Mar to 15 Apr 2027.' },
  ]);
  expect(
    partialLegs({ outbound: way({}), back: way({ extent: { ...toTheSixth, complete: true } }) }),
  ).toEqual([]);
});
