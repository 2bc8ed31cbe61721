import type { DatabaseConnection } from '../../storage/open.ts';
import type { Stored } from './version-writer.ts';

/** Records the routes on which a search returned records. They are never removed: an extra one only costs time. */
export function prepareSearchRoutes(db: DatabaseConnection) {
  const insert = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO award_search_routes (route_id, search_id) VALUES (?, ?)',
  );

  /** Opens the routes of a search for one page's writing. */
  return (searchId: number) => {
    const routes = new Set<number>();
    return {
      add({ content }: Stored): void {
        routes.add(content.routeId);
      },
      close(): void {
        for (const routeId of routes) insert.run(routeId, searchId);
      },
    };
  };
}

/** Inserts the routes of every search, after tables were copied. */
export const EVERY_SEARCH_ROUTE = `
  INSERT INTO main.award_search_routes (route_id, search_id)
  SELECT DISTINCT v.route_id, s.search_id FROM main.award_listings s
  CROSS JOIN main.award_listed x ON x.listing_id = s.id
  CROSS JOIN main.award_versions v ON v.record_id = x.record_id WHERE s.search_id IS NOT NULL`;
