/**
 * Versions by route and programme: what was ever seen on a route, records included that a service moved to another route
 * or programme since, is found without reading the versions of all routes.
 */
export const versionsByRoute = {
  version: 16,
  name: 'versions by route',
  sql: `
    CREATE INDEX award_versions_by_route ON award_versions (route_id, programme_id, record_id);
  `,
};
