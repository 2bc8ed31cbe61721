import { expect, it } from 'vitest';
import { OUTCOMES } from '#shared/booking/experience.ts';
import { answerMark } from './booking-labels.ts';

it('marks a record with what the user found, and says where it was seen again since', () => {
  const marks = OUTCOMES.map((outcome) => answerMark({ outcome, seenAt: 5 }, 5));
  expect(new Set(marks).size).toBe(OUTCOMES.length);
  expect(marks).toContain('You found it gone');
  expect(answerMark({ outcome: 'not_there', seenAt: 4 }, 5)).toMatch(/gone.*seen again/u);
  expect(answerMark({ outcome: 'booked', seenAt: 4 }, 5)).toBe('You booked it');
});
