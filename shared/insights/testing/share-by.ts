import type { Mass } from '../turnbull.ts';

/** The least and the most share of events that can have happened by `time`. */
export function shareBy(masses: readonly Mass[], time: number): { least: number; most: number } {
  const sum = (some: readonly Mass[]) => some.reduce((total, { share }) => total + share, 0);
  return {
    least: sum(masses.filter(({ until }) => until <= time)),
    most: sum(masses.filter(({ after, until }) => after < time || until <= time)),
  };
}
