/**
 * Which records were ever seen on a route, in a programme: in the place of an index that held each of their versions, which
 * took three times as much of the file. The standings of a group of prices are found by it as well.
 */
export const routeRecords = {
  version: 30,
  name: 'route records',
  sql: `
    CREATE TABLE award_route_records (
      route_id INTEGER NOT NULL,
      programme_id INTEGER NOT NULL,
      record_id INTEGER NOT NULL,
      PRIMARY KEY (route_id, programme_id, record_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO award_route_records (route_id, programme_id, record_id)
      SELECT DISTINCT route_id, programme_id, record_id FROM award_versions ORDER BY route_id, programme_id, record_id;
    DROP INDEX award_versions_by_route;
    DROP INDEX award_price_standings_by_group;
  `,
};
