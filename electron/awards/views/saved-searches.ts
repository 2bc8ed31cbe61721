import type { SavedSearch } from '#shared/contract/awards.ts';
import { multiplyAmount, totalsByCurrency } from '#shared/money.ts';
import { amountOfColumn } from '../../storage/json-of-column.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isPartialRun } from '../coverage/complete.ts';
import { LISTED, type StoredTitle, TITLE, withTitle } from '../query/search-title.ts';
import { OFFER_FROM, type OfferColumns, offerFrom } from './offer.ts';

type Columns = OfferColumns &
  StoredTitle & {
    searchId: number;
    runs: number;
    records: number;
    lastRunAt: number;
    lastRunId: number;
    take: number | null;
    lastPages: number;
    partial: number;
  };

/** Every figure comes from an index or from stored counts; the cost, from the number of pages at each amount. */
const searches = (offer: string) => `
  SELECT s.id AS searchId, ${TITLE},
    (SELECT count(*) FROM award_runs WHERE search_id = s.id) AS runs,
    coalesce(l.records, 0) AS records,
    (SELECT max(id) FROM award_runs WHERE search_id = s.id) AS lastRunId,
    coalesce((SELECT received_at FROM award_pages
      WHERE run_id = (SELECT max(id) FROM award_runs WHERE search_id = s.id) ORDER BY id LIMIT 1), 0) AS lastRunAt,
    (SELECT input ->> '$.take' FROM award_pages
      WHERE run_id = (SELECT max(id) FROM award_runs WHERE search_id = s.id) ORDER BY id LIMIT 1) AS take,
    (SELECT count(*) FROM award_pages WHERE run_id = (SELECT max(id) FROM award_runs WHERE search_id = s.id)) AS lastPages,
    ${isPartialRun('(SELECT max(id) FROM award_runs WHERE search_id = s.id)')} AS partial,
    ${offer}
  FROM award_searches s ${OFFER_FROM} WHERE s.identity = ? AND ${LISTED} ORDER BY lastRunAt DESC, s.id DESC`;

/** What is saved for another marketplace identity than the one in use. */
type SavedElsewhere = { identity: string; searches: number; records: number };

/** The other marketplace identities with saved searches, the one with the most records first. */
export const savedElsewhere = (reader: Reader, identity: string): SavedElsewhere[] =>
  reader.all<SavedElsewhere>(
    sql(
      `SELECT s.identity, count(*) AS searches, coalesce(sum(l.records), 0) AS records
       FROM award_searches s ${OFFER_FROM} WHERE s.identity <> ? AND ${LISTED}
       GROUP BY s.identity ORDER BY records DESC, s.identity`,
      identity,
    ),
  );

/**
 * The saved searches of a marketplace identity, most recently run first.
 * @param today the user's local date; departed records are no offer
 */
export function savedSearches(reader: Reader, identity: string, today: string): SavedSearch[] {
  const costs = Map.groupBy(
    reader.all<{ searchId: number; cost: string; pages: number }>(
      sql(
        `SELECT c.search_id AS searchId, c.cost, c.pages FROM award_searches s
         CROSS JOIN award_search_costs c ON c.search_id = s.id WHERE s.identity = ? AND c.pages > 0`,
        identity,
      ),
    ),
    (row) => row.searchId,
  );
  const offer = offerFrom(today);
  return reader.all<Columns>(sql(searches(offer.text), ...offer.values, identity)).map((search) => ({
    ...withTitle(search),
    name: search.name,
    partial: search.partial === 1,
    take: typeof search.take === 'number' ? search.take : null,
    criteria: JSON.parse(search.criteria) as Record<string, unknown>,
    cost: totalsByCurrency(
      (costs.get(search.searchId) ?? []).flatMap(({ cost, pages }) => {
        const amount = amountOfColumn(cost);
        return amount === null ? [] : [multiplyAmount(amount, pages)];
      }),
    ),
  }));
}
