import { expect, it } from 'vitest';
import { airportsOf, cityRoutes, type MapRoute } from './city-routes.ts';

const HERE = { latitude: 1, longitude: 2 };
const route = (origin: string, destination: string, cheapest: number | null, withSpace = 1): MapRoute => ({
  origin,
  destination,
  cheapest,
  withSpace: cheapest === null ? 0 : withSpace,
  from: HERE,
  to: HERE,
});

it('routes of the same two cities are one line, at the cheapest of them', () => {
  const lines = cityRoutes([
    route('LHR', 'HND', 68_000, 3),
    route('LGW', 'HND', 64_000, 2),
    route('LHR', 'NRT', null),
    route('BER', 'JFK', 48_000),
  ]);
  expect(
    lines.map(({ origin, destination, cheapest, withSpace, routes }) => [
      origin,
      destination,
      cheapest,
      withSpace,
      routes.length,
    ]),
  ).toEqual([
    ['Berlin', 'New York', 48_000, 1, 1],
    ['London', 'Tokyo', 64_000, 5, 3],
  ]);
  const [, london] = lines;
  expect(london && airportsOf(london)).toEqual({ origins: ['LGW', 'LHR'], destinations: ['HND', 'NRT'] });
});

it('an unknown airport is its own city, and routes without space come last', () => {
  const lines = cityRoutes([route('QQQ', 'JFK', null), route('JFK', 'QQQ', 90_000)]);
  expect(lines.map(({ origin }) => origin)).toEqual(['New York', 'QQQ']);
});
