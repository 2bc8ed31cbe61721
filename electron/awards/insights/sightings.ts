import type { Reading } from '#shared/insights/readings.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import type { PurchaseOf } from '../query/runs.ts';

/** Which award space a question is about. */
export type Subject = {
  identity: string;
  /** The requested cabin, '' where none was: records of two are never counted together. */
  cabin: string;
  /** Records of two sources are never counted together. */
  source: string;
  origin: string;
  destination: string;
  /** null: any. */
  programme: string | null;
};

/** Where a figure comes from: a run, and the purchase whose page says it. */
export type SightingSource = { runId: number; purchaseId: string };

/** Award space that one run saw on one date of travel. */
export type Sighting = SightingSource & {
  programme: string;
  /** Days since 1970-01-01. */
  day: number;
  /** Whole miles; null where none is given. */
  miles: number | null;
  /** UTC ms of the page. */
  at: number;
  versionId: number;
};

export type SourcedReading = Reading & SightingSource;

/**
 * Every sighting of award space of a subject, oldest first. Records are found by the versions that they had on
 * the route, and looked up in the runs of the searches that list them: no index over all observations is needed, and a
 * search of a hundred thousand records costs no more than its records of this route.
 */
export function sightingsOf(reader: Reader, subject: Subject): Sighting[] {
  const { identity, cabin, source, origin, destination, programme } = subject;
  return reader.all<Sighting>(
    sql(
      `WITH listed (record_id, partition_id) AS MATERIALIZED (
         SELECT DISTINCT e.id, e.partition_id FROM award_routes t CROSS JOIN award_versions v ON v.route_id = t.id
         CROSS JOIN award_records e ON e.id = v.record_id
         CROSS JOIN award_partitions h ON h.id = e.partition_id
         WHERE h.identity = ? AND h.cabin = ? AND h.source = ? AND t.origin = ? AND t.destination = ?
           AND (? IS NULL OR v.programme_id = (SELECT id FROM award_programmes WHERE name = ?))),
       placed (record_id, day, listing_id, search_id) AS MATERIALIZED (
         SELECT DISTINCT l.record_id, d.day, i.id, i.search_id
         FROM listed l CROSS JOIN award_versions d ON d.record_id = l.record_id
         CROSS JOIN award_searches s ON s.partition_id = l.partition_id
         CROSS JOIN award_listings i ON i.search_id = s.id
         CROSS JOIN award_listed y ON y.listing_id = i.id AND y.day = d.day AND y.record_id = l.record_id)
       SELECT g.name AS programme, v.day, v.miles, p.received_at AS at, v.id AS versionId, o.run_id AS runId,
         p.purchase_id AS purchaseId
       FROM placed l CROSS JOIN award_runs r ON r.search_id = l.search_id
       CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = l.record_id
       CROSS JOIN award_versions v ON v.id = o.version_id
       CROSS JOIN award_routes t ON t.id = v.route_id
       CROSS JOIN award_programmes g ON g.id = v.programme_id
       CROSS JOIN award_pages p ON p.id = o.page_id
       WHERE v.available = 1 AND v.day < 2000000000 AND t.origin = ? AND t.destination = ?
         AND (? IS NULL OR g.name = ?)
       ORDER BY p.received_at, o.page_id, o.position`,
      identity,
      cabin,
      source,
      origin,
      destination,
      programme,
      programme,
      origin,
      destination,
      programme,
      programme,
    ),
  );
}

export type SourceCall = { runId: number; purchaseId: string; callRef: string | null };

/** Sources with the Calls that paid for them; many have one, which is looked up once. */
export function sourceCalls(purchaseOf: PurchaseOf): (source: SightingSource) => SourceCall {
  const calls = new Map<string, string | null>();
  return ({ runId, purchaseId }) => {
    const known = calls.get(purchaseId);
    const callRef = known === undefined ? (purchaseOf(purchaseId)?.callRef ?? null) : known;
    calls.set(purchaseId, callRef);
    return { runId, purchaseId, callRef };
  };
}
