import type { Offer } from '#shared/contract/awards.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { dayOf } from '../coverage/day.ts';
import { HAS_FEWER_SEATS, isCounted } from '../query/travellers.ts';

/** Columns over `award_searches s`: the award space of a saved search that has not departed. */
export type OfferColumns = { offer: Offer; cheapest: number | null };

/** Joins the search's listing as `l`. */
export const OFFER_FROM = 'LEFT JOIN award_listings l ON l.search_id = s.id';

/**
 * Whether a search has award space for all travellers from a day on, and its fewest miles: of what has a seat count
 * first, where there are several travellers. Both use an index: the listing's key for the days
 * left, and a partial index for the first entry that is not before the day.
 * @param today the user’s local date
 */
export function offerFrom(today: string): Sql {
  const day = dayOf(today);
  const left = 'SELECT 1 FROM award_listed x WHERE listing_id = l.id AND day >= ?';
  const cheapest = (which: string) => `(
       SELECT miles FROM award_listed x
       WHERE listing_id = l.id AND +day >= ? AND available = 1 AND miles IS NOT NULL AND NOT ${HAS_FEWER_SEATS} AND ${which}
       ORDER BY miles LIMIT 1)`;
  return sql(
    `CASE
       WHEN s.criteria ->> '$.end_date' < ? THEN 'departed'
       WHEN coalesce(l.records, 0) = 0 THEN
         iif(EXISTS (SELECT 1 FROM award_runs b WHERE b.search_id = s.id AND b.broken > 0), 'set_aside', 'no_record')
       WHEN NOT EXISTS (${left}) THEN 'departed'
       WHEN EXISTS (${left} AND available = 1 AND NOT ${HAS_FEWER_SEATS}) THEN 'space'
       WHEN EXISTS (${left} AND available = 1) THEN 'few_seats'
       ELSE 'none' END AS offer,
     CASE WHEN NOT (s.criteria ->> '$.end_date' < ?) IS TRUE AND EXISTS (${left}) THEN
       coalesce(${cheapest(isCounted('seats'))}, ${cheapest('seats IS NULL')}) END AS cheapest`,
    today,
    day,
    day,
    day,
    today,
    day,
    day,
    day,
  );
}
