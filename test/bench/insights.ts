/** The answers from earlier runs, each against SQL written by hand for the same question over the same tables. */
import type { AwardReads } from '../../electron/awards/reads.ts';
import type { DatabaseConnection } from '../../electron/storage/open.ts';

type Asked = { versionId: number; origin: string; destination: string; programme: string; cabin: string };

/** Every sighting of a route and cabin, with the page that brought it. */
const sightingsOf = (ofProgramme: string) => `
  WITH known AS MATERIALIZED (SELECT DISTINCT record_id, day FROM award_versions
    WHERE route_id IN (SELECT id FROM award_routes WHERE origin = @origin AND destination = @destination)${ofProgramme})
  SELECT v.day, v.miles, p.received_at, p.purchase_id, o.run_id, v.id
  FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
  CROSS JOIN award_listings i ON i.search_id = s.id CROSS JOIN known d
  CROSS JOIN award_listed y ON y.listing_id = i.id AND y.day = d.day AND y.record_id = d.record_id
  CROSS JOIN award_runs r ON r.search_id = s.id
  CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = d.record_id
  CROSS JOIN award_versions v ON v.id = o.version_id AND v.available = 1
  CROSS JOIN award_pages p ON p.id = o.page_id
  WHERE h.identity = @identity AND h.cabin = @cabin`;

const SIGHTINGS = sightingsOf(
  ' AND programme_id = (SELECT id FROM award_programmes WHERE name = @programme)',
);

/** The runs that asked for the route, with the time of their pages and whether they came to an end. */
const RUNS = `
  SELECT r.id, min(p.received_at), max(p.received_at), min(p.has_more), s.criteria
  FROM award_partitions h CROSS JOIN award_searches s ON s.partition_id = h.id
  CROSS JOIN award_runs r ON r.search_id = s.id CROSS JOIN award_pages p ON p.run_id = r.id
  WHERE h.identity = @identity AND h.cabin = @cabin AND instr(s.criteria, @origin) AND instr(s.criteria, @destination)
  GROUP BY r.id`;

/** The three questions about one record. */
export function insightQuestions(db: DatabaseConnection, reads: AwardReads, identity: string, asked: Asked) {
  const { versionId, ...subject } = asked;
  const values = { identity, ...subject };
  const least = db.prepare(
    `SELECT day, min(miles), received_at, run_id FROM (${SIGHTINGS}) GROUP BY day ORDER BY 2`,
  );
  const sightings = db.prepare(`${SIGHTINGS} ORDER BY p.received_at`);
  // Where the dates of one programme are too few, those of all are asked for.
  const ofEveryProgramme = db.prepare(`${sightingsOf('')} ORDER BY p.received_at`);
  const runs = db.prepare(RUNS);
  return {
    'is it a good price': {
      ask: () => reads.priceInsight(versionId),
      floor: () => least.all(values),
    },
    'when does space come': {
      ask: () =>
        reads.spaceInsight(identity, {
          origins: [asked.origin],
          destinations: [asked.destination],
          programme: asked.programme,
          cabin: asked.cabin,
        }),
      floor: () => [sightings.all(values), runs.all(values)],
    },
    'is it still there': {
      ask: () => reads.stillThereInsight(versionId, 3_600_000),
      floor: () => [sightings.all(values), runs.all(values), ofEveryProgramme.all(values)],
    },
  };
}
