/**
 * Takes back what runs with pages left out were taken to prove: their first page had a cursor from elsewhere, or skipped
 * results that no page before it held. What complete runs prove stays removed; what others prove comes back with the
 * next page of their search, or when records are built again.
 */
export const unprovenRemovals = {
  version: 15,
  name: 'unproven removals',
  sql: `
    CREATE TABLE run_reads AS
      SELECT r.id AS run_id, r.search_id, r.broken, f.first,
        (SELECT has_more FROM award_pages WHERE id = f.last) IS 0 AS ended,
        NOT EXISTS (
          SELECT 1 FROM award_pages p WHERE p.run_id = r.id AND (
            p.id = f.first AND p.input ->> '$.cursor' IS NOT NULL
            OR (coalesce(p.input ->> '$.skip', 0) <= coalesce((
              SELECT max(coalesce(e.input ->> '$.skip', 0) + e.received) FROM award_pages e
              WHERE e.run_id = r.id AND e.id < p.id), 0)) IS NOT TRUE)) AS unbroken
      FROM award_runs r
      JOIN (SELECT run_id, min(id) AS first, max(id) AS last FROM award_pages GROUP BY run_id) f ON f.run_id = r.id;
    CREATE TABLE unproven AS SELECT first FROM run_reads WHERE NOT unbroken;

    -- The listings of searches: the newest complete run that began after a record was seen last.
    CREATE TABLE taken_back AS
      SELECT listing_id, day, record_id, route_id FROM award_listed WHERE removed IN (SELECT first FROM unproven);
    UPDATE award_listed SET removed = coalesce((
        SELECT max(c.first) FROM award_listings li JOIN run_reads c ON c.search_id = li.search_id
        WHERE li.id = award_listed.listing_id AND c.ended AND c.unbroken AND c.broken = 0
          AND c.first > award_listed.page_id), 0)
      WHERE removed IN (SELECT first FROM unproven)
        AND listing_id IN (SELECT id FROM award_listings WHERE search_id IS NOT NULL);

    -- The listings of routes: what any search of the same cabin still shows of the record on its day. Of a record at
    -- other miles, a run in the order of miles that is not complete shows nothing.
    UPDATE award_listed SET removed = coalesce((
        SELECT max(x.removed) FROM award_listings w JOIN award_searches s ON s.partition_id = w.partition_id
        JOIN award_listings li ON li.search_id = s.id
        JOIN award_listed x ON x.listing_id = li.id AND x.day = award_listed.day AND x.record_id = award_listed.record_id
        JOIN run_reads c ON c.first = x.removed
        WHERE w.id = award_listed.listing_id AND x.route_id = award_listed.route_id AND x.removed > award_listed.page_id
          AND (x.version_id = award_listed.version_id OR c.ended
            OR coalesce(s.criteria ->> '$.order_by', '') <> 'lowest_mileage')), 0)
      WHERE removed IN (SELECT first FROM unproven)
        AND listing_id IN (SELECT id FROM award_listings WHERE search_id IS NULL);

    UPDATE award_listed SET available = (SELECT v.available FROM award_versions v WHERE v.id = award_listed.version_id)
      FROM taken_back b
      WHERE b.listing_id = award_listed.listing_id AND b.day = award_listed.day
        AND b.record_id = award_listed.record_id AND award_listed.removed = 0;
    DROP TABLE run_reads;
    DROP TABLE unproven;
    DROP TABLE taken_back;
  `,
};
