/**
 * Which searches ever brought a record of a route: what was seen on a route is then looked up in the runs of these searches
 * and not in those of every search.
 */
export const searchRoutes = {
  version: 24,
  name: 'search routes',
  sql: `
    CREATE TABLE award_search_routes (
      route_id INTEGER NOT NULL,
      search_id INTEGER NOT NULL,
      PRIMARY KEY (route_id, search_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO award_search_routes (route_id, search_id)
      SELECT DISTINCT v.route_id, l.search_id FROM award_listings l CROSS JOIN award_listed x ON x.listing_id = l.id
      CROSS JOIN award_versions v ON v.record_id = x.record_id WHERE l.search_id IS NOT NULL;
  `,
};
