/**
 * The median of whole numbers in any order: the middle one, or the mean of the middle two, rounded half up to a whole
 * number because a price in miles has no fraction. Null for none.
 */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}
