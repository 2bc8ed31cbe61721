import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import { request } from '../../awards/testing/stored-awards.ts';
import { NOW, toolsOver } from '../testing/tools-over.ts';

const MARCH = request({ start_date: '2027-03-01', end_date: '2027-03-31' });
const LONDON = ['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'];
const NEW_YORK = ['JFK', 'EWR', 'LGA'];

/** One award of business and one of premium economy from New York JFK to London Heathrow. */
function stored() {
  const over = toolsOver();
  over.buy(answer([rawRecord('a')]), { input: MARCH, at: NOW });
  over.buy(answer([rawRecord('b')]), {
    input: { ...MARCH, cabin: 'premium' },
    at: NOW,
  });
  return over;
}

it('finds what is stored by the names of cities, cabins and programs, and says how it read each', async () => {
  const { ask } = stored();
  const found = await ask('search_saved_awards', {
    origins: ['New York', 'LON'],
    destinations: [' london ', 'hnd'],
    start_date: '2027-03-01',
    cabin: 'Business',
    programs: ['MileagePlus'],
  });
  expect(found.awards).toMatchObject([{ origin: 'JFK', destination: 'LHR', cabin: 'business' }]);
  expect(found.understood).toEqual([
    { argument: 'origins', said: 'New York', as: NEW_YORK },
    { argument: 'origins', said: 'LON', as: LONDON },
    { argument: 'destinations', said: 'london', as: LONDON },
    { argument: 'destinations', said: 'hnd', as: ['HND'] },
    { argument: 'cabin', said: 'Business', as: ['business'] },
    { argument: 'programs', said: 'MileagePlus', as: ['United MileagePlus'] },
  ]);
});

it.each(['premium economy', 'Premium Economy', 'PREMIUM_ECONOMY', 'premium', 'premium-economy class'])(
  'takes %s for the premium cabin, and other cabins for none of it',
  async (cabin) => {
    const { ask } = stored();
    const found = await ask('search_saved_awards', {
      origins: ['JFK'],
      destinations: ['Tokyo', 'Heathrow'],
      start_date: '2027-03-01',
      cabin,
    });
    expect(found.awards).toMatchObject([{ cabin: 'premium' }]);
    expect(found).toMatchObject({ covered: [{ cabin: 'premium' }] });
  },
);

it('takes one award by names, of a city with several airports too', async () => {
  const { ask } = stored();
  const named = {
    origin: 'New York',
    destination: 'Heathrow',
    date: '2027-03-01',
    program: 'united',
    cabin: 'BUSINESS',
  };
  expect(await ask('assess_award', named)).toMatchObject({
    award: { origin: 'JFK', cabin: 'business' },
    understood: [
      { argument: 'origin', as: NEW_YORK },
      { argument: 'destination', as: ['LHR'] },
      { argument: 'cabin', as: ['business'] },
      { argument: 'program', as: ['United MileagePlus'] },
    ],
  });
  expect(await ask('get_award_history', { ...named, origin: 'Kennedy' })).toMatchObject({
    history: [{ state: 'seen' }],
    understood: [{ argument: 'origin', said: 'Kennedy', as: ['JFK'] }, {}, {}, {}],
  });
  for (const origin of ['New York', 'NYC'])
    await expect(ask('get_award_history', { ...named, origin })).rejects.toThrow(
      `origin: "${origin}" has several airports: JFK, EWR, LGA. Name one of them.`,
    );
});

it('proposes the airports of a city that is named, and its code where that is written', async () => {
  const { ask, proposed } = stored();
  await ask('propose_search', { origins: ['Tokyo', 'NYC'], destinations: ['London'], cabin: 'First Class' });
  expect(proposed[0]?.request).toEqual({
    origin_airport: 'HND,NRT,NYC',
    destination_airport: LONDON.join(','),
    cabin: 'first',
  });
});

it.each(['search_saved_awards', 'propose_search'])(
  '%s refuses a name that may mean several places, and says which',
  async (tool) => {
    const { ask, proposed } = stored();
    const from = (...origins: string[]) => ask(tool, { origins, destinations: ['LHR'] });
    await expect(from('JFK', 'Birmingham')).rejects.toThrow(
      /^origins: "Birmingham" may mean several places: .*\(BHX\).*\(BHM\).*code in capitals\.$/u,
    );
    await expect(from('Germany')).rejects.toThrow(/may mean several places: Germany, 7 airports: FRA, MUC/u);
    await expect(from('Heathrwo')).rejects.toThrow(
      /names no place .* fly to; like it are: .*Heathrow.*\(LHR\)/u,
    );
    await expect(from('tok')).rejects.toThrow(/HND, NRT/u);
    await expect(from('%%')).rejects.toThrow('is no airport or city that is known here');
    await expect(from(',')).rejects.toThrow('is no airport or city');
    await expect(ask(tool, { origins: ['JFK'], destinations: ['LHR'], cabin: 'suite' })).rejects.toThrow(
      'premium economy',
    );
    expect(proposed).toEqual([]);
  },
);
