import { expect, it } from 'vitest';
import type { ListedAnswer } from '#shared/contract/booking.ts';
import { bookedRecordSchema } from '#shared/contract/booking.ts';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import { checkInLabel, departsLabel, holdEndLabel } from './booked-labels.ts';

it.each([
  ['2027-03-01', 'Departs in 95 days'],
  ['2026-11-27', 'Departs tomorrow'],
  ['2026-11-26', 'Departs today'],
  ['2026-11-25', 'Departed 1 day ago'],
])('a departure on %s: %s', (date, words) => {
  expect(departsLabel(date, '2026-11-26')).toBe(words);
});

it('check-in opens the day before, at the time of departure where it is known', () => {
  expect(checkInLabel('2027-03-02', '2027-03-02T22:10', '2026-11-26')).toMatch(
    /Mon 1 Mar 2027, .*10.* there$/,
  );
  expect(checkInLabel('2027-03-02', null, '2026-11-26')).toMatch(/Mon 1 Mar 2027$/);
  expect(checkInLabel('2027-03-02', '2027-03-03T01:00', '2027-03-01')).toMatch(/today$/);
  expect(checkInLabel('2027-03-02', null, '2027-03-02')).toMatch(/open$/);
  expect(checkInLabel('2027-03-02', null, '2027-03-03')).toBeNull();
});

it('a hold ends, or has ended; a booking has no end', () => {
  const held: ListedAnswer = {
    answerId: 'a',
    record: bookedRecordSchema.parse(chosenRecord()),
    outcome: 'held',
    reference: '',
    miles: null,
    taxes: null,
    heldUntil: Date.UTC(2026, 10, 28),
    way: null,
    seenAt: 0,
    answeredAt: 0,
  };
  expect(holdEndLabel(held, Date.UTC(2026, 10, 27))).toMatch(/^Hold ends .*, in 24 h$/);
  expect(holdEndLabel(held, Date.UTC(2026, 10, 29))).toMatch(/^The hold ended/);
  expect(holdEndLabel({ ...held, outcome: 'booked' }, 0)).toBeNull();
});
