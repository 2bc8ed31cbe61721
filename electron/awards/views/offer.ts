import type { Offer } from '#shared/contract/awards.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { dayOf } from '../coverage/day.ts';

/** Columns over `award_searches s`: the award space of a saved search that has not departed. */
export type OfferColumns = { offer: Offer; cheapest: number | null };

/** Joins the search's listing as `l`. */
export const OFFER_FROM = 'LEFT JOIN award_listings l ON l.search_id = s.id';

/**
 * Whether a search has award space from a day on, and its fewest miles. Both use an index: the listing's key for the days
 * left, and a partial index for the first entry that is not before the day.
 * @param today the user’s local date
 */
export function offerFrom(today: string): Sql {
  const day = dayOf(today);
  const left = 'SELECT 1 FROM award_listed WHERE listing_id = l.id AND day >= ?';
  return sql(
    `CASE
       WHEN s.criteria ->> '$.end_date' < ? THEN 'departed'
       WHEN coalesce(l.records, 0) = 0 THEN
         iif(EXISTS (SELECT 1 FROM award_runs b WHERE b.search_id = s.id AND b.broken > 0), 'set_aside', 'no_record')
       WHEN NOT EXISTS (${left}) THEN 'departed'
       WHEN EXISTS (${left} AND available = 1) THEN 'space'
       ELSE 'none' END AS offer,
     CASE WHEN NOT (s.criteria ->> '$.end_date' < ?) IS TRUE AND EXISTS (${left}) THEN (
       SELECT miles FROM award_listed
       WHERE listing_id = l.id AND +day >= ? AND available = 1 AND miles IS NOT NULL ORDER BY miles LIMIT 1
     ) END AS cheapest`,
    today,
    day,
    day,
    today,
    day,
    day,
  );
}
