import type { CompareColumn } from '#shared/contract/comparison.ts';
import { comparePath, MOST_COLUMNS } from './compare-address.ts';

/** The columns that Compare showed last, while the program runs. */
let last: readonly CompareColumn[] = [];

export function rememberColumns(columns: readonly CompareColumn[]): void {
  last = columns;
}

/** The address that shows a column beside those of the last comparison; alone where those are as many as can be. */
export function pathWith(column: CompareColumn): string {
  const same = JSON.stringify(column);
  const others = last.filter((each) => JSON.stringify(each) !== same);
  return comparePath({ columns: others.length < MOST_COLUMNS ? [...others, column] : [column] });
}
