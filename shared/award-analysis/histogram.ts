/** The distribution of miles, in steps of equal width. Pure. */

/** How many records cost this many whole miles. */
export type MilesCount = { miles: number; records: number };

export type Spread = {
  /** Whole miles. */
  width: number;
  /** Each contains `from` up to, and not including, the next step's `from`. */
  steps: { from: number; records: number }[];
  /**
   * What is so far above the rest that steps up to it would squeeze all others into a few: `from` and more, where the
   * last step ends, and the most miles among them. Null where the steps contain everything.
   */
  more: { from: number; records: number; most: number } | null;
  /** Half of the records cost this or less; null where there are none. */
  median: number | null;
};

/** About as many bars as can be distinguished in a small window. */
const STEPS = 24;

/** The width of about `steps` equal steps over a range, as 1, 2, 2.5 or 5 times a power of ten; at least 1. */
function stepWidth(least: number, most: number, steps: number): number {
  const raw = (most - least) / steps;
  if (raw <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw) ?? 10;
  return Math.ceil(factor * power);
}

/** @param counts in any order, each number of miles once, none without records */
export function spreadOf(counts: readonly MilesCount[]): Spread {
  const sorted = counts.toSorted((a, b) => a.miles - b.miles);
  const [first] = sorted;
  if (first === undefined) return { width: 1, steps: [], more: null, median: null };
  const last = sorted.at(-1) ?? first;
  const count = sorted.reduce((sum, { records }) => sum + records, 0);
  const end = endOfMiddle(
    first.miles,
    milesAt(sorted, Math.floor((count - 1) / 4)),
    // Of two records, the dearer: the median is never an outlier.
    milesAt(sorted, Math.max(Math.floor(((count - 1) * 3) / 4), Math.floor(count / 2))),
    last.miles,
  );
  const highest = sorted.findLast(({ miles }) => miles <= end) ?? first;
  const width = stepWidth(first.miles, highest.miles, STEPS);
  const start = Math.floor(first.miles / width) * width;
  const stepOf = (miles: number) => Math.floor((miles - start) / width);
  const steps = Array.from({ length: stepOf(highest.miles) + 1 }, (_, step) => ({
    from: start + step * width,
    records: 0,
  }));
  const more = { from: start + steps.length * width, records: 0, most: last.miles };
  for (const { miles, records } of sorted) {
    (steps[stepOf(miles)] ?? more).records += records;
  }
  return {
    width,
    steps,
    more: more.records === 0 ? null : more,
    // The mean of the middle two, rounded half up, as in a comparison.
    median: Math.round(
      (milesAt(sorted, Math.floor((count - 1) / 2)) + milesAt(sorted, Math.floor(count / 2))) / 2,
    ),
  };
}

/** The miles at a place of the sorted records, from 0. */
function milesAt(sorted: readonly MilesCount[], place: number): number {
  let left = place;
  for (const { miles, records } of sorted) {
    if (left < records) return miles;
    left -= records;
  }
  return 0;
}

/**
 * The last miles that the steps include. A figure is an outlier where it lies more than three times the width of the
 * middle half above it, and that half is wide enough to judge. It is excluded only where including it would leave more
 * than half of the steps empty.
 */
function endOfMiddle(least: number, lower: number, upper: number, most: number): number {
  const fence = upper + 3 * Math.max(upper - lower, upper / 2);
  return most - least > 2 * (fence - least) ? fence : most;
}
