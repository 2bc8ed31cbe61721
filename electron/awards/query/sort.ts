import type { RecordSort } from '#shared/contract/awards.ts';
import { SORTS } from './row.ts';

/** Ascending, `NO_DAY` comes last without special handling, and the listing's key order avoids a sort. */
const BY_DATE = 'x.day';

/** Makes every order total, so that windows neither repeat nor omit rows. */
const TIEBREAK = [BY_DATE, 'x.record_id'];

/** The ORDER BY of up to three sorts; by date if there is none (§4, rule 8). */
export function orderBy(sorts: readonly RecordSort[]): string {
  const terms = sorts.map(({ by, descending }) =>
    by === 'date' && !descending ? BY_DATE : `${SORTS[by]} ${descending ? 'DESC ' : ''}NULLS LAST`,
  );
  return [...new Set([...terms, ...TIEBREAK])].join(', ');
}
