import { describe, expect, it } from 'vitest';
import { monthsBetween, movedDay, shadeOf } from './calendar-layout.ts';

describe('the calendar', () => {
  it('starts weeks on Monday and leaves places outside the month empty', () => {
    const [march] = monthsBetween('2027-03-10', '2027-03-10', 12);
    expect(march?.title).toBe('March 2027');
    // 2027-03-01 is a Monday.
    expect(march?.weeks[0]?.[0]).toBe('2027-03-01');
    expect(march?.weeks).toHaveLength(5);
    expect(march?.weeks[4]).toEqual(['2027-03-29', '2027-03-30', '2027-03-31', null, null, null, null]);
  });

  it('has each day of a leap February once', () => {
    const days = monthsBetween('2028-02-01', '2028-02-29', 12)
      .flatMap((month) => month.weeks.flat())
      .filter((day) => day !== null);
    expect(days).toHaveLength(29);
    expect(new Set(days).size).toBe(29);
  });

  it('goes over the end of the year and stops at the most months asked for', () => {
    expect(monthsBetween('2026-11-30', '2027-02-01', 12).map((month) => month.id)).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ]);
    expect(monthsBetween('2026-01-01', '2030-01-01', 12)).toHaveLength(12);
  });

  it('moves by day, week and month with the keys, and never beyond its ends', () => {
    const move = (date: string, key: string) => movedDay(date, key, '2027-01-05', '2027-04-20');
    expect(move('2027-03-01', 'ArrowLeft')).toBe('2027-02-28');
    expect(move('2027-03-03', 'ArrowDown')).toBe('2027-03-10');
    expect(move('2027-03-03', 'Home')).toBe('2027-03-01');
    expect(move('2027-03-03', 'End')).toBe('2027-03-07');
    expect(move('2027-03-31', 'PageUp')).toBe('2027-02-28');
    expect(move('2027-01-31', 'PageDown')).toBe('2027-02-28');
    expect(move('2027-01-06', 'ArrowUp')).toBe('2027-01-05');
    expect(move('2027-04-19', 'ArrowDown')).toBe('2027-04-20');
    expect(move('2027-04-19', 'x')).toBeNull();
  });

  it('shades the cheapest days strongest and equal days alike', () => {
    expect(shadeOf(50000, 50000, 100000)).toBe(1);
    expect(shadeOf(100000, 50000, 100000)).toBe(5);
    expect(shadeOf(75000, 50000, 100000)).toBe(3);
    expect(shadeOf(75000, 75000, 75000)).toBe(1);
  });
});
