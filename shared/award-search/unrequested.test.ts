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

it.each([
  ['an airline in words', { JAirlines: 'United Airlines' }, { carriers: 'NH' }],
  ['airlines by longer codes', { JAirlines: 'UAL, ANA' }, { carriers: 'NH' }],
  ['airlines where a longer code was asked for', { JAirlines: 'UA' }, { carriers: 'ANA' }],
  ['a day beside a range in another notation', {}, { start_date: '2027/02/01', end_date: '01.04.2027' }],
  ['a day where a limit is empty', {}, { start_date: '', end_date: '' }],
])('nothing is held against %s, which cannot be compared', (_name, change, request) => {
  expect(unrequestedIn(readAwardRow(rawRecord('a', change), 0).record, request)).toEqual([]);
});

it.each([
  ['carriers', { JAirlines: 'LH, AC' }, { carriers: 'NH,UA' }],
  ['dates', {}, { start_date: '2027-03-02' }],
  ['dates', {}, { end_date: '2027-02-28' }],
])('what the request excludes is told: %s', (what, change, request) => {
  expect(unrequestedIn(readAwardRow(rawRecord('a', change), 0).record, request)).toEqual([what]);
});
