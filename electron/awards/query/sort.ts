import type { RecordSort } from '#shared/contract/awards.ts';
import { SORTS } from './row.ts';

/** Ascending, NO_DAY is last by itself, and the key order of the listing gives the rows without sorting. */
const BY_DATE = 'x.day';

/** Ends every order, so that a window never shows a row twice or leaves one out. */
const TIEBREAK = [BY_DATE, 'x.record_id'];

/** The ORDER BY of up to three sorts; by date where there is none (§4, rule 8). */
export function orderBy(sorts: readonly RecordSort[]): string {
  const terms = sorts.map(({ by, descending }) =>
    by === 'date' && !descending ? BY_DATE : `${SORTS[by]} ${descending ? 'DESC ' : ''}NULLS LAST`,
  );
  return [...new Set([...terms, ...TIEBREAK])].join(', ');
}
