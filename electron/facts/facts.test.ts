import { afterEach, expect, it, vi } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { setPacks } from '#shared/facts/in-use.ts';
import type { Pack, PackKind } from '#shared/facts/pack.ts';
import { airlineLabel, airlinesTitle, alliancesTitle } from '#shared/places/airlines.ts';
import { codesNamed, namedNote } from '#shared/places/named.ts';
import { airportLabel, setAirportNames } from '#shared/places/names.ts';
import { mergerNote, programmeLabel } from '#shared/places/programmes.ts';
import { packLines, packPools } from '#shared/wallet/transfer-table.ts';
import { createPlaces } from '../places/places.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { factHandlers, pastPacks, SHIPPED_PACKS } from './facts.ts';
import { applyStoredPacks } from './loaded-packs.ts';

const NOW = new Date(2026, 10, 26, 12).getTime();

function opened() {
  const settings = storedSettings(emptyDataFile().db);
  let changes = 0;
  const facts = factHandlers({
    settings,
    clock: () => NOW,
    onChange: () => {
      changes += 1;
    },
  });
  return { settings, facts, changes: () => changes };
}

afterEach(() => {
  setPacks([]);
  setAirportNames(null);
  vi.useRealTimers();
});

const newer = (name: string, as_of = '2027-01-15') =>
  JSON.stringify({
    ...SHIPPED_PACKS.airlines,
    as_of,
    lines: SHIPPED_PACKS.airlines.lines.map((line) => (line.code === 'LH' ? { ...line, name } : line)),
  });

it('a newer pack is previewed, used at once and after a restart, and undone', async () => {
  const { facts, settings, changes } = opened();
  expect(await facts.preview({ text: newer('Kranich') })).toMatchObject({
    kind: 'airlines',
    isNewer: true,
    added: 0,
    changed: 1,
    removed: 0,
    examples: [expect.stringContaining('LH')],
  });
  expect(airlineLabel('LH')).toBe('Lufthansa');
  const { packs } = await facts.load({ text: newer('Kranich') });
  expect(packs.find(({ kind }) => kind === 'airlines')).toMatchObject({ asOf: '2027-01-15', loadedAt: NOW });
  expect(airlineLabel('LH')).toBe('Kranich');
  expect(changes()).toBe(1);
  setPacks([]);
  await applyStoredPacks(settings);
  expect(airlineLabel('LH')).toBe('Kranich');
  await facts.load({ text: newer('Crane', '2027-02-01') });
  await facts.undo({ kind: 'airlines' });
  expect(airlineLabel('LH')).toBe('Kranich');
  await facts.undo({ kind: 'airlines' });
  expect(airlineLabel('LH')).toBe('Lufthansa');
  await expect(async () => facts.undo({ kind: 'airlines' })).rejects.toThrow('No pack of this kind');
});

it.each([
  ['no JSON', 'Dear pack'],
  ['nothing', ''],
  ['another file', '{"version": 1}'],
  ['a pack of no known kind', '{"pack": "constructor"}'],
  ['a pack of a wrong shape', JSON.stringify({ ...SHIPPED_PACKS.airlines, lines: [{ code: 'LH' }] })],
  ['a line without its source', JSON.stringify({ ...SHIPPED_PACKS.airlines, sources: {} })],
  ['a day that is none', JSON.stringify({ ...SHIPPED_PACKS.airlines, as_of: '2027-02-31' })],
  ['an older pack', JSON.stringify({ ...SHIPPED_PACKS.airlines, as_of: '2025-01-01' })],
])('a file with %s is refused with what is wrong, and changes nothing', async (_what, text) => {
  const { facts, changes } = opened();
  const before = await facts.read(undefined);
  await expect(async () => facts.load({ text })).rejects.toThrow('Nothing was changed');
  expect(await facts.read(undefined)).toEqual(before);
  expect(changes()).toBe(0);
});

it('a newer pack of places names airports and finds them by it', async () => {
  const { facts } = opened();
  const places = createPlaces();
  const text = JSON.stringify({
    ...SHIPPED_PACKS.places,
    as_of: '2027-01-15',
    airports: [
      ...SHIPPED_PACKS.places.airports.filter(({ code }) => code !== 'FRA'),
      { code: 'FRA', city: 'Mainhattan', source: 'milepost', sure: 'B' },
    ],
  });
  await places.handlers.suggestAirports({ text: 'mainhattan', limit: 5 });
  await facts.load({ text });
  expect(airportLabel('FRA')).toBe('Mainhattan');
  const [first] = await places.handlers.suggestAirports({ text: 'mainhattan', limit: 5 });
  expect(first?.codes).toEqual(['FRA']);
});

