import { expect, it } from 'vitest';
import stored from '#shared/places/airport-names.json' with { type: 'json' };
import { airportNames } from './airport-names.ts';
import { readAirports } from './place-pack.ts';

it('what both processes call airports is what the gathered data says', async () => {
  const airports = new Map((await readAirports()).map((row) => [row[0], row] as const));
  expect(airportNames(airports)).toEqual(stored);
});

it('no two airports are called alike within a city, and every city has one country', async () => {
  const labels = stored.flatMap(([, city, label]) => (label === undefined ? [] : `${city}: ${label}`));
  const twice = labels.filter((label, place) => labels.indexOf(label) !== place);
  expect(twice).toEqual([]);
});
