import { describe, expect, it } from 'vitest';
import { placeRequests } from '#shared/contract/places.ts';
import { matchRank } from '#shared/places/meant.ts';
import { placePack } from './place-pack.ts';
import { createPlaces } from './places.ts';

const places = createPlaces();

const suggest = async (text: string, limit = 6) => {
  const suggestions = await places.handlers.suggestAirports({ text, limit });
  return placeRequests.suggestAirports.output.parse(suggestions);
};
const firstCodes = async (text: string) => (await suggest(text))[0]?.codes;

describe('suggesting airports', () => {
  it('puts the very code first, whatever its case', async () => {
    expect(await firstCodes('zrh')).toEqual(['ZRH']);
    expect(await firstCodes(' LHR ')).toEqual(['LHR']);
  });

  it('offers a city with all its airports, by its name and by its code', async () => {
    const airports = ['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'];
    expect((await suggest('london'))[0]).toMatchObject({ kind: 'city', codes: airports });
    expect((await suggest('LON'))[0]).toMatchObject({ kind: 'city', codes: airports });
    expect(await firstCodes('nyc')).toEqual(['JFK', 'EWR', 'LGA']);
  });

  it('offers both an airport and a city where they share a code', async () => {
    const suggestions = await suggest('SHA');
    expect(suggestions.slice(0, 2).map(({ kind, codes }) => [kind, codes])).toEqual([
      ['airport', ['SHA']],
      ['city', ['PVG', 'SHA']],
    ]);
  });

  it('forgives typing errors', async () => {
    expect(await firstCodes('heatrow')).toEqual(['LHR']);
    expect(await firstCodes('zurihc')).toEqual(['ZRH']);
    expect((await suggest('frankfrut')).flatMap((one) => one.codes)).toContain('FRA');
  });

  it('reads accents and their absence alike', async () => {
    expect(await firstCodes('zürich')).toEqual(['ZRH']);
    expect(await firstCodes('sao paulo')).toEqual(['GRU', 'CGH', 'VCP']);
  });

  it('finds by country, the airports with scheduled flights first', async () => {
    const suggestions = await suggest('iceland', 10);
    expect(suggestions[0]?.codes).toContain('KEF');
    const unscheduled = suggestions.findIndex((one) => one.detail.includes('no scheduled flights'));
    if (unscheduled !== -1)
      expect(suggestions.slice(unscheduled).every((one) => one.detail.includes('no scheduled flights'))).toBe(
        true,
      );
  });

  it('puts what matches better first, and says how well', async () => {
    const matches = async (text: string) => (await suggest(text, 40)).map(({ match }) => match);
    for (const text of ['zurich', 'Vien', 'iceland', 'san', 'Zurich Kluten', 'Birmingham', 'us'])
      expect(await matches(text)).toEqual((await matches(text)).sort((a, b) => matchRank(a) - matchRank(b)));
    expect((await matches('Zurich')).slice(0, 2)).toEqual(['whole', 'alike']);
    expect((await matches('Zurich Airport'))[0]).toBe('whole');
    expect((await matches('germany'))[0]).toBe('country');
    expect((await matches('Vien'))[0]).toBe('begins');
    expect((await matches('Zurich Kluten'))[0]).toBe('alike');
  });

  it.each([
    ['東京', 'HND NRT'],
    ['东京', 'HND NRT'],
    ['도쿄', 'HND NRT'],
    ['Лондон', 'LHR LGW STN LTN LCY SEN'],
    ['Londres', 'LHR LGW STN LTN LCY SEN'],
    ['서울', 'ICN GMP'],
    ['大阪', 'KIX ITM UKB'],
    ['パリ', 'CDG ORY BVA'],
    ['القاهرة', 'CAI'],
    ['Αθήνα', 'ATH'],
    ['תל אביב', 'TLV'],
    ['กรุงเทพ', 'BKK DMK'],
    ['दिल्ली', 'DEL DXN'],
    ['Wien', 'VIE'],
    ['维也纳', 'VIE'],
    ['纽约', 'JFK EWR LGA'],
    ['Nueva York', 'JFK EWR LGA'],
    ['Mailand', 'MXP LIN BGY'],
    ['Varsovie', 'WAW WMI'],
    ['Genf', 'GVA'],
  ])('finds a city by its name in another language: %s', async (name, codes) => {
    const [first] = await suggest(name);
    expect([first?.codes.join(' '), first?.match]).toEqual([codes, 'whole']);
  });

  it('finds a country by its name in another language', async () => {
    for (const name of ['日本', 'Japon', 'Япония', '일본'])
      expect((await suggest(name))[0]?.label, name).toMatch(/^Japan, \d airports$/);
  });

  it('keeps a name for the city that has it in English', async () => {
    expect(await firstCodes('Valencia')).toEqual(['VLC']);
    expect(await firstCodes('Moscow')).toEqual(['SVO', 'DME', 'VKO', 'ZIA']);
  });

  it('finds by several words what bears them all', async () => {
    const all = async (text: string) => (await suggest(text, 40)).map(({ codes }) => codes.join());
    expect(await all('Tokyo Haneda')).toEqual(['HND']);
    expect(await all('Rome Fiumicino')).toEqual(['FCO']);
    expect(await all('London Heathrow')).toEqual(['LHR']);
    expect(await firstCodes('New York City')).toEqual(['JFK', 'EWR', 'LGA']);
    expect(await firstCodes('Milano')).toEqual(['MXP', 'LIN', 'BGY']);
  });

  it('makes one city of no two that merely share a name', async () => {
    expect((await suggest('Portland', 40)).map(({ codes }) => codes.join())).toEqual(
      expect.arrayContaining(['PDX', 'PWM']),
    );
    expect((await suggest('Portland', 40)).filter(({ kind }) => kind === 'city')).toEqual([]);
  });

  it('offers regions and countries with the airports that most travellers use', async () => {
    expect((await suggest('Scandinavia'))[0]).toMatchObject({
      kind: 'region',
      match: 'country',
      codes: expect.arrayContaining(['CPH', 'ARN', 'OSL']),
    });
    expect((await suggest('far east'))[0]?.codes).toContain('HKG');
    expect((await suggest('southeast a'))[0]).toMatchObject({ kind: 'region', match: 'begins' });
    const [japan] = await suggest('japan');
    expect(japan).toMatchObject({ kind: 'region', label: expect.stringMatching(/^Japan, \d airports$/) });
    expect(japan?.codes).toEqual(expect.arrayContaining(['HND', 'NRT', 'KIX']));
  });

  it('knows every airport of its regions, and none twice', async () => {
    for (const { name, airports: list } of [...placePack().regions, ...placePack().served]) {
      expect(new Set(list).size, name).toBe(list.length);
      const known = await places.handlers.airports({ codes: list });
      expect(
        known.filter(({ scheduled }) => !scheduled).map(({ code }) => code),
        name,
      ).toEqual([]);
    }
  });

  it('puts airports without scheduled flights last, also where their code was typed', async () => {
    const found = await suggest('tok', 40);
    expect(found[0]?.codes).toEqual(['HND', 'NRT']);
    expect(found.find(({ codes }) => codes.includes('TOK'))?.match).toBe('unserved');
    const first = found.findIndex(({ match }) => match === 'unserved');
    expect(new Set(found.slice(first).map(({ match }) => match))).toEqual(new Set(['unserved']));
  });

  it('gives nothing for nothing, and no more than was asked for', async () => {
    expect(await suggest('')).toEqual([]);
    expect(await suggest('  ,; ')).toEqual([]);
    expect(await suggest('a', 3)).toHaveLength(3);
  });
});

