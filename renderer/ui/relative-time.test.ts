import { expect, it } from 'vitest';
import { absoluteTime, shortTime } from '#shared/formats.ts';
import {
  ageLabel,
  agesLabel,
  agoLabel,
  isAhead,
  seenLabel,
  spanLabel,
  stalenessOf,
} from './relative-time.ts';

const NOW = Date.UTC(2027, 2, 14, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('writes a span in its largest whole unit', () => {
  expect(spanLabel(0)).toBe('0 s');
  expect(spanLabel(59_999)).toBe('59 s');
  expect(spanLabel(MINUTE)).toBe('1 min');
  expect(spanLabel(2 * HOUR + 59 * MINUTE)).toBe('2 h');
  expect(spanLabel(47 * HOUR)).toBe('47 h');
  expect(spanLabel(48 * HOUR)).toBe('2 d');
});

it('never writes a negative span', () => {
  expect(spanLabel(-5)).toBe('0 s');
});

it('treats a time slightly ahead as now, because two clocks differ', () => {
  expect(agoLabel(NOW + 59_000, NOW)).toBe('just now');
});

it('writes past and future', () => {
  expect(agoLabel(NOW - 2 * HOUR, NOW)).toBe('2 h ago');
  expect(agoLabel(NOW + 5 * MINUTE, NOW)).toBe('in 5 min');
});

it('writes an age', () => {
  expect(ageLabel(NOW - 30_000, NOW)).toBe('just now');
  expect(ageLabel(NOW - 2 * HOUR, NOW)).toBe('2 h old');
});

it('never passes off a time that a wrong clock set ahead as new', () => {
  for (const ahead of [2 * MINUTE, 5 * HOUR, 400 * 24 * HOUR]) {
    expect(isAhead(NOW + ahead, NOW)).toBe(true);
    expect(ageLabel(NOW + ahead, NOW)).toBe('dated ahead');
    expect(seenLabel(NOW + ahead, NOW)).toBe('dated ahead');
    expect(stalenessOf(NOW + ahead, NOW)).toBe('stale');
  }
  // Clocks differ a little.
  expect(isAhead(NOW + 30_000, NOW)).toBe(false);
});

it('writes months and years where days say little', () => {
  expect(spanLabel(89 * 24 * HOUR)).toBe('89 d');
  expect(spanLabel(305 * 24 * HOUR)).toBe('10 mo');
  expect(spanLabel(800 * 24 * HOUR)).toBe('2 y');
});

it('writes the ages of several things, and one age where they hardly differ', () => {
  expect(agesLabel(NOW - 2 * HOUR, NOW - 72 * HOUR, NOW)).toBe('2 h to 3 d old');
  expect(agesLabel(NOW - 5_000, NOW - 2 * HOUR, NOW)).toBe('just now to 2 h old');
  expect(agesLabel(NOW - 2 * HOUR, NOW - 2 * HOUR - MINUTE, NOW)).toBe('2 h old');
});

it('writes times in English, whatever the machine’s language', () => {
  expect(absoluteTime(NOW)).toMatch(/^Sunday,? 14 March 2027 at /);
  expect(shortTime(NOW)).toMatch(/^14 Mar 2027, \d\d:00$/);
});

it('calls what is older than a day ageing, and what is older than a week stale', () => {
  const DAY = 86_400_000;
  expect([0, DAY - 1, DAY, 7 * DAY - 1, 7 * DAY].map((age) => stalenessOf(0, age))).toEqual([
    'fresh',
    'fresh',
    'ageing',
    'ageing',
    'stale',
  ]);
});
