import { describe, expect, it } from 'vitest';
import { addDays, datesBetween, daysBetween, isCalendarDate, weekday } from './calendar-date.ts';

describe('dates of travel', () => {
  it('are days that exist', () => {
    expect(isCalendarDate('2028-02-29')).toBe(true);
    expect(isCalendarDate('2027-02-29')).toBe(false);
    expect(isCalendarDate('2027-13-01')).toBe(false);
    expect(isCalendarDate('27-01-01')).toBe(false);
  });

  it('count over months and summer time alike', () => {
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(daysBetween('2027-03-01', '2027-04-01')).toBe(31);
    expect(datesBetween('2027-03-27', '2027-03-29')).toEqual(['2027-03-27', '2027-03-28', '2027-03-29']);
    expect(datesBetween('2027-03-02', '2027-03-01')).toEqual([]);
    expect(weekday('2027-03-14')).toBe(0);
  });
});
