import type { RecordFilter, RecordSort } from '#shared/contract/awards.ts';
import type { Reader } from '../../storage/sql.ts';
import { SORTS } from './row.ts';
import { travellersOf } from './travellers.ts';

/** Ascending, `NO_DAY` comes last without special handling, and the listing's key order avoids a sort. */
const BY_DATE = 'x.day';

/** Makes every order total, so that windows neither repeat nor omit rows. */
const TIEBREAK = [BY_DATE, 'x.record_id'];

/**
 * The ORDER BY of up to three sorts; by date if there is none (§4, rule 8). A price without a seat count may not be there
 * for several travellers: where enough seats are asked for, the fewest miles that are known to be enough come first.
 */
export function orderBy(reader: Reader, sorts: readonly RecordSort[], filter: RecordFilter): string {
  const terms = sorts.flatMap(({ by, descending }) => {
    const term =
      by === 'date' && !descending ? BY_DATE : `${SORTS[by]} ${descending ? 'DESC ' : ''}NULLS LAST`;
    const isOffer = by === 'miles' && !descending && filter.enoughSeats === true && travellersOf(reader) > 1;
    return isOffer ? ['x.seats IS NULL', term] : [term];
  });
  return [...new Set([...terms, ...TIEBREAK])].join(', ');
}
