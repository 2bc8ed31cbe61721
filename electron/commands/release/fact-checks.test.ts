import { describe, expect, it } from 'vitest';
import { SHIPPED_PACKS } from '../../facts/facts.ts';
import { pastLines } from '../../facts/pack-checks.ts';
import { factFailures, type Packs, packFailures } from './fact-checks.ts';

const TODAY = '2026-11-26';
const packs: Packs = SHIPPED_PACKS;
const wanted = { carriers: [], programmes: [], namedAirports: new Set(namedIn(packs)) };
/** Every airport that the pack of places names. */
function namedIn({ places: pack }: Packs): string[] {
  return [
    ...[...pack.areas, ...pack.regions, ...pack.served].flatMap((each) => each.airports),
    ...pack.countries.flatMap(({ airports = [] }) => airports),
    ...pack.airports.flatMap(({ replaced_by = [] }) => replaced_by),
    ...pack.busiest.codes,
  ];
}
const changed = (change: (copy: Packs) => void) => {
  const copy = structuredClone(packs);
  change(copy);
  return factFailures(copy, wanted, TODAY);
};

describe('the shipped packs', () => {
  it.each(Object.values(packs))(
    'fit their schema, and every line has a source and licence: $pack',
    (pack) => {
      expect(packFailures(pack)).toEqual([]);
    },
  );

  it('cover what is wanted and agree with each other', () => {
    expect(factFailures(packs, wanted, TODAY)).toEqual([]);
  });
});

describe('a release fails', () => {
  it('with a pack past its date, from the day after', () => {
    const { valid_until } = packs.transfers;
    expect(factFailures(packs, wanted, valid_until)).toEqual([]);
    expect(factFailures(packs, wanted, '2027-03-26')).toEqual([
      expect.stringContaining('transfers: past its date'),
    ]);
  });

  it.each([
    [
      'a line without a source',
      (copy: Packs) => Object.assign(copy.airlines.lines[0] ?? {}, { source: 'nobody' }),
    ],
    [
      'a licence that may not be bundled',
      (copy: Packs) =>
        Object.assign(Object.values(copy.airlines.sources)[0] ?? {}, { licence: 'CC-BY-NC-4.0' }),
    ],
    [
      'a code of two airlines',
      (copy: Packs) => copy.airlines.lines.push(structuredClone(copy.airlines.lines[0] as never)),
    ],
    [
      'an airline of an alliance that is missing',
      (copy: Packs) => (copy.airlines.lines = copy.airlines.lines.filter(({ code }) => code !== 'LH')),
    ],
    [
      'a programme in another alliance than its airline',
      (copy: Packs) =>
        Object.assign(copy.programmes.lines.find(({ word }) => word === 'united') ?? {}, {
          alliance: 'SkyTeam',
        }),
    ],
    [
      'a transfer to a programme without a name',
      (copy: Packs) => Object.assign(copy.transfers.lines[0] ?? {}, { programme: 'nowhere' }),
    ],
    ['a bank without a name', (copy: Packs) => copy.transfers.banks.shift()],
    [
      'a booking link of no programme',
      (copy: Packs) => Object.assign(copy['booking-links'].lines[0] ?? {}, { programme: 'nowhere' }),
    ],
    ['an airport that nobody flies to', (copy: Packs) => copy.places.regions[0]?.airports.push('QQQ')],
    ['a member that no schema has', (copy: Packs) => Object.assign(copy.places, { extra: 1 })],
  ] as const)('with %s', (_what, change) => {
    expect(changed(change)).not.toEqual([]);
  });
});

it('knows the lines that are past their own date before their pack is', () => {
  expect(pastLines(packs.transfers, TODAY).length).toBeGreaterThan(0);
  expect(pastLines(packs.airlines, TODAY)).toEqual([]);
});