/** Answers that lines of a pack shape, each with the part and the test of the line that shapes it. */
const places = createPlaces();
const detail = async (kind: 'suggestAirports' | 'suggestCarriers', text: string) =>
  (await places.handlers[kind]({ text, limit: 5 }))[0]?.detail ?? '';
const SHAPED: readonly (readonly [
  what: string,
  kind: PackKind,
  line: Record<string, string>,
  answer: () => Promise<string> | string,
])[] = [
  ['an airline’s name', 'airlines', { code: 'LH' }, () => airlinesTitle('LH')],
  ['an airline in a calendar', 'airlines', { code: 'KL' }, () => airlinesTitle('AF, KL', NOW)],
  ['an alliance', 'airlines', { code: 'LH' }, () => alliancesTitle('LH')],
  ['an alliance that a text names', 'airlines', { code: 'LH' }, () => namedNote('star alliance monday')],
  ['an airline that a text names', 'airlines', { code: 'JX' }, () => namedNote('Starlux business')],
  ['a programme that a text names', 'programmes', { word: 'alaska' }, () => namedNote('atmos rewards')],
  ['a suggested airline', 'airlines', { code: 'TR' }, () => detail('suggestCarriers', 'Scoot')],
  ['an airline that stopped', 'airlines', { code: 'NK' }, () => detail('suggestCarriers', 'Spirit Airlines')],
  ['a programme that ended', 'programmes', { word: 'ita' }, () => programmeLabel('ita')],
  ['a programme that was merged', 'programmes', { word: 'hawaiian' }, () => mergerNote('alaska')],
  ['a closed airport', 'places', { code: 'TXL' }, () => detail('suggestAirports', 'Tegel')],
  ['an airport’s new code', 'places', { code: 'RMO' }, () => detail('suggestAirports', 'RMO')],
  ['a city’s airports', 'places', { code: 'LON' }, () => detail('suggestAirports', 'London')],
  ['a region', 'places', { name: 'Kyushu' }, () => detail('suggestAirports', 'Kyushu')],
  ['what serves a place', 'places', { name: 'Kyoto' }, () => detail('suggestAirports', 'Kyoto')],
  ['a country', 'places', { country: 'AE' }, () => detail('suggestAirports', 'UAE')],
];

it.each(SHAPED)('%s says from the day after its line’s last that it is past its date', async (...row) => {
  const [, kind, wanted, answer] = row;
  const pack = structuredClone(SHIPPED_PACKS[kind]) as Pack;
  const line = Object.values(pack)
    .flatMap((part) => (Array.isArray(part) ? part : []))
    .filter((each) => !('country' in wanted) || 'names' in each)
    .find((each) => Object.entries(wanted).every(([name, value]) => Reflect.get(each, name) === value));
  Object.assign(line, { valid_until: '2026-12-24' });
  setPacks([{ ...pack, as_of: '2026-11-27' }]);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-12-24T12:00:00'));
  expect(await answer()).not.toContain('past its date');
  vi.setSystemTime(new Date('2026-12-25T12:00:00'));
  expect(await answer()).toMatch(/as of .+, past its date/u);
});

it.each(Object.values(SHIPPED_PACKS))(
  'every screen says from the day after its last that a pack is past its date: $pack',
  ({ pack, valid_until }) => {
    setPacks([{ ...SHIPPED_PACKS[pack], as_of: '2026-11-27', valid_until: '2026-12-24' } as Pack]);
    expect(pastPacks('2026-12-24')).toEqual([]);
    expect(pastPacks('2026-12-25')).toHaveLength(1);
    expect(pastPacks(addDays(valid_until, 1))).toHaveLength(1);
  },
);

it('every transfer and pool tells its own date', () => {
  for (const line of [...packLines('2026-11-26').map(({ facts }) => facts), ...packPools('2026-11-26')])
    expect(line.asOf <= line.until).toBe(true);
});

it('a text names airlines by the pack that the user loaded', () => {
  expect(codesNamed('Wolkenflieger').airlines).toEqual([]);
  const pack = structuredClone(SHIPPED_PACKS.airlines) as Extract<Pack, { pack: 'airlines' }>;
  const line = pack.lines.find(({ code }) => code === 'LH');
  Object.assign(line ?? {}, { name: 'Wolkenflieger' });
  setPacks([{ ...pack, as_of: '2026-11-27' }]);
  expect(codesNamed('Wolkenflieger').airlines).toEqual(['LH']);
});
