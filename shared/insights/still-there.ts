import { type Reading, standingAt } from './readings.ts';
import { FEWEST_READ_DATES } from './space-pattern.ts';

export type StillThere<Date> = {
  /** Dates whose space was read again at that age or later. */
  dates: { date: Date; standing: 'there' | 'removed' | 'either' }[];
  /** The least and the most number of them on which it was still there; null with too few. */
  bounds: { least: number; most: number } | null;
};

/** How many of the dates that had space still had it `age` ms after it was first seen. */
export function stillThere<Date extends { readonly readings: readonly Reading[] }>(
  dates: readonly Date[],
  age: number,
): StillThere<Date> {
  const known = dates.flatMap((date) => {
    const standing = standingAt(date.readings, age);
    return standing === null ? [] : [{ date, standing }];
  });
  const count = (wanted: 'there' | 'removed') => known.filter(({ standing }) => standing === wanted).length;
  return {
    dates: known,
    bounds:
      known.length < FEWEST_READ_DATES
        ? null
        : { least: count('there'), most: known.length - count('removed') },
  };
}
