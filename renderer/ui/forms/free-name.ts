/** Names that differ only in case are equal. */
const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

export const isInUse = (name: string, namesInUse: readonly string[]): boolean =>
  namesInUse.some((other) => same(name, other));

/**
 * The name itself where it is free, otherwise the first free one of `name 2`, `name 3` …
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
