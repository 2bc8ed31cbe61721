/** Names that differ in case alone are one. */
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

export const isInUse = (name: string, namesInUse: readonly string[]): boolean =>
  namesInUse.some((other) => same(name, other));

/**
 * The name itself where nothing has it, else the first of `name 2`, `name 3` … that is free.
 * @param longest in characters
 */
export function freeName(name: string, namesInUse: readonly string[], longest: number): string {
  const wanted = name.trim();
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : ` ${count}`;
    const free = `${wanted.slice(0, longest - ending.length).trimEnd()}${ending}`;
    if (!isInUse(free, namesInUse)) return free;
  }
}
