import { expect, it } from 'vitest';
import { freeName, isInUse } from './free-name.ts';

it('leaves a free name unchanged', () => {
  expect(freeName(' Tokyo ', ['Alps'], 80)).toBe('Tokyo');
});

it('numbers a name in use, ignoring case', () => {
  expect(isInUse('tokyo ', ['Tokyo'])).toBe(true);
  expect(freeName('tokyo', ['Tokyo', 'TOKYO 2'], 80)).toBe('tokyo 3');
});

it('keeps a name within its length', () => {
  expect(freeName('Tokyo', ['Tokyo'], 5)).toBe('Tok 2');
});