describe('what is known of codes', () => {
  it('tells airports, cities and unknown codes apart, in the order asked', async () => {
    expect(await places.handlers.airports({ codes: ['jfk', 'NYC', 'ZZZ'] })).toEqual([
      {
        code: 'JFK',
        known: true,
        name: 'John F. Kennedy International Airport',
        city: 'New York',
        country: 'United States',
        scheduled: true,
        closed: null,
        replacedBy: [],
        note: '',
        airports: [],
      },
      {
        code: 'NYC',
        known: true,
        name: 'New York, all airports',
        city: 'New York',
        country: 'United States',
        scheduled: true,
        closed: null,
        replacedBy: [],
        note: '',
        airports: ['JFK', 'EWR', 'LGA'],
      },
      {
        code: 'ZZZ',
        known: false,
        name: '',
        city: '',
        country: '',
        scheduled: false,
        closed: null,
        replacedBy: [],
        note: '',
        airports: [],
      },
    ]);
  });

  it('names the city that an airport serves, as a search that leads there is called', async () => {
    const known = await places.handlers.airports({ codes: ['HND', 'NRT', 'IAD'] });
    expect(known.map(({ city }) => city)).toEqual(['Tokyo', 'Tokyo', 'Washington']);
  });

  it('places airports on the globe', async () => {
    const place = await places.placeOf('SIN');
    expect(place?.latitude).toBeCloseTo(1.35, 1);
    expect(place?.longitude).toBeCloseTo(103.99, 1);
    expect(await places.placeOf('ZZZ')).toBeNull();
  });

  it('knows every airport of every metropolitan area, by a coordinate of this globe', async () => {
    for (const { airports } of placePack().areas)
      for (const code of airports) {
        const place = await places.placeOf(code);
        expect(place, code).not.toBeNull();
        expect(Math.abs(place?.latitude ?? 99)).toBeLessThanOrEqual(90);
        expect(Math.abs(place?.longitude ?? 999)).toBeLessThanOrEqual(180);
      }
  });
});

it('knows the airports of a metropolitan area, and takes any other code for an airport', async () => {
  expect(await places.airportsOf(['NYC', 'ZRH', 'SHA', 'QQQ'])).toEqual([
    'JFK',
    'EWR',
    'LGA',
    'ZRH',
    'SHA',
    'QQQ',
  ]);
});
