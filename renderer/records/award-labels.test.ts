import { expect, test } from 'vitest';
import { airlinesShort, statedTaxesLabel } from './award-labels.ts';

test('all airlines that fit a column are named, and the rest is counted', () => {
  expect(airlinesShort('')).toBe('');
  expect(airlinesShort('BA, LH, UA, AC')).toBe('BA, LH, UA, AC');
  expect(airlinesShort('BA, LH, UA, AC, NH')).toBe('BA, LH, UA +2');
  expect(airlinesShort('BA, LH, UA, AC, NH, JL')).toBe('BA, LH, UA +3');
});

test('shows stated taxes as other amounts, and what is no amount as it came', () => {
  expect(statedTaxesLabel('JPY 2003.33')).toBe('JPY 2,003.33');
  expect(statedTaxesLabel('JPY as sent')).toBe('JPY as sent');
});
