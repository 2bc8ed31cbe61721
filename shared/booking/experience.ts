/** What a user's own answers say of a programme at an age: counted, never mixed into the odds. Pure. */

/** What happened at the programme. `held`: it was there, and is held until a time. */
export const OUTCOMES = ['booked', 'held', 'not_there', 'other_price'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How often a record was gone, or dearer or cheaper than seen, of how many tries. */
export type Experience = { notThere: number; otherPrice: number; of: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Ages that count as about the same begin here; the last class has no end. */
const STEPS = [0, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, 30 * DAY_MS] as const;

type AgeClass = { from: number; below: number | null };

/** The class of an age in ms; a clock that was set back makes no age below zero. */
export function ageClass(age: number): AgeClass {
  const place = Math.max(
    0,
    STEPS.findLastIndex((from) => from <= age),
  );
  return { from: STEPS[place] ?? 0, below: STEPS[place + 1] ?? null };
}

type Answer = { outcome: Outcome; seenAt: number; answeredAt: number };

/** Counts answers whose record was about as old when it was tried. */
export function experienceAt(answers: readonly Answer[], { from }: AgeClass): Experience {
  const alike = answers.filter(({ seenAt, answeredAt }) => ageClass(answeredAt - seenAt).from === from);
  return {
    notThere: alike.filter(({ outcome }) => outcome === 'not_there').length,
    otherPrice: alike.filter(({ outcome }) => outcome === 'other_price').length,
    of: alike.length,
  };
}
