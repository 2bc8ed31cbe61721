import type { Reading } from '#shared/insights/readings.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';
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

/** What was seen longer ago says little of today, and counting it would take longer with each year. */
const YEARS_COUNTED_MS = 2 * 366 * 86_400_000;

/** The last run that is too long ago to be counted, by the newest page of all; 0 where none is. */
export const lastUncounted = (reader: Reader): number =>
  reader.get<{ runId: number }>(
    sql(
      `SELECT run_id AS runId FROM award_pages
       WHERE received_at < (SELECT max(received_at) FROM award_pages) - ${YEARS_COUNTED_MS}
       ORDER BY received_at DESC, id DESC LIMIT 1`,
    ),
  )?.runId ?? 0;

/**
 * Every sighting of award space of a subject within two years of the newest page, oldest first. Records are found by
 * the versions that they had on the route, and looked up in the runs of the searches of the route: no index over all
 * observations is needed, and a search of a hundred thousand records costs no more than its records of this route.
 */
export function sightingsOf(reader: Reader, subject: Subject): Sighting[] {
  const { identity, cabin, source, origin, destination, programme } = subject;
  const searches = reader.all<{ searchId: number }>(
    sql(
      `SELECT DISTINCT s.id AS searchId FROM award_routes t CROSS JOIN award_search_routes b ON b.route_id = t.id
       CROSS JOIN award_searches s ON s.id = b.search_id CROSS JOIN award_partitions h ON h.id = s.partition_id
       WHERE t.origin = ? AND t.destination = ? AND h.identity = ? AND h.cabin = ? AND h.source = ?`,
      origin,
      destination,
      identity,
      cabin,
      source,
    ),
  );
  const ofProgramme =
    programme === null
      ? sql('')
      : sql('AND v.programme_id = (SELECT id FROM award_programmes WHERE name = ?)', programme);
  return reader.all<Sighting>(
    sql(
      `WITH route (id) AS MATERIALIZED (SELECT id FROM award_routes WHERE origin = ? AND destination = ?),
       known (record_id) AS MATERIALIZED (
         SELECT DISTINCT v.record_id FROM route t CROSS JOIN award_route_records v ON v.route_id = t.id ${ofProgramme.text})
         ${searches.length > 1 ? LISTED : ''}
       SELECT g.name AS programme, v.day, v.miles, p.received_at AS at, v.id AS versionId, o.run_id AS runId,
         p.purchase_id AS purchaseId
       FROM ${searches.length > 1 ? OF_THEIR_SEARCHES : OF_ONE_SEARCH}
       CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = l.record_id
       CROSS JOIN award_versions v ON v.id = o.version_id
       CROSS JOIN award_programmes g ON g.id = v.programme_id
       CROSS JOIN award_pages p ON p.id = o.page_id
       WHERE r.id > ? AND v.available = 1 AND v.day < ${NO_DAY} AND v.route_id IN route ${ofProgramme.text}
       ORDER BY p.received_at, o.page_id, o.position`,
      origin,
      destination,
      ...ofProgramme.values,
      JSON.stringify(searches.map(({ searchId }) => searchId)),
      lastUncounted(reader),
      ...ofProgramme.values,
    ),
  );
}

/** Of several searches of a route, those that list a record: the many runs of the others need not be looked into. */
const LISTED = `,
       listed (record_id, search_id) AS MATERIALIZED (
         SELECT DISTINCT k.record_id, i.search_id FROM known k CROSS JOIN award_versions d ON d.record_id = k.record_id
         CROSS JOIN json_each(?) w CROSS JOIN award_listings i ON i.search_id = w.value
         CROSS JOIN award_listed y ON y.listing_id = i.id AND y.day = d.day AND y.record_id = k.record_id)`;

const OF_THEIR_SEARCHES = 'listed l CROSS JOIN award_runs r ON r.search_id = l.search_id';

const OF_ONE_SEARCH = 'json_each(?) w CROSS JOIN award_runs r ON r.search_id = w.value CROSS JOIN known l';

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
