import type { RecordSort } from '#shared/contract/awards.ts';
import { NO_DAY } from './day.ts';

/** What a sort looks at, and the condition that puts a row last either way because it has nothing to sort by. */
const SORTS: Readonly<Record<RecordSort['by'], { by: string; last?: string }>> = {
  date: { by: 'x.day', last: `x.day = ${NO_DAY}` },
  route: { by: "(SELECT origin || ' ' || destination FROM award_routes WHERE id = x.route_id)" },
  programme: { by: '(SELECT name FROM award_programmes WHERE id = x.programme_id) COLLATE NOCASE' },
  available: { by: 'x.available' },
  miles: { by: 'x.miles', last: 'x.miles IS NULL' },
  seats: { by: 'x.seats', last: 'x.seats IS NULL' },
  direct: { by: 'x.direct' },
  airlines: {
    by: '(SELECT airlines FROM award_airline_lists WHERE id = x.airlines_id)',
    last: "(SELECT airlines = '' FROM award_airline_lists WHERE id = x.airlines_id)",
  },
  seen: { by: '(SELECT received_at FROM award_pages WHERE id = x.page_id)' },
};

/** Ends every order: a record occurs once, so that a window never shows a row twice or skips one. */
const TIEBREAK = ['x.day', 'x.record_id'];

/** The ORDER BY of up to three sorts; by date where there is none (§4, rule 8). */
export function orderBy(sorts: readonly RecordSort[]): string {
  const terms = sorts.flatMap(({ by, descending }) => {
    const sort = SORTS[by];
    // Ascending, NO_DAY is last by itself, and the key order of the listing gives the rows without sorting.
    const last = sort.last === undefined || (by === 'date' && !descending) ? [] : [sort.last];
    return [...last, descending ? `${sort.by} DESC` : sort.by];
  });
  return [...new Set([...terms, ...TIEBREAK])].join(', ');
}
