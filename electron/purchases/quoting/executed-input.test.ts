import { expect, test } from 'vitest';
import { executedInput } from './executed-input.ts';

const requested = { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business', take: 10 };
const other = { ...requested, destination_airport: 'NRT' };
const query = 'origin_airport=JFK&destination_airport=NRT&cabin=business&take=10';

test.each<[string, unknown, unknown]>([
  ['its own word', other, {}],
  ['another word', undefined, { resolvedRequest: other }],
  ['another word beside its own', requested, { resolvedRequest: other }],
  ['a record in a record', undefined, { execution: { operation: { parameters: other } } }],
  ['names in other case', undefined, { terms: { originAirport: 'JFK', destinationAirport: 'NRT' } }],
  ['the quote itself', undefined, { quoteRef: 'q', ...other }],
  ['a list of plans', undefined, { steps: [{ request: other }] }],
  [
    'names and values',
    undefined,
    { request: Object.entries(other).map(([name, value]) => ({ name, value })) },
  ],
  ['a JSON text', undefined, { payload: JSON.stringify(other) }],
  ['an address', undefined, { execute: `https://provider.example/api/awards/search?${query}` }],
  ['a query', undefined, { query }],
  ['a route alone', undefined, { route: { origin_airport: 'JFK', destination_airport: 'NRT' } }],
])('a quote says in %s that it is for another request', (_, stated, quote) => {
  expect(executedInput(stated, quote, requested)).toMatchObject({ destination_airport: 'NRT' });
});

test.each<[string, unknown]>([
  ['nothing', { quoteRef: 'q' }],
  ['the same in other spelling', { request: { ...requested, origin_airport: 'jfk', take: '10' } }],
  ['the same as an address', { url: `/api/awards/search?${query.replace('NRT', 'LHR')}` }],
  [
    'a schema',
    { tool: { inputJsonSchema: { properties: { origin_airport: {}, destination_airport: {} } } } },
  ],
  ['an example', { tool: { examples: [other] } }],
  ['one member of that name', { limits: { take: 1000 } }],
])('a quote that names %s is for the request that was made', (_, quote) => {
  expect(executedInput(undefined, quote, requested)).toEqual(requested);
});
