import type { RecordSort } from '#shared/contract/awards.ts';
import { NO_DAY } from './day.ts';

/** What a sort looks at; null where a row has nothing to sort by, and comes last either way. */
const SORTS: Readonly<Record<RecordSort['by'], string>> = {
  date: `nullif(x.day, ${NO_DAY})`,
  route: "(SELECT origin || ' ' || destination FROM award_routes WHERE id = x.route_id)",
  programme: '(SELECT name FROM award_programmes WHERE id = x.programme_id) COLLATE NOCASE',
  available: 'x.available',
  miles: 'x.miles',
  seats: 'x.seats',
  direct: 'x.direct',
  airlines: "(SELECT nullif(airlines, '') FROM award_airline_lists WHERE id = x.airlines_id)",
  seen: '(SELECT received_at FROM award_pages WHERE id = x.page_id)',
};

/** Ascending, NO_DAY is last by itself, and the key order of the listing gives the rows without sorting. */
const BY_DATE = 'x.day';

/** Ends every order: a record occurs once, so that a window never shows a row twice or skips one. */
const TIEBREAK = [BY_DATE, 'x.record_id'];

/** The ORDER BY of up to three sorts; by date where there is none (§4, rule 8). */
export function orderBy(sorts: readonly RecordSort[]): string {
  const terms = sorts.map(({ by, descending }) =>
    by === 'date' && !descending ? BY_DATE : `${SORTS[by]} ${descending ? 'DESC ' : ''}NULLS LAST`,
  );
  return [...new Set([...terms, ...TIEBREAK])].join(', ');
}
