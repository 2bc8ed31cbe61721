/** The insights, each compared with hand-written SQL for the same question over the same tables. */
import type { AwardReads } from '../../electron/awards/reads.ts';
import type { DatabaseConnection } from '../../electron/storage/open.ts';

type Example = { versionId: number; origin: string; destination: string; programme: string; cabin: string };

/** Every sighting of a route and cabin, with its page. */
const sightingsOf = (ofProgramme: string) => `
  WITH known AS MATERIALIZED (SELECT DISTINCT record_id FROM award_route_records
    WHERE route_id IN (SELECT id FROM award_routes WHERE origin = @origin AND destination = @destination)${ofProgramme})
  SELECT v.day, v.miles, p.received_at, p.purchase_id, o.run_id, v.id, v.programme_id
  FROM award_routes t CROSS JOIN award_search_routes b ON b.route_id = t.id
  CROSS JOIN award_searches s ON s.id = b.search_id CROSS JOIN award_partitions h ON h.id = s.partition_id
  CROSS JOIN award_runs r ON r.search_id = s.id CROSS JOIN known d
  CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = d.record_id
  CROSS JOIN award_versions v ON v.id = o.version_id AND v.available = 1
  CROSS JOIN award_pages p ON p.id = o.page_id
  WHERE t.origin = @origin AND t.destination = @destination AND h.identity = @identity AND h.cabin = @cabin`;

const SIGHTINGS = sightingsOf(
  ' AND programme_id = (SELECT id FROM award_programmes WHERE name = @programme)',
);

/** The runs that searched the route, with the times of their pages and whether they are complete. */
const RUNS = `
  SELECT r.id, min(p.received_at), max(p.received_at), min(p.has_more), max(p.partial), p.input, s.criteria,
    EXISTS (SELECT 1 FROM award_pages q CROSS JOIN award_broken b ON b.page_id = q.id WHERE q.run_id = r.id)
  FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
  CROSS JOIN award_runs r ON r.search_id = s.id CROSS JOIN award_pages p ON p.run_id = r.id
  WHERE h.identity = @identity AND h.cabin = @cabin AND instr(s.criteria, @origin) AND instr(s.criteria, @destination)
  GROUP BY r.id`;

/**
 * The same question as when space appears: every date with each run that saw space on it or read it and found none,
 * counted by weekday and by month, and the two bounds of each date. Only the estimate from these bounds is not in SQL.
 */
const SPACE = `
  WITH RECURSIVE seen (day, run_id) AS MATERIALIZED (SELECT DISTINCT day, run_id FROM (${SIGHTINGS})),
  covering (run_id, since, until, first_day, last_day) AS MATERIALIZED (
    SELECT r.id, min(p.received_at), max(p.received_at), unixepoch(s.criteria ->> '$.start_date') / 86400,
      unixepoch(s.criteria ->> '$.end_date') / 86400
    FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
    CROSS JOIN award_runs r ON r.search_id = s.id AND r.broken = 0 CROSS JOIN award_pages p ON p.run_id = r.id
    WHERE h.identity = @identity AND h.cabin = @cabin AND instr(s.criteria, @origin) AND instr(s.criteria, @destination)
    GROUP BY r.id HAVING min(p.has_more) = 0 AND max(p.partial) = 0),
  days (day) AS (
    SELECT min(first_day) FROM covering UNION ALL
    SELECT day + 1 FROM days WHERE day < (SELECT max(last_day) FROM covering)),
  readings (day, since, until, seen) AS MATERIALIZED (
    SELECT d.day, c.since, c.until, s.day IS NOT NULL
    FROM days d CROSS JOIN covering c ON d.day BETWEEN c.first_day AND c.last_day AND c.until < (d.day + 1) * 86400000
    LEFT JOIN seen s ON s.day = d.day AND s.run_id = c.run_id
    WHERE d.day - c.since / 86400000 <= 360 OR d.day IN (SELECT day FROM seen)),
  cells (day, lead, seen) AS MATERIALIZED (
    SELECT day, day - since / 86400000, max(seen) FROM readings GROUP BY 1, 2 HAVING day - since / 86400000 <= 360),
  firsts (day, first) AS MATERIALIZED (SELECT day, min(since) FROM readings WHERE seen GROUP BY day)
  SELECT 'weekday', (day + 4) % 7, lead, sum(seen), sum(1 - seen) FROM cells GROUP BY 2, 3
  UNION ALL
  SELECT 'month', CAST(strftime('%m', day * 86400, 'unixepoch') AS INTEGER), lead, sum(seen), sum(1 - seen)
  FROM cells GROUP BY 2, 3
  UNION ALL
  SELECT 'came', r.day, max(CASE WHEN NOT r.seen AND (f.first IS NULL OR r.since < f.first) THEN r.since END), f.first, 0
  FROM readings r LEFT JOIN firsts f ON f.day = r.day GROUP BY r.day
  UNION ALL
  SELECT 'stayed', r.day, f.first, min(CASE WHEN NOT r.seen THEN r.until END), max(CASE WHEN r.seen THEN r.since END)
  FROM readings r JOIN firsts f ON f.day = r.day AND r.since >= f.first GROUP BY r.day`;

