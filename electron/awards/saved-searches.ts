import type { SavedSearch } from '#shared/contract/awards.ts';
import { totalsByCurrency } from '#shared/money.ts';
import type { PurchaseOf } from './runs.ts';
import { type Reader, sql } from './sql.ts';

type Columns = {
  searchId: number;
  title: string;
  criteria: string;
  runs: number;
  records: number;
  lastAskedAt: number;
  lastRunId: number;
  cheapest: number | null;
};

/** Each figure by its index: counts kept as pages were written, the cheapest as the first entry of a partial index. */
const SEARCHES = `
  SELECT s.id AS searchId, s.title, s.criteria,
    (SELECT count(*) FROM award_runs WHERE search_id = s.id) AS runs,
    coalesce((SELECT records FROM award_listings WHERE search_id = s.id), 0) AS records,
    (SELECT max(id) FROM award_runs WHERE search_id = s.id) AS lastRunId,
    coalesce((SELECT received_at FROM award_pages
      WHERE run_id = (SELECT max(id) FROM award_runs WHERE search_id = s.id) ORDER BY id LIMIT 1), 0) AS lastAskedAt,
    (SELECT miles FROM award_listed
      WHERE listing_id = (SELECT id FROM award_listings WHERE search_id = s.id) AND available = 1
        AND miles IS NOT NULL ORDER BY miles LIMIT 1) AS cheapest
  FROM award_searches s WHERE s.identity = ? ORDER BY lastAskedAt DESC, s.id DESC`;

/** The saved searches of a marketplace identity, the one asked last first. */
export function savedSearches(reader: Reader, identity: string, purchaseOf: PurchaseOf): SavedSearch[] {
  const purchases = Map.groupBy(
    reader.all<{ searchId: number; purchaseId: string }>(
      sql(
        `SELECT r.search_id AS searchId, p.purchase_id AS purchaseId
         FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id
         CROSS JOIN award_pages p ON p.run_id = r.id WHERE s.identity = ?`,
        identity,
      ),
    ),
    (row) => row.searchId,
  );
  return reader.all<Columns>(sql(SEARCHES, identity)).map((search) => ({
    ...search,
    criteria: JSON.parse(search.criteria) as Record<string, unknown>,
    cost: totalsByCurrency(
      (purchases.get(search.searchId) ?? []).flatMap(({ purchaseId }) => purchaseOf(purchaseId)?.cost ?? []),
    ),
  }));
}
