/** Hand-written SQL for a single screen, over the same tables: the floor of every read. */
import type { DatabaseConnection } from '../../electron/storage/open.ts';
import { CHANGES } from './changes.ts';

const SHOWN = `
  SELECT v.id, v.day, r.origin, r.destination, g.name, v.available, v.miles, v.seats, v.direct, a.airlines,
    p.received_at, v.added_id, m.starred, m.tags, m.note
  FROM found f CROSS JOIN award_versions v ON v.id = f.version_id CROSS JOIN award_pages p ON p.id = f.page_id
  CROSS JOIN award_routes r ON r.id = v.route_id CROSS JOIN award_programmes g ON g.id = v.programme_id
  CROSS JOIN award_airline_lists a ON a.id = v.airlines_id
  CROSS JOIN award_records e ON e.id = v.record_id CROSS JOIN award_partitions s ON s.id = e.partition_id
  LEFT JOIN record_marks m ON m.identity = s.identity AND m.cabin = s.cabin AND m.record_key = e.record_key`;

export function floorSql(db: DatabaseConnection) {
  const window = (where: string, order: string) => {
    const rows = db.prepare<[number]>(
      `WITH found AS MATERIALIZED (SELECT version_id, page_id FROM award_listed WHERE listing_id = ? ${where}
       ORDER BY ${order} LIMIT 100) ${SHOWN}`,
    );
    const count = db
      .prepare<[number], number>(`SELECT count(*) FROM award_listed WHERE listing_id = ? ${where}`)
      .pluck();
    return (listing: number) => {
      rows.all(listing);
      return where === '' ? undefined : count.get(listing);
    };
  };
  const calendar = db.prepare<[number]>(
    `SELECT day, min(CASE WHEN available THEN miles END), max(CASE WHEN available THEN seats END), sum(available),
       count(*)
     FROM award_listed WHERE listing_id = ? GROUP BY day ORDER BY day`,
  );
  const sums = db.prepare<[number]>(
    `SELECT count(*), sum(direct), max(seats), count(miles), min(miles) FROM award_listed
     WHERE listing_id = ? AND available = 1`,
  );
  const words = db.prepare<[number]>(
    'SELECT DISTINCT programme_id, airlines_id FROM award_listed WHERE listing_id = ? AND available = 1',
  );
  const middle = db.prepare<[number, number]>(
    'SELECT miles FROM award_listed WHERE listing_id = ? AND available = 1 AND miles IS NOT NULL ORDER BY miles LIMIT 2 OFFSET ?',
  );
  const named = db.prepare<[number]>(
    `SELECT s.title, (SELECT max(p.received_at) FROM award_runs r JOIN award_pages p ON p.run_id = r.id
       WHERE r.search_id = s.id)
     FROM award_listings l JOIN award_searches s ON s.id = l.search_id WHERE l.id = ?`,
  );
  return {
    firstRows: window('', 'day, miles IS NULL, miles, record_id'),
    changed: new Map(CHANGES.map(({ name, where, order }) => [name, window(where, order)])),
    calendar: (listing: number) => calendar.all(listing),
    compare: (listings: readonly number[]) =>
      listings.map((listing) => {
        named.get(listing);
        calendar.all(listing);
        const [sum] = Object.values(sums.get(listing) as Record<string, number>);
        words.all(listing);
        return middle.all(listing, Math.floor((sum ?? 0) / 2));
      }),
    listingOf: db
      .prepare<[number], number>('SELECT id FROM award_listings WHERE search_id = ?')
      .pluck() as unknown as { get(searchId: number): number | undefined },
  };
}
