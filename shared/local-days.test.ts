import { expect, it } from 'vitest';
import { dayStart, localDay, monthOf, monthStart, startOfDay } from './dates.ts';

const at = (year: number, month: number, day: number) => new Date(year, month, day).getTime();

it('finds starts of days and months by the user’s calendar, over the turn of a year', () => {
  const now = new Date(2026, 0, 3, 15, 30).getTime();
  expect(startOfDay(now)).toBe(at(2026, 0, 3));
  expect(startOfDay(now, 6)).toBe(at(2025, 11, 28));
  expect(monthStart(now)).toBe(at(2026, 0, 1));
  expect(monthStart(now, 1)).toBe(at(2025, 11, 1));
  expect(monthOf(monthStart(now, 1))).toBe('2025-12');
  expect(localDay(now)).toBe('2026-01-03');
});

it('reads typed days, to their end where one day is added, and rejects invalid ones', () => {
  expect(dayStart('2026-02-28')).toBe(at(2026, 1, 28));
  expect(dayStart('2026-02-28', 1)).toBe(at(2026, 2, 1));
  for (const text of ['', '2026-02-30', '28.2.2026', '2026-13-01']) expect(dayStart(text)).toBeUndefined();
});