/** The subject: a record as it is shown; the request names only its version. */
const RECORD = `
  SELECT v.day, v.miles, v.available, r.origin, r.destination, g.name, h.cabin, p.received_at
  FROM award_versions v CROSS JOIN award_records e ON e.id = v.record_id
  CROSS JOIN award_partitions h ON h.id = e.partition_id CROSS JOIN award_routes r ON r.id = v.route_id
  CROSS JOIN award_programmes g ON g.id = v.programme_id
  CROSS JOIN award_listings l ON l.partition_id = h.id AND l.route_id = r.id
  CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = v.day AND x.record_id = v.record_id
  CROSS JOIN award_pages p ON p.id = x.page_id WHERE v.id = @versionId`;

/** The Calls that paid for a figure's sources: every point and every run links to its own. */
const callsOf = (purchases: string) => `SELECT id, call_ref FROM purchases WHERE id IN (${purchases})`;

/** The three questions about one record. */
export function insightQuestions(
  db: DatabaseConnection,
  reads: AwardReads,
  identity: string,
  example: Example,
) {
  const { versionId, ...subject } = example;
  const values = { identity, ...subject };
  const record = db.prepare(RECORD);
  const least = db.prepare(
    `SELECT day, min(miles), received_at, run_id, id, call_ref FROM (${SIGHTINGS}) s
     CROSS JOIN (SELECT id AS bought, call_ref FROM purchases) ON bought = s.purchase_id GROUP BY day ORDER BY 2`,
  );
  const sightings = db.prepare(`${SIGHTINGS} ORDER BY p.received_at`);
  // Where one programme has too few dates, those of all are queried.
  const ofEveryProgramme = db.prepare(`${sightingsOf('')} ORDER BY p.received_at`);
  const runs = db.prepare(RUNS);
  const space = db.prepare(SPACE);
  const calls = db.prepare(
    callsOf(`SELECT p.purchase_id FROM award_searches s CROSS JOIN award_runs r ON r.search_id = s.id
      CROSS JOIN award_pages p ON p.run_id = r.id
      WHERE instr(s.criteria, @origin) AND instr(s.criteria, @destination)`),
  );
  const isWide = reads.stillThereInsight(versionId, AGE).like === 'route';
  return {
    'is it a good price': {
      ask: () => reads.priceInsight(versionId),
      floor: () => [record.all({ versionId }), least.all(values)],
    },
    'when does space come': {
      ask: () =>
        reads.spaceInsight(identity, {
          origins: [example.origin],
          destinations: [example.destination],
          programme: example.programme,
          cabin: example.cabin,
        }),
      floor: () => [space.all(values), runs.all(values), calls.all(values)],
    },
    'is it still there': {
      ask: () => reads.stillThereInsight(versionId, AGE),
      floor: () => [
        record.all({ versionId }),
        sightings.all(values),
        runs.all(values),
        calls.all(values),
        ...(isWide ? [ofEveryProgramme.all(values)] : []),
      ],
    },
  };
}

/** The age for the question whether the record is still there, in ms. */
const AGE = 30 * 86_400_000;
