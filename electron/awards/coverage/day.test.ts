import { expect, it } from 'vitest';
import { dateOf, dayOf, NO_DAY } from './day.ts';

it('counts days from 1970 both ways, over leap days and back before', () => {
  expect(dayOf('1970-01-01')).toBe(0);
  expect(dayOf('2028-03-01') - dayOf('2028-02-28')).toBe(2);
  for (const date of ['1969-12-31', '2000-02-29', '2027-03-14', '9999-12-31'])
    expect(dateOf(dayOf(date))).toBe(date);
});

it('has no date for what is no day of the calendar', () => {
  expect(dayOf(null)).toBe(NO_DAY);
  for (const day of [NO_DAY, -NO_DAY, dayOf('9999-12-31') + 1]) expect(dateOf(day)).toBeNull();
});
