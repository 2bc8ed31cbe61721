/**
 * Whether a value is nested deeper than `deepest` levels: too deep for whatever walks through it by recursion, as storing,
 * validating and rendering do. This does not.
 */
export function deeperThan(value: unknown, deepest: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
