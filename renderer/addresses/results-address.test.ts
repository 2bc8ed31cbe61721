import { describe, expect, it } from 'vitest';
import {
  changedFilter,
  type ResultsAddress,
  readResultsAddress,
  resultsPath,
  USUAL_FILTER,
  unreadOfResults,
} from './results-address.ts';

const searchOf = (path: string) => path.slice(path.indexOf('?') + 1);

describe('the address of Results', () => {
  it('reads back every part that was written into it', () => {
    const address: ResultsAddress = {
      scope: { kind: 'matching', origins: ['JFK', 'EWR'], destinations: ['LHR'], cabin: 'business' },
      view: 'calendar',
      filter: {
        text: 'british & co',
        available: true,
        milesMin: 40000,
        milesMax: 80000,
        seatsMin: 2,
        seatsNotGiven: true,
        direct: false,
        airlines: ['BA', 'A,B'],
        programmes: ['flyingblue'],
        weekdays: [0, 6],
        from: '2027-03-01',
        until: '2027-03-31',
        origins: ['JFK'],
        destinations: ['LHR'],
        sources: ['', 'award_search:seatscan'],
        flagged: true,
        originRegions: ['North America'],
        destinationRegions: ['Europe', 'Asia'],
        newSince: Date.UTC(2027, 0, 5, 3),
        starred: true,
        tags: ['honeymoon', 'a & b'],
      },
      sort: [
        { by: 'miles', descending: true },
        { by: 'date', descending: false },
      ],
      shown: ['direct'],
      hidden: ['seen', 'airlines'],
      group: 'route',
      collapsed: { all: true, except: ['JFK → LHR', 'a & b'] },
      record: 417,
    };
    expect(readResultsAddress(searchOf(resultsPath(address)))).toEqual(address);
    expect(unreadOfResults(searchOf(resultsPath(address)))).toEqual([]);
  });

  it('shows the list of saved searches without a scope', () => {
    expect(resultsPath({})).toBe('/results');
    expect(readResultsAddress('').scope).toBeNull();
  });

  it('leaves out invalid parts instead of failing, and names each', () => {
    const search =
      '?scope=%7Bnot+json&view=sideways&milesMax=-5&seatsMin=two&weekdays=[1,9]&from=2027-02-31&sort=miles&hidden=["seen","nothing"]&record=x';
    expect(readResultsAddress(search)).toEqual(readResultsAddress(''));
    expect(unreadOfResults(search)).toEqual([
      'scope={not json',
      'view=sideways',
      'milesMax=-5',
      'seatsMin=two',
      'weekdays=[1,9]',
      'from=2027-02-31',
      'sort=miles',
      'hidden=["seen","nothing"]',
      'record=x',
    ]);
  });

  it('rejects a scope of another shape', () => {
    expect(readResultsAddress('scope={"kind":"run","runId":"1"}').scope).toBeNull();
    expect(readResultsAddress('scope={"kind":"run","runId":1}').scope).toEqual({ kind: 'run', runId: 1 });
  });
});

describe('a changed filter', () => {
  it('removes emptied members', () => {
    expect(changedFilter({ text: 'ba', airlines: ['BA'], direct: true }, { text: '', airlines: [] })).toEqual(
      {
        direct: true,
      },
    );
  });

  it('removes "count not given" together with the minimum number of seats', () => {
    expect(changedFilter({ seatsMin: 2, seatsNotGiven: true }, { seatsMin: undefined })).toEqual({});
  });
});

describe('what Results filters without being asked', () => {
  it('is award space with enough seats, and any other choice survives the address', () => {
    expect(readResultsAddress('').filter).toEqual(USUAL_FILTER);
    for (const filter of [{}, { available: false }, { available: true }, { enoughSeats: true as const }]) {
      const path = resultsPath({ scope: { kind: 'run', runId: 1 }, filter });
      expect(readResultsAddress(searchOf(path)).filter).toEqual(filter);
    }
  });
});
