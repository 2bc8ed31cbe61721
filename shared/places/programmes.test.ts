import { afterEach, describe, expect, it } from 'vitest';
import { setPacks } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import programmes from '../facts/programmes.json' with { type: 'json' };
import {
  isSameProgramme,
  programmeAccount,
  programmeLabel,
  programmesAlike,
  programmesMeant,
} from './programmes.ts';

const AVIOS = ['aerlingus', 'british_airways', 'finnair', 'iberia', 'qatar'];

describe('a programme by a name that people use', () => {
  it('is several where they share it, and none where nobody has it', () => {
    expect(programmesMeant('Avios').sort()).toEqual(AVIOS);
    expect(programmesMeant('Virgin Points').sort()).toEqual(['virginatlantic', 'virginred']);
    expect(programmesMeant('Plus').length).toBeGreaterThan(3);
    expect(programmesMeant('nowhere miles')).toEqual([]);
    expect(programmesMeant('')).toEqual([]);
  });
});

describe('a programme by a misspelt name', () => {
  it.each([
    ['Aeroplann', ['aeroplan']],
    ['Lifemiiles', ['lifemiles']],
    ['Milageplus', ['united']],
    ['Flyng Blue', ['flyingblue']],
    ['Qantass', ['qantas']],
    ['Emirats', ['emirates']],
    ['Etihad gest', ['etihad']],
    ['Avois', AVIOS],
  ] as const)('is never taken and can be asked for: %s', (typed, alike) => {
    expect(programmesMeant(typed)).toEqual([]);
    expect(programmesAlike(typed).sort()).toEqual(alike);
  });

  it.each(['Hilton Honors', 'Marriott Bonvoy', 'Nectar', 'Amex', 'XYZ', '', 'AAdvantage'])(
    'is like none where it is another thing, too short, or no mistake: %s',
    (typed) => expect(programmesAlike(typed)).toEqual([]),
  );
});

describe('a programme that changed', () => {
  afterEach(() => setPacks([]));

  it('shows its present name, and says that it ended or what it is now', () => {
    expect(programmeLabel('british_airways')).toBe('The British Airways Club');
    expect(programmeLabel('alaska')).toBe('Atmos Rewards (Alaska and Hawaiian)');
    expect(programmeLabel('hawaiian')).toBe('HawaiianMiles (now Atmos Rewards)');
    expect(programmeLabel('ita')).toBe('ITA Airways Volare (ended)');
    expect(programmeLabel('spirit')).toBe('Free Spirit (ended)');
  });

  it('shares one balance with what it was merged into from that day on, and its prices stay its own', () => {
    expect(programmeAccount('hawaiian', '2025-09-30')).toBe('hawaiian');
    expect(programmeAccount('HawaiianMiles', '2025-10-01')).toBe('alaska');
    expect(isSameProgramme('hawaiian', 'alaska')).toBe(false);
    expect(isSameProgramme('Alaska Mileage Plan', 'alaska')).toBe(true);
  });

  it('is as a newer pack has it once that is in use, and never as an older one', () => {
    const renamed = (as_of: string) => {
      const pack = structuredClone(programmes) as Pack<'programmes'>;
      const line = pack.lines.find(({ word }) => word === 'united');
      Object.assign(line ?? {}, { name: 'United Something' });
      return { ...pack, as_of };
    };
    setPacks([renamed('2026-01-01')]);
    expect(programmeLabel('united')).toBe('United MileagePlus');
    setPacks([renamed('2027-01-01')]);
    expect(programmeLabel('united')).toBe('United Something');
  });
});
