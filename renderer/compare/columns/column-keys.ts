import type { CompareColumn } from '#shared/contract/comparison.ts';

/** A key for each column: what it shows, and where the same is shown twice, which of the two it is. */
export function columnKeys(columns: readonly CompareColumn[]): string[] {
  const seen = new Map<string, number>();
  return columns.map(({ scope, filter }) => {
    const shown = JSON.stringify([scope, filter]);
    const before = seen.get(shown) ?? 0;
    seen.set(shown, before + 1);
    return `${shown} ${before}`;
  });
}
