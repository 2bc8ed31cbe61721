import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { request, storeAwards } from '../testing/stored-awards.ts';
import { isOnDays } from './filter.ts';

it('the values to filter by are the most frequent first, then by name', async () => {
  const { awards, buy } = storeAwards();
  const to = (DestinationAirport: string, DestinationRegion: string) => ({
    Route: { DestinationAirport, DestinationRegion },
  });
  const { runId } = buy(
    answer([
      rawRecord('a', { ...to('LHR', 'Europe'), JAirlines: 'UA, BA', JMileageCost: '80000' }),
      rawRecord('b', { ...to('HND', 'Asia'), Source: 'delta', JAirlines: 'BA', Date: '2027-03-09' }),
      rawRecord('c', { ...to('CDG', 'Europe'), Source: 'aeroplan', JMileageCost: '60000' }),
      rawRecord('d', { ...to('LHR', 'Europe'), Source: 'united' }),
    ]),
    { input: request({ destination_airport: 'LHR,HND,CDG', end_date: '2027-03-31' }) },
  );
  const facets = await awards.handlers.facets({ scope: { kind: 'run', runId } });
  expect(facets).toMatchObject({
    programmes: [{ value: 'united', count: 2 }, { value: 'aeroplan' }, { value: 'delta' }],
    airlines: [
      { value: 'UA', count: 3 },
      { value: 'BA', count: 2 },
    ],
    routes: [{ destination: 'LHR', count: 2 }, { destination: 'CDG' }, { destination: 'HND' }],
    destinationRegions: [
      { value: 'Europe', count: 3 },
      { value: 'Asia', count: 1 },
    ],
    ...{ milesMin: 60_000, milesMax: 80_000, dateMin: '2027-03-01', dateMax: '2027-03-09' },
  });
});

it.each<[RecordFilter, boolean]>([
  [{}, true],
  [{ from: '2027-03-05', until: '2027-03-05' }, true],
  [{ from: '2027-03-06' }, false],
  [{ until: '2027-03-04' }, false],
  [{ weekdays: [5] }, true],
  [{ weekdays: [0, 6] }, false],
])('a Friday meets the days of a filter as the rows do: %j, %j', (filter, is) => {
  expect(isOnDays(filter, '2027-03-05')).toBe(is);
});
