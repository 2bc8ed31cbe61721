import { expect, it } from 'vitest';
import { ageClass, experienceAt, type Outcome } from './experience.ts';

const HOUR = 3_600_000;
const tried = (outcome: Outcome, hours: number) => ({ outcome, seenAt: 0, answeredAt: hours * HOUR });

it('counts what was tried at about this age, and nothing else', () => {
  const answers = [
    tried('not_there', 25),
    tried('booked', 30),
    tried('other_price', 70),
    tried('not_there', 1),
  ];
  expect(experienceAt(answers, ageClass(48 * HOUR))).toEqual({ notThere: 1, otherPrice: 1, of: 3 });
  expect(experienceAt(answers, ageClass(200 * HOUR))).toEqual({ notThere: 0, otherPrice: 0, of: 0 });
});

it('has a class for every age, also where the clock was set back', () => {
  expect(ageClass(-5)).toEqual(ageClass(0));
  for (let hours = 0; hours < 2_000; hours += 7) {
    const { from, below } = ageClass(hours * HOUR);
    expect(from <= hours * HOUR && (below === null || hours * HOUR < below)).toBe(true);
  }
});
