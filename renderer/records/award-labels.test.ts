import { expect, test } from 'vitest';
import { airlinesShort } from './award-labels.ts';

test('airlines that a column holds are all named, and of more it is said how many are not', () => {
  expect(airlinesShort('')).toBe('');
  expect(airlinesShort('BA, LH, UA, AC')).toBe('BA, LH, UA, AC');
  expect(airlinesShort('BA, LH, UA, AC, NH')).toBe('BA, LH, UA +2');
  expect(airlinesShort('BA, LH, UA, AC, NH, JL')).toBe('BA, LH, UA +3');
});
