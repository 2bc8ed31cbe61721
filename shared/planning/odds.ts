/** How many records like a plan's legs were still there at their age, and what that says of all of them together. */
import { type Reading, standingAt } from '../insights/readings.ts';
import { FEWEST_READ_DATES } from '../insights/space-pattern.ts';

/** Of `of` like it, at least and at most so many were still there. */
export type LegOdds = { least: number; most: number; of: number; like: 'programme' | 'route' };

/** A date of travel of one programme on one route, with all its readings, oldest first. */
export type DateHistory = { programme: string; day: number; readings: readonly Reading[] };

/** Ages are told apart by quarters of an hour, as on the screen. */
const QUARTER_HOUR = 900_000;

type Tally = {
  there: number;
  removed: number;
  of: number;
  byDay: Map<number, ('there' | 'removed' | 'either')[]>;
};

/**
 * The odds of records of one route and cabin: other dates of its programme if enough were read at that age, otherwise of
 * every programme; null with too few even then. Each figure is counted once. @param history programmes by their accounts
 */
export function oddsOfRoute(
  history: readonly DateHistory[],
): (programme: string, day: number, age: number) => LegOdds | null {
  const tallies = new Map<string, Tally>();
  const tallyOf = (programme: string | null, quarters: number): Tally => {
    const key = `${quarters} ${programme ?? ''}`;
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const tally: Tally = { there: 0, removed: 0, of: 0, byDay: new Map() };
    for (const date of history) {
      if (programme !== null && date.programme !== programme) continue;
      const standing = standingAt(date.readings, quarters * QUARTER_HOUR);
      if (standing === null) continue;
      tally.of += 1;
      if (standing === 'there') tally.there += 1;
      if (standing === 'removed') tally.removed += 1;
      if (programme !== null) tally.byDay.set(date.day, [...(tally.byDay.get(date.day) ?? []), standing]);
    }
    tallies.set(key, tally);
    return tally;
  };
  return (programme, day, age) => {
    const quarters = Math.max(0, Math.floor(age / QUARTER_HOUR));
    const own = tallyOf(programme, quarters);
    // A record is never compared with itself.
    const itself = own.byDay.get(day) ?? [];
    const without = (tally: Tally) => ({
      there: tally.there - itself.filter((standing) => standing === 'there').length,
      removed: tally.removed - itself.filter((standing) => standing === 'removed').length,
      of: tally.of - itself.length,
    });
    for (const [like, tally] of [
      ['programme', own],
      ['route', tallyOf(null, quarters)],
    ] as const) {
      const { there, removed, of } = without(tally);
      if (of >= FEWEST_READ_DATES) return { least: there, most: of - removed, of, like };
    }
    return null;
  };
}

/** In millionths, how many like it may have been removed; a million where nothing is known. */
export const doubtOf = (odds: LegOdds | null): number =>
  odds === null ? 1_000_000 : Math.ceil(((odds.of - odds.least) * 1_000_000) / odds.of);

/**
 * The chances, in percent, that all legs are still there, whatever one has to do with another: at least what is left when
 * the doubts of all legs are added, at most the smallest of their upper bounds (Fréchet). Rounded outwards; null where a
 * leg has no odds.
 */
export function oddsOfAll(legs: readonly (LegOdds | null)[]): { least: number; most: number } | null {
  let [doubt, most] = [0, 1];
  for (const odds of legs) {
    if (odds === null) return null;
    doubt += (odds.of - odds.least) / odds.of;
    most = Math.min(most, odds.most / odds.of);
  }
  // Sums of fractions are a hair off; a hair must not cost a percent.
  const least = Math.max(0, 1 - doubt);
  return { least: Math.floor(least * 100 + 1e-9), most: Math.ceil(most * 100 - 1e-9) };
}
