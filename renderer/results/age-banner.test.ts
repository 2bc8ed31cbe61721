import { expect, it } from 'vitest';
import { ageWarning } from './age-banner.tsx';

const NOW = Date.UTC(2027, 2, 14, 12);
const DAY = 86_400_000;

it('warns of what is a week old or older, with its age, and of nothing newer', () => {
  for (const days of [0, 1, 6]) expect(ageWarning(NOW - days * DAY, NOW)).toBeNull();
  expect(ageWarning(NOW - 7 * DAY, NOW)).toContain('7 d ago');
  expect(ageWarning(NOW - 305 * DAY, NOW)).toContain('10 mo ago');
});

it('tells of a time in the future as a wrong clock', () => {
  expect(ageWarning(NOW + DAY, NOW)).toContain('clock');
  expect(ageWarning(NOW + 1_000, NOW)).toBeNull();
});
