import { afterEach, expect, it } from 'vitest';
import {
  byCount,
  compareNames,
  countryName,
  csvStyle,
  dateSpan,
  type FormatChoice,
  firstDayOfWeek,
  formatBytes,
  formatDecimal,
  formatNumber,
  monthLabel,
  plural,
  readDate,
  readDecimal,
  SYSTEM_FORMATS,
  setFormats,
  shortMiles,
  shortTime,
  travelDate,
  waitLabel,
} from './formats.ts';
import { amountLabel, readAmount, wholeAmountLabel } from './money.ts';

const TODAY = '2026-11-22';
const read = (language: string) => setFormats(SYSTEM_FORMATS, language);

afterEach(() => read('en-GB'));

it('writes numbers with separators, and counts with their nouns', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567');
  expect([0, 1, 1204].map((count) => plural(count, 'record'))).toEqual([
    '0 records',
    '1 record',
    '1,204 records',
  ]);
  expect(plural(2, 'search', 'searches')).toBe('2 searches');
  expect([999, 64_200, 245_000_000].map(formatBytes)).toEqual(['999 B', '64.2 kB', '245.0 MB']);
});

it('chooses a complete sentence by its count', () => {
  const sentence = (count: number) =>
    byCount(count, { one: '# purchase is not settled.', other: '# purchases are not settled.' });
  expect([1, 0, 1204].map(sentence)).toEqual([
    '1 purchase is not settled.',
    '0 purchases are not settled.',
    '1,204 purchases are not settled.',
  ]);
});

it('writes dates of travel and months in words, whatever the zone', () => {
  expect(travelDate('2027-03-01')).toBe('Mon 1 Mar 2027');
  expect(travelDate('2026-12-31')).toBe('Thu 31 Dec 2026');
  expect(monthLabel('2026-11')).toBe('November 2026');
});

it('names countries, and orders names ignoring case', () => {
  expect([countryName('GB'), countryName('gb'), countryName('')]).toEqual(['United Kingdom', 'gb', '']);
  expect(['beta', 'Alpha', 'alpha'].toSorted(compareNames)).toEqual(['Alpha', 'alpha', 'beta']);
});

it('follows the order of dates and the separators of the reader’s language', () => {
  const shown = (language: string) => {
    read(language);
    return [travelDate('2027-03-01'), formatNumber(48_000), formatDecimal('1234.500000'), firstDayOfWeek()];
  };
  expect(shown('en-GB')).toEqual(['Mon 1 Mar 2027', '48,000', '1,234.500000', 1]);
  expect(shown('en-US')).toEqual(['Mon, Mar 1, 2027', '48,000', '1,234.500000', 0]);
  expect(shown('de-DE')).toEqual(['Mon 1 Mar 2027', '48.000', '1.234,500000', 1]);
  expect(shown('ja-JP')).toEqual(['Mon 2027-03-01', '48,000', '1,234.500000', 0]);
  // Their own figures and calendar would stand amid Latin words.
  expect(shown('fa-IR').slice(0, 2)).toEqual(['Mon 2027-03-01', expect.stringMatching(/^48.000$/)]);
  expect(shown('no language')).toEqual(['Mon 1 Mar 2027', '48,000', '1,234.500000', 1]);
});

it('writes tables for the spreadsheets of the reader’s region, or as they chose', () => {
  const styleIn = (language: string, csv: FormatChoice['csv'] = 'system') => {
    setFormats({ ...SYSTEM_FORMATS, csv }, language);
    return csvStyle();
  };
  expect(['en-GB', 'en-US', 'ja-JP'].map((language) => styleIn(language))).toEqual([
    'comma',
    'comma',
    'comma',
  ]);
  expect(['de-DE', 'fr-FR', 'pt-BR', 'sv-SE'].map((language) => styleIn(language))).toEqual(
    Array(4).fill('semicolon'),
  );
  expect(styleIn('de-CH')).toBe('semicolon, point');
  expect(styleIn('de-DE', 'tab')).toBe('tab');
  // The chosen way of writing numbers decides where the file is not chosen.
  setFormats({ ...SYSTEM_FORMATS, numbers: '1.234,5' }, 'en-GB');
  expect(csvStyle()).toBe('semicolon');
});

