import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { meantCodes } from '#shared/places/meant.ts';
import { programmeAccount, programmesMeant } from '#shared/places/programmes.ts';
import { proves, provesInTime } from '#shared/testing/proves.ts';
import { SHIPPED_PACKS } from '../facts/facts.ts';
import { createPlaces } from './places.ts';

/**
 * What each typed text becomes in a request, on the day that its pack was gathered; null where the user has to choose.
 * Names that the packs have as they are typed are proved below, all of them.
 */
const AIRLINES = [
  // Codes, IATA and ICAO.
  ['LH', 'LH'],
  ['JAL', 'JL'],
  ['ANA', 'NH'],
  ['Mexicana', 'XN'],
  ['UAE', 'EK'],
  ['KLM', 'KL'],
  ['THY', 'TK'],
  ['EZY', 'U2'],
  // Names as travellers know them.
  ['Scoot', 'TR'],
  ['jal', 'JL'],
  ['american', 'AA'],
  ['swiss', 'LX'],
  ['Starlux', 'JX'],
  ['French bee', 'BF'],
  ['condor', 'DE'],
  ['icelandair', 'FI'],
  // Other and former names.
  ['tway air', 'TW'],
  ['Tigerair', null],
  ['TACA', 'TA'],
  // Several, nobody any more, or nothing.
  ['Virgin', null],
  ['LATAM', 'LA'],
  ['China', null],
  ['Spirit', null],
  ['NK', null],
  ['XX', null],
  ['ZZZ', null],
  ['QQQ', null],
  ['sky', null],
  ['Nowhere Air', null],
  // What somebody else flew as before, or nobody does any more.
  ['NAX', 'DY'],
  ['US Airways', 'AA'],
  ['Star Flyer', '7G'],
  ['Jet Blue', 'B6'],
  ['Play', null],
  // Whose flights carry another's numbers.
  ['Hawaiian', null],
  ['Global Airlines', null],
  // In their own writing.
  ['全日空', 'NH'],
  ['طيران الإمارات', 'EK'],
  ['Победа', 'DP'],
  // An ICAO code that is another’s name.
  ['TUI', null],
  ['JAT', null],
] as const;

/** All programmes that may be meant, by their words. */
const PROGRAMMES = [
  ['Scoot', 'singapore'],
  ['El Al', 'elal'],
  ['M&M', 'lufthansa'],
  ['united', 'united'],
  ['cathay', 'asiamiles'],
  ['Miles+Bonus', 'aegean'],
  ['Maharaja', 'airindia'],
  ['copa', 'connectmiles'],
  // Programmes of airlines that are gone: what took their miles on, or the programme that ended.
  ['OnePass', 'united'],
  ['Elevate', 'airserbia alaska'],
  ['Diamond Club', 'british_airways'],
  ['Alitalia', 'millemiglia'],
  ['American AAdvantage', 'american'],
  ['BA Executive Club', 'british_airways'],
  ['Qatar Privilege Club', 'qatar'],
  ['Air France Flying Blue', 'flyingblue'],
  ['LOT', 'lufthansa'],
  ['Swiss', 'lufthansa'],
  ['Kris Flyer', 'singapore'],
  ['Avios', 'aerlingus british_airways finnair iberia qatar'],
  ['nowhere miles', ''],
] as const;

