import { expect, it } from 'vitest';
import { addDays, isCalendarDate } from '../dates.ts';
import { airlineLabel } from '../places/names.ts';
import { programmeLabel } from '../places/programmes.ts';
import data from './alliances.json' with { type: 'json' };
import { allianceOfAirline, allianceOfProgramme } from './alliances.ts';
import { bankLabel, bankShort, KNOWN_BANKS, SHIPPED_TRANSFERS, TRANSFER_TABLE } from './transfer-table.ts';

it('states its date, and is valid for at most half a year', () => {
  const { asOf, staleAfter, source } = TRANSFER_TABLE;
  expect([asOf, staleAfter].every(isCalendarDate)).toBe(true);
  expect(staleAfter > asOf && staleAfter <= addDays(asOf, 183)).toBe(true);
  expect(source).toContain('not fetched');
});

it('names each bank and programme once, with words that Milepost knows', () => {
  const pairs = SHIPPED_TRANSFERS.map(({ bank, programme }) => `${bank} ${programme}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  for (const { bank, programme } of SHIPPED_TRANSFERS) {
    expect(bankLabel(bank)).not.toBe(bank);
    expect(bankShort(bank)).not.toBe(bank);
    expect(programmeLabel(programme)).not.toBe(programme);
  }
  expect(KNOWN_BANKS.map(({ bank }) => bank).sort()).toEqual(
    [...new Set(SHIPPED_TRANSFERS.map(({ bank }) => bank))].sort(),
  );
});

it('has whole ratios, and minimums that can be transferred', () => {
  for (const { points, miles, minimum, step } of SHIPPED_TRANSFERS) {
    for (const count of [points, miles, minimum, step])
      expect(Number.isSafeInteger(count) && count > 0).toBe(true);
    expect(minimum % step).toBe(0);
  }
});

it('assigns each airline and programme to one alliance, with words that Milepost knows', () => {
  const airlines = data.alliances.flatMap((alliance) => alliance.airlines);
  const programmes = data.alliances.flatMap((alliance) => alliance.programmes);
  expect(new Set(airlines).size).toBe(airlines.length);
  expect(new Set(programmes).size).toBe(programmes.length);
  expect(airlines.filter((code) => airlineLabel(code) === code)).toEqual([]);
  expect(programmes.filter((word) => programmeLabel(word) === word)).toEqual([]);
  expect([allianceOfAirline('AF'), allianceOfProgramme('aeroplan'), allianceOfAirline('EK')]).toEqual([
    'SkyTeam',
    'Star Alliance',
    null,
  ]);
});
