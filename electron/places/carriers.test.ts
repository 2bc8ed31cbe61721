import { describe, expect, it } from 'vitest';
import { airlineLabel, airlinesTitle, allianceOfAirline } from '#shared/places/airlines.ts';
import { meantCodes } from '#shared/places/meant.ts';
import { createPlaces } from './places.ts';

const places = createPlaces();
const suggest = async (text: string) => places.handlers.suggestCarriers({ text, limit: 30 });
/** The codes that a typed text becomes in a request; null where the user has to choose. */
const meant = (text: string) =>
  meantCodes(text, /^[A-Za-z0-9]{2,3}$/u.test(text) ? [text.toUpperCase()] : null, suggest, true);

describe('what is typed for an airline', () => {
  it('never is a code that nobody flies under, whatever is typed', async () => {
    for (const text of ['NK', 'UK', 'SCO', 'ZIP', 'AB', '3K', 'XX', 'Q0', 'JALX', 'AAA', 'FLY'])
      for (const code of (await meant(text)) ?? [])
        expect((await places.handlers.carriers({ codes: [code] }))[0], text).toMatchObject({
          ended: null,
          name: /./u,
        });
  });

  it('finds nothing like a name of which only a common word is known', async () => {
    for (const text of ['Air Wibble', 'Wibble Airways', 'XQZ Aviation', 'Wibble Air Lines'])
      expect(await suggest(text), text).toEqual([]);
  });

  it('says of an airline that stopped that it did, and of another who flies its flights', async () => {
    expect((await suggest('Spirit Airlines'))[0]).toMatchObject({
      codes: [],
      match: 'unserved',
      detail: expect.stringContaining('no flights since 2 May 2026'),
    });
    expect((await suggest('UK'))[0]).toMatchObject({ codes: ['AI'], detail: 'AI, for what was Vistara' });
  });

  it('asks where the flights of an airline carry the numbers of another, and says since when', async () => {
    expect((await suggest('Hawaiian')).slice(0, 2)).toMatchObject([
      { codes: ['HA'], match: 'whole', detail: expect.stringContaining('AS numbers since 22 Apr 2026') },
      { codes: ['AS'], match: 'whole' },
    ]);
    expect(await places.handlers.carriers({ codes: ['HA', 'AS'] })).toMatchObject([
      { now: { code: 'AS', from: '2026-04-22' } },
      { now: null },
    ]);
  });

  it.each([
    ['Midwest', 'Midwest Airlines'],
    ['TransAsia', 'TransAsia Airways'],
    ['Transaero', 'Transaero Airlines'],
    ['VASP', 'VASP'],
    ['Estonian Air', 'Estonian Air'],
    ['Laudamotion', 'Laudamotion'],
    ['Air Deccan', 'Air Deccan'],
    ['Air One', 'Air One'],
  ])('that is gone is said to be, whoever has its code now: %s', async (text, label) => {
    expect((await suggest(text))[0]).toMatchObject({
      label,
      codes: [],
      detail: expect.stringMatching(/no flights since/u),
    });
  });

  it.each(['未知航空', '長野航空', 'طيران المجهول', 'الخطوط المجهولة'])(
    'of which only what every airline is called is known finds nothing in any script: %s',
    async (text) => expect(await suggest(text)).toEqual([]),
  );

  it.each([
    ['Alitalia', 'AZ'],
    ['AnadoluJet', 'VF'],
    ['Vistara', 'AI'],
    ['SilkAir', 'SQ'],
    ['AirAsia India', 'IX'],
    ['LAN', 'LA'],
    ['Air Madagascar', 'MD'],
  ])('never calls an airline by a name that it gave up: %s', async (text, code) => {
    const found = (await suggest(text)).find(({ codes }) => codes.includes(code));
    expect(found?.detail).not.toMatch(/also/u);
    if (found?.match === 'whole') expect(found.detail).toContain(`formerly ${text}`);
  });

  it.each(['Blue Air', 'Jap Airlines', 'Emir Air', 'Alas Air'])(
    'is none of which a word but the last only begins so: %s',
    async (text) => {
      expect(await meant(text)).toBeNull();
      expect((await suggest(text)).filter(({ match }) => match === 'words')).toEqual([]);
    },
  );

  it('may be a code that the list lacks, if it is chosen from the list', async () => {
    expect((await suggest('Q0')).at(-1)).toMatchObject({ codes: ['Q0'], match: 'unserved' });
  });

  it('gives each code once, and forgives typing errors', async () => {
    const codes = (await suggest('air')).map((each) => each.codes.join());
    expect(new Set(codes).size).toBe(codes.length);
    expect((await suggest('lufthanza'))[0]?.codes).toEqual(['LH']);
  });
});

describe('an airline in a record', () => {
  it('is whoever had the code when the record was seen', () => {
    const at = (day: string) => new Date(`${day}T12:00:00`).getTime();
    expect(airlinesTitle('AZ, LH', at('2020-05-01'))).toBe('Alitalia (AZ), Lufthansa (LH)');
    expect(airlinesTitle('AZ', at('2021-10-15'))).toBe('ITA Airways (AZ)');
    expect(airlinesTitle('TW', at('2026-09-09'))).toBe('T’way Air (TW)');
    expect(airlinesTitle('TW, ??')).toBe('Trinity Airways (TW), ??');
    expect(airlineLabel('UK')).toBe('Vistara');
  });

  it('belongs to its alliance from the first day to the last', () => {
    const all = [
      ['AZ', '2026-03-31', null],
      ['AZ', '2026-04-01', 'Star Alliance'],
      ['OZ', '2026-12-15', 'Star Alliance'],
      ['OZ', '2026-12-16', null],
      ['HA', '2026-11-26', 'oneworld'],
      ['SK', '2026-11-26', 'SkyTeam'],
      ['SU', '2026-11-26', null],
      ['EK', '2026-11-26', null],
    ] as const;
    for (const [code, day, alliance] of all) expect(allianceOfAirline(code, day), code).toBe(alliance);
  });
});
