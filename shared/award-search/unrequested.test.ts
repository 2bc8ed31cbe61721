import { expect, it } from 'vitest';
import { readAwardRow } from './response.ts';
import { rawRecord } from './testing/raw-record.ts';
import { unrequestedIn } from './unrequested.ts';

const between = (OriginAirport: string, DestinationAirport: string) =>
  readAwardRow(rawRecord('a', { Route: { OriginAirport, DestinationAirport } }), 0).record;

it.each([
  ['an airport by the code that it has now', 'PBI', 'DJT'],
  ['an airport by the code that it had before', 'NQZ', 'TSE'],
  ['an airport by its present code, where another one has its city', 'KIV', 'RMO'],
  ['an airport of a city', 'LON', 'LTN'],
  ['a city for one of its airports', 'LHR', 'LON'],
])('an answer may name %s', (_name, requested, answered) => {
  const request = { origin_airport: requested, destination_airport: 'JFK' };
  expect(unrequestedIn(between(answered, 'JFK'), request)).toEqual([]);
});

it.each([
  ['another airport of the city', 'LHR', 'LGW'],
  ['another city', 'LON', 'PAR'],
  ['an airport elsewhere', 'PBI', 'MIA'],
])('an answer may not name %s', (_name, requested, answered) => {
  const request = { origin_airport: requested, destination_airport: 'JFK' };
  expect(unrequestedIn(between(answered, 'JFK'), request)).toEqual(['route']);
});
