import { expect, it } from 'vitest';
import { absoluteTime, ageWords, agoWords, shortTime, spanWords } from './relative-time.ts';

const NOW = Date.UTC(2027, 2, 14, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('tells a span in its largest whole unit', () => {
  expect(spanWords(0)).toBe('0 s');
  expect(spanWords(59_999)).toBe('59 s');
  expect(spanWords(MINUTE)).toBe('1 min');
  expect(spanWords(2 * HOUR + 59 * MINUTE)).toBe('2 h');
  expect(spanWords(47 * HOUR)).toBe('47 h');
  expect(spanWords(48 * HOUR)).toBe('2 d');
});

it('never tells a negative span', () => {
  expect(spanWords(-5)).toBe('0 s');
});

it('tells a moment a little ahead as now, because two clocks differ', () => {
  expect(agoWords(NOW + 59_000, NOW)).toBe('just now');
});

it('tells what was and what will be', () => {
  expect(agoWords(NOW - 2 * HOUR, NOW)).toBe('2 h ago');
  expect(agoWords(NOW + 5 * MINUTE, NOW)).toBe('in 5 min');
});

it('tells how old something is', () => {
  expect(ageWords(NOW - 30_000, NOW)).toBe('under a minute old');
  expect(ageWords(NOW - 2 * HOUR, NOW)).toBe('2 h old');
});

it('tells a moment in English, whatever the machine speaks', () => {
  expect(absoluteTime(NOW)).toMatch(/^Sunday,? 14 March 2027 at /);
  expect(shortTime(NOW)).toMatch(/^14 Mar 2027, \d\d:00$/);
});
