/** How a click on a heading changes what the table is sorted by. Pure. */
import type { RecordSort } from '#shared/contract/awards.ts';

/** As many columns as the contract sorts by at once. */
const MOST_SORTS = 3;

/**
 * A column is sorted up, then down, then not at all.
 * @param together keeps what is sorted by already, as Shift does; where that is too much, the first of it goes
 */
export function sortedBy(sort: readonly RecordSort[], by: RecordSort['by'], together: boolean): RecordSort[] {
  const own = sort.find((each) => each.by === by);
  const next: RecordSort | null =
    own === undefined ? { by, descending: false } : own.descending ? null : { by, descending: true };
  if (!together) return next === null ? [] : [next];
  if (next === null) return sort.filter((each) => each !== own);
  return own === undefined
    ? [...sort, next].slice(-MOST_SORTS)
    : sort.map((each) => (each === own ? next : each));
}
