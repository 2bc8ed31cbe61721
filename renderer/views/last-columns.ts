import type { CompareColumn } from '#shared/contract/comparison.ts';
import { compareAddress, MAX_COLUMNS } from '../addresses/compare-address.ts';
import { lastPlace } from './places.ts';

/** The columns of the last comparison. @param places the last view of each screen */
export const lastColumns = (places: readonly string[]): CompareColumn[] =>
  compareAddress.read(lastPlace(places, '/compare')?.split(/\?(.*)/s)[1] ?? '').columns;

/**
 * The address that shows a column beside those of the last comparison; alone where those are already at the limit.
 * @param places the last view of each screen
 */
export function pathWith(column: CompareColumn, places: readonly string[]): string {
  const same = JSON.stringify(column);
  const others = lastColumns(places).filter((each) => JSON.stringify(each) !== same);
  return compareAddress.path({ columns: others.length < MAX_COLUMNS ? [...others, column] : [column] });
}
