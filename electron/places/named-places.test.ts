import { describe, expect, it } from 'vitest';
import { meantCodes } from '#shared/places/meant.ts';
import { kilometresBetween } from './distance.ts';
import { placePack, readAirports } from './place-pack.ts';
import { createPlaces } from './places.ts';
import { comparableName } from './word-index.ts';

const places = createPlaces();
const suggest = async (text: string) => places.handlers.suggestAirports({ text, limit: 40 });
const first = async (text: string) => (await suggest(text))[0];
/** The codes that a typed name becomes unasked; null where the user has to choose. */
const meant = (text: string) => meantCodes(text, null, suggest);

describe('a place by the name that people use for it', () => {
  it.each(['Wibble Valley', 'Wibble Canyon', 'Wibble Falls', 'Mount Wibble', 'Wibble Bay'])(
    'is never answered with another that shares only what both are: %s',
    async (text) => expect(await suggest(text)).toEqual([]),
  );

  it.each([
    ['Kyoto', 'ITM'],
    ['京都', 'ITM'],
    ['Nara', 'ITM'],
    ['Oxford', 'LHR'],
    ['Bruges', 'BRU'],
    ['Cannes', 'NCE'],
    ['Monaco', 'NCE'],
    ['Jerusalem', 'TLV'],
    ['Agra', 'DEL'],
    ['Machu Picchu', 'CUZ'],
    ['Petra', 'AQJ'],
    ['Zermatt', 'GVA'],
    ['Positano', 'NAP'],
    ['Cappadocia', 'NAV'],
    ['Halong Bay', 'VDO'],
    ['Siena', 'FLR'],
    ['Windsor', 'LHR'],
    ['Negril', 'MBJ'],
    ['Gozo', 'MLA'],
    ['Valparaíso', 'SCL'],
    ['Antigua Guatemala', 'GUA'],
    ['Costa Adeje', 'TFS'],
    ['Disneyland Paris', 'CDG'],
    ['Yosemite', 'FAT'],
    ['Chamonix', 'GVA'],
    ['Ayia Napa', 'LCA'],
    ['Mt Rainier', 'SEA'],
    ['Saint Moritz', 'ZRH'],
    ['Olympia', 'KLX'],
    ['Aix', 'MRS'],
    ['Palestine', 'TLV'],
    ['Palästina', 'AMM'],
    ['South Beach', 'MIA'],
    ['Copacabana', 'GIG'],
    ['Budva', 'TIV'],
    ['Kappadokien', 'NAV'],
    // From the list of towns.
    ['Yokohama', 'HND'],
    ['Leipzig', null],
    ['Bordeaux', null],
    ['Baoding', 'SJW'],
    ['Nijmegen', null],
    ['Malmö', null],
    ['Wolverhampton', 'BHX'],
  ] as const)(
    'without an airport of its own says what serves it and how far, and is never chosen unasked: %s',
    async (text, code) => {
      const found = await first(text);
      if (code === null) return expect(found?.match).toBe('whole');
      expect(found?.codes).toContain(code);
      expect(found).toMatchObject({
        kind: 'near',
        match: 'whole',
        detail: expect.stringMatching(/[A-Z]{3} \d+ km/u),
      });
      expect(await meant(text)).toBeNull();
    },
  );

  it.each(['Antwerp', 'Mostar', 'Queens', 'Kotor'])(
    'with an airport beside it is not said to have none: %s',
    async (text) => {
      const found = await first(text);
      expect(found).toMatchObject({ kind: 'near', match: 'whole' });
      expect(found?.label).not.toMatch(/no airport/u);
    },
  );

  it('has its busiest airport first', async () => {
    for (const [text, code] of [
      ['Seattle', 'SEA'],
      ['Medellín', 'MDE'],
      ['Atlanta', 'ATL'],
    ] as const)
      expect((await first(text))?.codes[0]).toBe(code);
  });

  it.each([
    ['UK', 'LHR'],
    ['Great Britain', 'LHR'],
    ['England', 'LHR'],
    ['Scotland', 'EDI'],
    ['Wales', 'CWL'],
    ['Holland', 'AMS'],
    ['USA', 'JFK'],
    ['America', 'JFK'],
    ['Czechia', 'PRG'],
    ['Czech Republic', 'PRG'],
    ['Burma', 'RGN'],
    ['Myanmar', 'RGN'],
    ['UAE', 'DXB'],
    ['Ivory Coast', 'ABJ'],
    ["Côte d'Ivoire", 'ABJ'],
    ['Türkiye', 'IST'],
    ['Turkey', 'IST'],
    ['Korea', 'ICN'],
    ['South Korea', 'ICN'],
    ['Swaziland', 'SHO'],
    ['Macedonia', 'SKP'],
    ['Cape Verde', 'SID'],
    ['East Timor', 'DIL'],
    ['Persia', 'IKA'],
    ['Siam', 'BKK'],
    ['Zaire', 'FIH'],
    ['DRC', 'FIH'],
    ['Bosnia', 'SJJ'],
    ['Russia', 'SVO'],
    ['Vietnam', 'SGN'],
    ['Laos', 'VTE'],
    ['Maldives', 'MLE'],
    ['Jordan', 'AMM'],
    ['Fiji', 'NAN'],
    ['Deutschland', 'FRA'],
    ['Japon', 'HND'],
    ['Georgia', 'TBS'],
    ['Scandinavia', 'CPH'],
    ['Benelux', 'AMS'],
    ['Balkans', 'ATH'],
    ['The Balkans', 'ATH'],
    ['Baltics', 'RIX'],
    ['Middle East', 'DXB'],
    ['Southeast Asia', 'SIN'],
    ['South-East Asia', 'SIN'],
    ['Hokkaido', 'CTS'],
    ['Chechnya', 'GRV'],
    ['Laccadives', 'AGX'],
    ['Okinawa', 'OKA'],
    ['Tuscany', 'FLR'],
    ['Sicily', 'CTA'],
    ['Sardinia', 'CAG'],
    ['Crete', 'HER'],
    ['Patagonia', 'FTE'],
    ['Borneo', 'BKI'],
    ['Canaries', 'LPA'],
    ['Azores', 'PDL'],
    ['Algarve', 'FAO'],
    ['Lapland', 'RVN'],
    ['New England', 'BOS'],
    ['Latin America', 'GRU'],
    ['Caribbean', 'PUJ'],
    ['Polynesia', 'PPT'],
    ['Hawaii', 'HNL'],
    ['California', 'LAX'],
    ['Kerala', 'COK'],
    ['Queensland', 'BNE'],
    ['DACH', 'FRA'],
    ['Nordics', 'CPH'],
  ] as const)(
    'a country or region by a usual name, which is never chosen unasked: %s',
    async (text, code) => {
      const all = await suggest(text);
      expect(all.slice(0, 2).flatMap(({ codes }) => codes)).toContain(code);
      const [best] = all;
      if (best?.kind === 'region') expect(await meant(text)).toBeNull();
    },
  );

  it('a closed airport says so and what replaced it, by its name and by its code', async () => {
    for (const [text, closed, next] of [
      ['Tegel', 'TXL', 'BER'],
      ['TXL', 'TXL', 'BER'],
      ['Tempelhof', 'THF', 'BER'],
      ['PNH', 'PNH', 'KTI'],
      ['REP', 'REP', 'SAI'],
      ['Atatürk', 'ISL', 'IST'],
      ['KIV', 'KIV', 'RMO'],
    ] as const) {
      const found = await suggest(text);
      const shut = found.find(({ codes }) => codes.join() === closed);
      expect(shut, text).toMatchObject({
        match: 'unserved',
        detail: expect.stringMatching(/no scheduled flights since .*, now [A-Z]{3}$/u),
      });
      expect(
        found.flatMap(({ codes }) => codes),
        text,
      ).toContain(next);
    }
    expect(await places.handlers.airports({ codes: ['PNH'] })).toMatchObject([
      { scheduled: false, closed: '2025-09-08', replacedBy: ['KTI'] },
    ]);
  });

  it('an airport is found by the code that it had before', async () => {
    for (const [before, now] of [
      ['PBI', 'DJT'],
      ['KIV', 'RMO'],
      ['FRU', 'BSZ'],
      ['TSE', 'NQZ'],
    ] as const)
      expect(
        (await suggest(before)).flatMap(({ codes }) => codes),
        before,
      ).toContain(now);
  });

  it.each([
    // A region, a county or a state by a name that a smaller place elsewhere has or begins with.
    ['Devon', 'EXT'],
    ['Dorset', 'BOH'],
    ['Munster', 'ORK'],
    ['Leinster', 'DUB'],
    ['Moselle', 'LUX'],
    ['La Rioja', 'BIO'],
    ['South Georgia', 'MPN'],
    ['Washington State', 'SEA'],
    ['Bay of Islands', 'KKE'],
    ['Bay Islands', 'RTB'],
    ['Durham', 'RDU'],
    ['Cambridge', 'STN'],
    ['Long Island', 'ISP'],
    ['Swiss Alps', 'ZRH'],
    ['Skåne', 'MMX'],
    ['Steamboat', 'HDN'],
    ['Halkidiki', 'SKG'],
    ['Cotswolds', 'BHX'],
    ['San Jose', 'SJO'],
    ['Toledo', 'MAD'],
    ['Córdoba', 'SVQ'],
    ['Milford Sound', 'ZQN'],
    ['Isla Mujeres', 'CUN'],
    ['Canadian Rockies', 'YYC'],
    ['Formosa', 'TPE'],
    ['Denali', 'FAI'],
  ] as const)(
    'is asked about, with what is meant among the first, where it is no airport’s own: %s',
    async (text, code) => {
      expect(await meant(text)).toBeNull();
      expect((await suggest(text)).slice(0, 3).flatMap(({ codes }) => codes)).toContain(code);
    },
  );

  it.each([
    ['Saba', 'SAB'],
    ['Brasília', 'BSB'],
    ['Tunis', 'TUN'],
    ['Rodos', 'RHO'],
    ['Lewis', 'SYY'],
    ['Brač', 'BWK'],
    ['Lukla', 'LUA'],
    ['Naypyidaw', 'NYT'],
    ['Basle', 'BSL'],
    ['Statia', 'EUX'],
    ['Vieques', 'VQS'],
    ['Culebra', 'CPX'],
    ['Lalibela', 'LLI'],
    ['Timbuktu', 'TOM'],
    ['Pondicherry', 'PNY'],
    ['Beantown', 'BOS'],
    ['Twin Cities', 'MSP'],
    ['Stettin', 'SZZ'],
    ['Donostia', 'EAS'],
    ['Rochester New York', 'ROC'],
    ['Melbourne Florida', 'MLB'],
    ['San Jose Costa Rica', 'SJO'],
    ['San José Airport Costa Rica', 'SJO'],
    ['Confins', 'CNF'],
    ['Coolangatta', 'OOL'],
    ['Zayed International', 'AUH'],
    ['Berlusconi', 'MXP'],
    ['St Paul', 'MSP'],
    ['Saint Paul', 'MSP'],
    ['Swatow', 'SWA'],
    ['Åbo', 'TKU'],
    ['Espiritu Santo', 'SON'],
    ['Upolu', 'APW'],
    ['Margarita Island', 'PMV'],
    ['Nassau', 'NAS'],
    ['Nuuk', 'GOH'],
    ['Westchester', 'HPN'],
    ['Turkestan', 'HSA'],
    ['Dubai World Central', 'DWC'],
    ['Cali', 'CLO'],
    // A full name of its own means an airport, though a region is called so.
    ['Ontario International Airport', 'ONT'],
    ['Norfolk International Airport', 'ORF'],
  ] as const)('is the airport that it has, whatever that is called: %s', async (text, code) => {
    expect((await first(text))?.codes).toEqual([code]);
  });

  it.each([
    ['Wales', 'CWL'],
    ['Mexico', 'CUN'],
    ['Niagara Falls', 'BUF'],
    ['Lao', 'VTE'],
    ['BiH', 'SJJ'],
    ['Canadian Rockies', 'YYC'],
    ['Armenia', 'EVN'],
    ['Lebanon', 'BEY'],
    ['Arizona', 'PHX'],
    ['Red Sea', 'HRG'],
    ['Kimberley', 'BME'],
    ['Munster', 'ORK'],
    ['Formosa', 'TPE'],
  ] as const)(
    'that is a country or region stands before a smaller airport elsewhere that is called so: %s',
    async (text, code) => {
      const best = await first(text);
      expect(best?.kind).toBe('region');
      expect(best?.codes).toContain(code);
    },
  );

  it('without an airport of its own has none with flights that is called so', async () => {
    const airports = await readAirports();
    const wrong = placePack().served.flatMap(({ name, aka = [], at, airports: served }) =>
      at === undefined
        ? []
        : airports
            .filter(
              (airport) =>
                airport[7] === 1 &&
                !served.includes(airport[0]) &&
                [name, ...aka].map(comparableName).includes(comparableName(airport[2])) &&
                kilometresBetween(airport, ['', '', '', '', ...at, 0, 0, '', '', '', 0] as const) < 15,
            )
            .map(([code]) => `${name}: ${code}`),
    );
    expect(wrong).toEqual([]);
  });

  it('no heliport, barracks or railway station counts as an airport with flights', async () => {
    const found = (await readAirports()).filter(
      ([code, name, , country, , , , scheduled]) =>
        scheduled === 1 &&
        country !== 'GL' &&
        !['ADK', 'HHP', 'JCU', 'MCM', 'PZE', 'SPS', 'TBN', 'VRY'].includes(code) &&
        /heliport|army|naval|railway station/iu.test(name),
    );
    expect(found.map(([code, name]) => `${code} ${name}`)).toEqual([]);
  });

  it('is never answered with another of a like name', async () => {
    for (const text of [
      'Hallstat',
      'Kyotto',
      'Yokohoma',
      'Balu',
      'Nowhereville',
      'Oxfrod',
      'Chamonex',
      'Lucerna',
    ])
      expect(await meant(text), text).toBeNull();
  });
});
