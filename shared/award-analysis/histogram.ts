/** How miles spread, in steps of equal width. Pure. */

/** How many records cost so many whole miles. */
export type MilesCount = { miles: number; records: number };

export type Spread = {
  /** Whole miles. */
  width: number;
  /** Each holds `from` and more, and less than the next step's `from`; they follow each other without a gap. */
  steps: { from: number; records: number }[];
  /**
   * What lies so far above the rest that steps up to it would press all others into a few: `from` and more, where the
   * last step ends, and the most miles among them. Null where the steps hold everything.
   */
  more: { from: number; records: number; most: number } | null;
  /** Half of the records cost that much or less; null for none. */
  median: number | null;
};

/** About as many bars as can be distinguished on a small window. */
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
  const count = sorted.reduce((sum, { records }) => sum + records, 0);
  const at = atPlaces(sorted, [
    Math.floor((count - 1) / 4),
    Math.floor((count - 1) / 2),
    Math.floor(count / 2),
    Math.floor(((count - 1) * 3) / 4),
  ]);
  const [lower = 0, left = 0, right = 0, upper = 0] = at;
  const end = endOfMiddle(first.miles, lower, upper, sorted.at(-1)?.miles ?? first.miles);
  const middle = sorted.filter(({ miles }) => miles <= end);
  const width = stepWidth(first.miles, middle.at(-1)?.miles ?? first.miles, STEPS);
  const start = Math.floor(first.miles / width) * width;
  const stepOf = (miles: number) => Math.floor((miles - start) / width);
  const steps = Array.from({ length: stepOf(middle.at(-1)?.miles ?? first.miles) + 1 }, (_, step) => ({
    from: start + step * width,
    records: 0,
  }));
  const more = { from: start + steps.length * width, records: 0, most: 0 };
  for (const { miles, records } of sorted) {
    const step = steps[stepOf(miles)];
    (step ?? more).records += records;
    if (step === undefined) more.most = miles;
  }
  return {
    width,
    steps,
    more: more.records === 0 ? null : more,
    // The mean of the middle two, half up, as in a comparison.
    median: Math.floor((left + right) / 2 + 0.5),
  };
}

/** The miles at places of the sorted records. @param places from 0, none before another */
function atPlaces(sorted: readonly MilesCount[], places: readonly number[]): number[] {
  const found: number[] = [];
  let before = 0;
  for (const { miles, records } of sorted) {
    before += records;
    while (found.length < places.length && (places[found.length] ?? 0) < before) found.push(miles);
  }
  return found;
}

/**
 * Up to which miles steps are worth having. Beyond three times the width of the middle half above it a figure stands
 * alone, where that half is wide enough to say so; it is left out of the steps only where they would be more than half
 * empty for it.
 */
function endOfMiddle(least: number, lower: number, upper: number, most: number): number {
  const fence = upper + 3 * Math.max(upper - lower, upper / 2);
  return most - least > 2 * (fence - least) ? fence : most;
}
