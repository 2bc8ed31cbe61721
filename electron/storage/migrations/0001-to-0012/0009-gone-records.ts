/**
 * What a later asking has shown to be gone: a record that a search had, and did not have any more when it was asked
 * again. `gone` is the first page of that asking, 0 where there is none; a row that is gone has no award space,
 * whatever was last said of it. A route's row is gone where any search that had the record shows so.
 *
 * Of what is kept already, the askings that were read to their end tell; what others prove comes with their next page.
 */
export const goneRecords = {
  version: 9,
  name: 'gone records',
  sql: `
    ALTER TABLE award_listed ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE proven AS
      SELECT li.id AS listing_id, max(f.first) AS first
      FROM award_listings li JOIN award_runs r ON r.search_id = li.search_id
      JOIN (SELECT run_id, min(id) AS first, max(id) AS last FROM award_pages GROUP BY run_id) f ON f.run_id = r.id
      JOIN award_pages b ON b.id = f.first JOIN award_pages e ON e.id = f.last
      WHERE e.has_more = 0 AND r.broken = 0 AND coalesce(b.input ->> '$.skip', 0) = 0
      GROUP BY li.id;
    UPDATE award_listed SET gone = proven.first, available = 0
      FROM proven WHERE proven.listing_id = award_listed.listing_id AND award_listed.page_id < proven.first;
    DROP TABLE proven;

    CREATE TABLE proven AS
      SELECT w.id AS listing_id, x.day, x.record_id, max(x.gone) AS first
      FROM award_listed x JOIN award_listings li ON li.id = x.listing_id AND li.search_id IS NOT NULL
      JOIN award_searches s ON s.id = li.search_id
      JOIN award_listings w ON w.shelf_id = s.shelf_id AND w.route_id = x.route_id
      WHERE x.gone > 0 GROUP BY w.id, x.day, x.record_id;
    UPDATE award_listed SET gone = proven.first, available = 0
      FROM proven
      WHERE proven.listing_id = award_listed.listing_id AND proven.day = award_listed.day
        AND proven.record_id = award_listed.record_id AND award_listed.page_id < proven.first;
    DROP TABLE proven;
  `,
};
