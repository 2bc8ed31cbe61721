import { expect, it } from 'vitest';
import {
  compareNames,
  countryName,
  formatBytes,
  formatNumber,
  monthLabel,
  plural,
  travelDate,
} from './formats.ts';

it('writes numbers in groups, and counts with their nouns', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect([0, 1, 1204].map((count) => plural(count, 'record'))).toEqual([
    '0 records',
    '1 record',
    '1,204 records',
  ]);
  expect(plural(2, 'search', 'searches')).toBe('2 searches');
  expect([999, 64_200, 245_000_000].map(formatBytes)).toEqual(['999 B', '64.2 kB', '245.0 MB']);
});

it('writes dates of travel and months in words, whatever the zone', () => {
  expect(travelDate('2027-03-01')).toBe('Mon 1 Mar 2027');
  expect(travelDate('2026-12-31')).toBe('Thu 31 Dec 2026');
  expect(monthLabel('2026-11')).toBe('November 2026');
});

it('names countries, and orders names without their case', () => {
  expect([countryName('GB'), countryName('gb'), countryName('')]).toEqual(['United Kingdom', 'gb', '']);
  expect(['beta', 'Alpha', 'alpha'].toSorted(compareNames)).toEqual(['Alpha', 'alpha', 'beta']);
});
