import { expect, it } from 'vitest';
import { measured } from './measured.ts';

it('a generator that makes too few cases that could fail, or none, is reported', () => {
  const half = measured(0.5);
  expect(() => half.check()).toThrow('Of 0 cases');
  half.count(true);
  half.count(false);
  expect(() => half.check()).not.toThrow();
  half.count(false);
  expect(() => half.check()).toThrow('Of 3 cases 1');
});
