import { afterEach, expect, it } from 'vitest';
import { setPacks } from '#shared/facts/in-use.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { airportLabel, setAirportNames } from '#shared/places/names.ts';
import { createPlaces } from '../places/places.ts';
import { storedSettings } from '../storage/stored-settings.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { factHandlers, SHIPPED_PACKS } from './facts.ts';
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
  await places.warm();
  await facts.load({ text });
  expect(airportLabel('FRA')).toBe('Mainhattan');
  const [first] = await places.handlers.suggestAirports({ text: 'mainhattan', limit: 5 });
  expect(first?.codes).toEqual(['FRA']);
});
