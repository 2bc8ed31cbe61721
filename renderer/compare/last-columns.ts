import type { CompareColumn } from '#shared/contract/comparison.ts';
import { lastPlace } from '../views/places.ts';
import { comparePath, MOST_COLUMNS, readCompareAddress } from './compare-address.ts';

/**
 * The address that shows a column beside those of the last comparison; alone where those are as many as can be.
 * @param places the last view of each screen
 */
export function pathWith(column: CompareColumn, places: readonly string[]): string {
  const search = lastPlace(places, '/compare')?.split(/\?(.*)/s)[1] ?? '';
  const same = JSON.stringify(column);
  const others = readCompareAddress(search).columns.filter((each) => JSON.stringify(each) !== same);
  return comparePath({ columns: others.length < MOST_COLUMNS ? [...others, column] : [column] });
}