it('prefers the reader’s choice to their language', () => {
  setFormats({ ...SYSTEM_FORMATS, dates: 'ymd', numbers: '1.234,5', times: '12' }, 'en-GB');
  expect([travelDate('2027-03-01'), formatNumber(48_000)]).toEqual(['Mon 2027-03-01', '48.000']);
  expect(shortTime(new Date(2026, 10, 20, 17, 46).getTime())).toMatch(/^2026-11-20, 5:46\sp\.?m/iu);
  expect(amountLabel({ currency: 'USD', units: '22000', exponent: 6 })).toBe('USD 0,022');
  expect(wholeAmountLabel({ currency: 'USD', units: '-22000', exponent: 6 })).toBe('USD -0,022000');
});

it('writes ranges of days without repetition', () => {
  const spans = () =>
    [
      ['2027-03-01', '2027-03-01'],
      ['2027-03-01', '2027-03-31'],
      ['2027-02-28', '2027-03-03'],
      ['2026-12-30', '2027-01-02'],
    ].map(([from = '', until = '']) => dateSpan(from, until));
  expect(spans()).toEqual([
    '1 Mar 2027',
    '1 to 31 Mar 2027',
    '28 Feb to 3 Mar 2027',
    '30 Dec 2026 to 2 Jan 2027',
  ]);
  read('en-US');
  expect(spans()[1]).toBe('Mar 1 to 31, 2027');
  read('sv-SE');
  expect(spans()[1]).toBe('2027-03-01 to 2027-03-31');
});

it.each([
  ['2027-03-01', '2027-03-01'],
  ['Mon 1 Mar 2027', '2027-03-01'],
  ['1 march', '2027-03-01'],
  ['March 1st', '2027-03-01'],
  ['14mar', '2027-03-14'],
  ['1.3.27', '2027-03-01'],
  ['1/3/2027', '2027-03-01'],
  ['3 Nov', '2027-11-03'],
  ['22 nov', TODAY],
  ['tomorrow', '2026-11-23'],
  ['29 feb', '2028-02-29'],
])('reads the day %s', (typed, day) => {
  expect(readDate(typed, TODAY)).toBe(day);
});

it.each(['', 'March', '31 feb', '2027-02-31', '1 2 3 4', '45', 'soon', '1 mar 20277'])(
  'rejects “%s” as a day',
  (typed) => {
    expect(readDate(typed, TODAY)).toBeUndefined();
  },
);

it('reads days in the form in which they are shown, in every order', () => {
  for (const language of ['en-GB', 'en-US', 'sv-SE', 'de-DE']) {
    read(language);
    expect(readDate(travelDate('2027-03-01'), TODAY), language).toBe('2027-03-01');
    expect(readDate('1.3.2027', TODAY), language).toBe('2027-03-01');
  }
  read('en-US');
  expect(readDate('3/1/2027', TODAY)).toBe('2027-03-01');
});

it('reads decimals with a point or a comma, and separators where the reader uses them', () => {
  const values = () => ['0,50', '0.5', '1 000', '1.234,5', '1,234.5', '1,234', '0,050'].map(readDecimal);
  expect(values()).toEqual(['0.50', '0.5', '1000', '1234.5', '1234.5', '1234', '0.050']);
  read('de-DE');
  expect(values()).toEqual(['0.50', '0.5', '1000', '1234.5', '1234.5', '1.234', '0.050']);
  expect(['', '-1', '1e3', '1,2,3', '1.2.3', 'abc', '1,'].map(readDecimal)).toEqual(Array(7).fill(undefined));
  expect(readAmount('0,022', 'USD')).toEqual({ currency: 'USD', units: '22000', exponent: 6 });
});

it('abbreviates miles, and never rounds them up', () => {
  expect([999, 48_000, 58_500, 12_399, 999_999, 1_250_000].map(shortMiles)).toEqual([
    '999',
    '48k',
    '58.5k',
    '12.3k',
    '999.9k',
    '1.25M',
  ]);
});

it('a wait is never shown too short, nor as a number of days that nobody waits', () => {
  expect([500, 90_000, 7_200_000, 13 * 86_400_000].map(waitLabel)).toEqual(['1 s', '90 s', '2 h', '13 d']);
  expect(waitLabel(100_000_000_000_000)).toBe('more than a year');
});
