import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

const places = createPlaces();
const codes = async (code: string) => (await places.nearby(code)).map((near) => near.code);

it('the airports of a city come with the airport itself first, then by distance', async () => {
  const london = await places.nearby('lhr');
  expect(london[0]).toMatchObject({ code: 'LHR', kilometres: 0 });
  expect(london.map(({ code }) => code)).toEqual(expect.arrayContaining(['LGW', 'STN', 'LTN', 'LCY', 'SEN']));
  const far = london.map(({ kilometres }) => kilometres ?? 0);
  expect(far).toEqual([...far].sort((a, b) => a - b));
  // Heathrow to Gatwick is 40 km along the great circle.
  expect(london.find(({ code }) => code === 'LGW')?.kilometres).toBeGreaterThan(35);
  expect(london.find(({ code }) => code === 'LGW')?.kilometres).toBeLessThan(45);
});

it('a city’s own code stands for its airports', async () => {
  expect(await codes('NYC')).toEqual(expect.arrayContaining(['JFK', 'EWR', 'LGA']));
});

it('an airport alone has nothing near it, and a code that is not known has itself', async () => {
  expect(await codes('PER')).toEqual(['PER']);
  expect(await places.nearby('xq?')).toEqual([{ code: 'XQ?', name: 'XQ?', kilometres: null }]);
});