const PLACES = [
  // Cities as travellers call them, present and former names.
  ["Xi'an", 'XIY'],
  ['Ujung Pandang', 'UPG'],
  ['L.A.', 'LAX SNA BUR ONT LGB'],
  ['Ft Worth', 'DFW DAL'],
  ['Saint Louis', 'STL'],
  ['Xian', 'XIY'],
  ['Panama City', 'PTY'],
  ['Rhodes', 'RHO'],
  ['Corfu', 'CFU'],
  ['Adana', 'COV ADA'],
  ['Nha Trang', 'CXR'],
  ['Tulum', 'TQO'],
  ['Siem Reap', 'SAI'],
  ['Phnom Penh', 'KTI'],
  ['Astana', 'NQZ'],
  ['Nur-Sultan', 'NQZ'],
  ['Kyiv', 'KBP IEV'],
  ['Merida', 'MID'],
  // In other languages it is every airport of the city too.
  ['Киев', 'KBP IEV'],
  ['Київ', 'KBP IEV'],
  ['Kiew', 'KBP IEV'],
  ['Луанда', 'NBJ LAD'],
  ['Москва', 'SVO DME VKO ZIA'],
  ['München', 'MUC'],
  ['上海', 'PVG SHA'],
  ['北京', 'PEK PKX'],
  ['Milano', 'MXP LIN BGY'],
  ['Roma', 'FCO CIA'],
  ['Parigi', 'CDG ORY BVA'],
  ['Estambul', 'IST SAW'],
  // Places of one name, each with flights.
  ['Jackson', null],
  ['Springfield', null],
  ['Hamilton', null],
  ['Santiago', null],
  ['Victoria', null],
  ['Birmingham', null],
  ['Columbus', null],
  ['Valencia', null],
  ['Rochester', null],
  ['Charleston', null],
  ['Florence', null],
  ['Manchester', null],
  ['Alexandria', null],
  ['San Salvador', null],
  ['Santo Domingo', null],
  ['Melbourne', 'MEL AVV'],
  ['Glasgow', 'GLA PIK'],
  ['Trinidad', 'POS'],
  ['Kingston', 'KIN'],
  ['Guadalajara', 'GDL'],
  ['Kiev', 'KBP IEV'],
  ['Mumbai', 'BOM NMI'],
  ['Bombay', 'BOM NMI'],
  ['Delhi', 'DEL DXN'],
  ['Goa', 'GOI GOX'],
  ['Yogyakarta', 'YIA JOG'],
  ['Jogjakarta', 'YIA JOG'],
  ['Mexico City', 'MEX NLU'],
  ['Sydney', 'SYD WSI'],
  ['Saigon', 'SGN'],
  ['Ho Chi Minh City', 'SGN'],
  ['Peking', 'PEK PKX'],
  ['Bangalore', 'BLR'],
  ['Bengaluru', 'BLR'],
  ['Calcutta', 'CCU'],
  ['Madras', 'MAA'],
  ['Rangoon', 'RGN'],
  ['Chișinău', 'RMO'],
  ['Bishkek', 'BSZ'],
  ['West Palm Beach', 'DJT PBI'],
  ['Berlin', 'BER'],
  // Islands, and sights with an airport.
  ['Bali', 'DPS'],
  ['Denpasar', 'DPS'],
  ['Phuket', 'HKT'],
  ['Koh Samui', 'USM'],
  ['Jeju', 'CJU'],
  ['Maui', 'OGG'],
  ['Oahu', 'HNL'],
  ['Majorca', 'PMI'],
  ['Mallorca', 'PMI'],
  ['Ibiza', 'IBZ'],
  ['Madeira', 'FNC'],
  ['Santorini', 'JTR'],
  ['Zanzibar', 'ZNZ'],
  ['Easter Island', 'IPC'],
  ['Rapa Nui', 'IPC'],
  ['Tahiti', 'PPT'],
  ['Bora Bora', 'BOB'],
  ['Machu', null],
  ['St Barts', 'SBH'],
  ['Curaçao', 'CUR'],
  ['Bermuda', 'BDA'],
  ['Guam', 'GUM'],
  ['Uluru', 'AYQ'],
  ['Cabo San Lucas', 'SJD'],
  ['Vegas', 'LAS'],
  ['Washington DC', 'IAD DCA BWI'],
  ['San Francisco', 'SFO OAK SJC'],
  ['goa', 'GOI GOX'],
  ['GOA', 'GOA'],
  // Airports by their own names, whatever town is called so elsewhere.
  ['Guarulhos', 'GRU'],
  ['Congonhas', 'CGH'],
  ['Santos Dumont', 'SDU'],
  ['Ciampino', 'CIA'],
  ['Bergamo', 'BGY'],
  ['Midway', 'MDW'],
  ['La Guardia', 'LGA'],
  ['Kastrup', 'CPH'],
  ['Gardermoen', 'OSL'],
  ['Tullamarine', 'MEL'],
  ['KLIA', 'KUL'],
  ['Taoyuan', 'TPE'],
  ['Dallas', 'DFW DAL'],
  ['Barcelona', 'BCN'],
  // A region, a state or a country is never a smaller place that is called so.
  ['Kanto', null],
  ['Ontario', null],
  ['Florida', null],
  ['Sabah', null],
  ['Stapleton', null],
  ['Mirabel', null],
  // The beginning of another name is never taken for it.
  ['Gobi', null],
  ['Malaya', null],
  ['Heathr', null],
  // Opened, moved or closed since 2022.
  ['Long Thanh', 'LTH'],
  ['Kediri', 'DHX'],
  ['Rajkot', 'HSR'],
  ['Kirkuk', 'KIK'],
  ['Labuan Bajo', 'LBJ'],
  ['Vlorë', null],
  ['Nusantara', null],
  ['Doncaster', null],
  // Towns and resorts that a list gives an airport which nobody flies to.
  ['Val d’Isère', null],
  ['Fuengirola', null],
  ['Patong', null],
  ['Port Douglas', null],
  ['Canggu', 'DPS'],
  ['PEI', null],
] as const;

