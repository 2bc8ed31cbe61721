import { expect, it } from 'vitest';
import { firstFutureDay } from './first-future-day.ts';

it.each([
  [{ from: '2027-03-08', until: '2027-03-20' }, '2027-03-08'],
  [{ from: '2027-03-01', until: '2027-03-20' }, '2027-03-05'],
  [{ from: '2027-03-01', until: '2027-03-05' }, '2027-03-05'],
  [{ from: '2027-03-01', until: '2027-03-04' }, null],
  [{ from: '2027-03-01' }, '2027-03-05'],
  [{ until: '2027-03-20' }, null],
])('on 5 March the first day ahead of %j is %s', (days, first) => {
  expect(firstFutureDay(days, '2027-03-05')).toBe(first);
});
