import { expect, it } from 'vitest';
import { readMiles } from './typed-miles.ts';

it.each([
  ['60000', 60_000],
  ['60,000', 60_000],
  ['1 250 000', 1_250_000],
  ['60k', 60_000],
  ['62.5 K', 62_500],
  ['1.5m', 1_500_000],
  ['1,5 m', 1_500_000],
  ['60.000', 60_000],
  ['1.250.000', 1_250_000],
  ['60\u202f000', 60_000],
  ['60’000', 60_000],
  ['1,45,000', 145_000],
  ['0', 0],
])('reads %j as %d miles', (text, miles) => {
  expect(readMiles(text)).toEqual({ miles });
});

it('reads an empty field as no number of miles', () => {
  expect(readMiles(' ')).toEqual({ miles: undefined });
});

it.each(['60x', '1.250,000', '1,45,00', '1,250k', '60kk', '6,00', '-5', '60.5', 'k', '9999999999', '1e5'])(
  'reads no number in %j',
  (text) => {
    expect(readMiles(text)).toBeNull();
  },
);
