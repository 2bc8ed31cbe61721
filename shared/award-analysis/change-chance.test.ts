import { expect, it } from 'vitest';
import { changeChance } from './change-chance.ts';

const DAY = 86_400_000;
/** One run a day; whether each found a change. */
const daily = (...changed: boolean[]) => [
  { at: 0, changed: null },
  ...changed.map((each, place) => ({ at: (place + 1) * DAY, changed: each })),
];

it('there is no estimate with fewer than three refreshes', () => {
  expect(changeChance([], 0)).toBeNull();
  expect(changeChance(daily(true, true), 3 * DAY)).toBeNull();
});

it('a refresh after the usual interval has the share of the earlier ones, with bounds', () => {
  const chance = changeChance(daily(true, false, true, false, true, false), 7 * DAY);
  expect(chance).toMatchObject({ changed: 3, of: 6 });
  expect(chance?.likely).toBeCloseTo(461_538, -1);
  // Wilson's interval of 3 in 6 at 90%.
  expect(chance?.least).toBeCloseTo(221_270, -2);
  expect(chance?.most).toBeCloseTo(778_730, -2);
});

it('the longer the wait, the likelier a change; none right after the last refresh', () => {
  const refreshes = daily(true, false, true, false);
  const after = (days: number) => changeChance(refreshes, (4 + days) * DAY)?.likely ?? -1;
  expect(after(0)).toBe(0);
  expect(after(0.5)).toBeLessThan(after(1));
  expect(after(1)).toBeLessThan(after(3));
  expect(after(1_000)).toBeLessThanOrEqual(1_000_000);
});

it.each([[[true, true, true]], [[false, false, false]], [[false, true, false, true, true, true, true]]])(
  'the bounds contain the figure: %j',
  (changed) => {
    const chance = changeChance(daily(...changed), (changed.length + 1) * DAY);
    expect(chance?.least).toBeLessThanOrEqual(chance?.likely ?? -1);
    expect(chance?.likely).toBeLessThanOrEqual(chance?.most ?? -1);
  },
);

it('a search that never changed may still change at the next refresh', () => {
  const chance = changeChance(daily(false, false, false), 4 * DAY);
  expect(chance).toMatchObject({ likely: 0, least: 0 });
  expect(chance?.most).toBeGreaterThan(400_000);
});

it('says nothing where the clock was set back between the refreshes', () => {
  const [first, ...others] = daily(true, true, true, true);
  if (first === undefined) throw new Error('There is no refresh.');
  expect(changeChance([{ ...first, at: 10_000 * DAY }, ...others], 5 * DAY)).toBeNull();
});

it('is after one usual interval the share itself, within the two shares that a score test would not reject', () => {
  // Wilson's bounds are where the squared distance from the share found is z² times the variance under the bound.
  const distance = (share: number, bound: number, of: number) =>
    (share - bound) ** 2 * of - 1.644_853_6 ** 2 * bound * (1 - bound);
  for (let of = 3; of < 8; of += 1)
    for (let changed = 0; changed <= of; changed += 1) {
      const found = Array.from({ length: of }, (_, place) => place < changed);
      const chance = changeChance(daily(...found), (of + 1) * DAY);
      const [least, most] = [(chance?.least ?? -1) / 1e6, (chance?.most ?? -1) / 1e6];
      const unbiased = 1 - (of - changed + 0.5) / (of + 0.5);
      expect((chance?.likely ?? -1) / 1e6).toBeCloseTo(Math.min(most, Math.max(least, unbiased)), 5);
      expect(distance(changed / of, least, of)).toBeCloseTo(0, 4);
      expect(distance(changed / of, most, of)).toBeCloseTo(0, 4);
      expect(least).toBeLessThanOrEqual(changed / of);
      expect(most).toBeGreaterThanOrEqual(changed / of);
    }
});
