import { expect, it } from 'vitest';
import { countdownLabel } from './countdown.ts';

const NOW = 1_000_000;

it('counts down to the second', () => {
  expect(countdownLabel(NOW + 245_000, NOW)).toBe('4 min 05 s left');
  expect(countdownLabel(NOW + 42_000, NOW)).toBe('42 s left');
});

it('shows a second that has begun as remaining, so that it never ends early', () => {
  expect(countdownLabel(NOW + 1, NOW)).toBe('1 s left');
});

it('ends at its end', () => {
  expect(countdownLabel(NOW, NOW)).toBe('ended');
  expect(countdownLabel(NOW - 5_000, NOW)).toBe('ended');
});

it('shows hours where a quote is valid that long', () => {
  expect(countdownLabel(NOW + 2 * 3_600_000 + 5 * 60_000, NOW)).toBe('2 h 05 min left');
});
