/** How a click on a heading changes the sort. Pure. */
import type { RecordSort } from '#shared/contract/awards.ts';

/** The most columns that the contract sorts by at once. */
const MAX_SORTS = 3;

/**
 * A column is sorted ascending, then descending, then not at all.
 * @param together adds to the current sort, as Shift does; if that is too many, the first is removed
 */
export function sortedBy(sort: readonly RecordSort[], by: RecordSort['by'], together: boolean): RecordSort[] {
  const own = sort.find((each) => each.by === by);
  const next: RecordSort | null =
    own === undefined ? { by, descending: false } : own.descending ? null : { by, descending: true };
  if (!together) return next === null ? [] : [next];
  if (next === null) return sort.filter((each) => each !== own);
  return own === undefined
    ? [...sort, next].slice(-MAX_SORTS)
    : sort.map((each) => (each === own ? next : each));
}