const places = createPlaces();
const codeOf = (text: string, length: RegExp) => (length.test(text) ? [text.toUpperCase()] : null);
const ANSWERS = {
  airlines: async (text: string) =>
    meantCodes(
      text,
      codeOf(text, /^[A-Za-z0-9]{2,3}$/u),
      async (typed) => places.handlers.suggestCarriers({ text: typed, limit: 30 }),
      true,
    ),
  programmes: async (text: string) => programmesMeant(text).sort(),
  places: async (text: string) =>
    meantCodes(text, codeOf(text, /^[A-Z]{3}$/u), async (typed) =>
      places.handlers.suggestAirports({ text: typed, limit: 40 }),
    ),
};
const rows = [
  ...AIRLINES.map((row) => ['airlines', ...row] as const),
  ...PROGRAMMES.map((row) => ['programmes', ...row] as const),
  ...PLACES.map((row) => ['places', ...row] as const),
];

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

it.each(rows)('%s: %s', async (kind, text, codes) => {
  vi.setSystemTime(new Date(`${SHIPPED_PACKS[kind].as_of}T12:00:00`));
  expect((await ANSWERS[kind](text))?.join(' ') ?? null).toBe(codes);
});

const { airlines, programmes } = SHIPPED_PACKS;

it('every name of a programme means it, or what its miles became', () => {
  const named = programmes.lines.flatMap(({ word, name, short, aka = [], former = [] }) =>
    [name, short, ...aka, ...former.map((each) => each.name)].map((text) => ({ text, word })),
  );
  proves(0.9, [fc.constantFrom(...named)], ({ text, word }) => {
    expect(programmesMeant(text).map((each) => programmeAccount(each))).toContain(programmeAccount(word));
    return text !== word;
  });
});

it('every name of an airline means it or who flies for it now, or the user chooses; it never means another', async () => {
  const named = airlines.lines.flatMap(({ code, name, aka = [], now, ended = '9999-12-31' }) =>
    [name, ...aka].map((text) => ({ text, now, own: ended > airlines.as_of ? code : now })),
  );
  await provesInTime(0.8, [fc.constantFrom(...named)], async ({ text, now, own }) => {
    const meant = await ANSWERS.airlines(text);
    expect([[own], [now], null]).toContainEqual(meant);
    return meant !== null;
  });
});
