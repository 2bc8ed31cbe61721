import { describe, expect, it } from 'vitest';
import {
  addDays,
  datesBetween,
  daysBetween,
  isCalendarDate,
  lastOfMonth,
  monthAfter,
  weekday,
} from './dates.ts';

describe('dates of travel', () => {
  it('are days that exist', () => {
    expect(isCalendarDate('2028-02-29')).toBe(true);
    expect(isCalendarDate('2027-02-29')).toBe(false);
    expect(isCalendarDate('2027-13-01')).toBe(false);
    expect(isCalendarDate('27-01-01')).toBe(false);
  });

  it('are counted correctly over months and summer time', () => {
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(daysBetween('2027-03-01', '2027-04-01')).toBe(31);
    expect(datesBetween('2027-03-27', '2027-03-29')).toEqual(['2027-03-27', '2027-03-28', '2027-03-29']);
    expect(datesBetween('2027-03-02', '2027-03-01')).toEqual([]);
    expect(weekday('2027-03-14')).toBe(0);
  });

  it('are counted correctly in placeholder years, and end with the last that can be written', () => {
    expect(addDays('0001-01-01', 31)).toBe('0001-02-01');
    expect(weekday('0001-01-01')).toBe(1);
    expect(daysBetween('0001-01-01', '2027-01-01')).toBe(739_981);
    expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
    expect(addDays('0000-01-01', -1)).toBe('0000-01-01');
    expect(datesBetween('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
  });

  it('are in months with a last day and a next month', () => {
    expect(['2027-02', '2028-02', '2027-04', '9999-12'].map(lastOfMonth)).toEqual([
      '2027-02-28',
      '2028-02-29',
      '2027-04-30',
      '9999-12-31',
    ]);
    expect(['2027-11', '2027-12', '9999-12'].map(monthAfter)).toEqual(['2027-12', '2028-01', '9999-12']);
  });
});
