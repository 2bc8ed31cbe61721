import type { Reading } from '#shared/insights/readings.ts';
import { programmeKey } from '#shared/places/programmes.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { NO_DAY } from '../coverage/day.ts';
import type { PurchaseOf } from '../query/runs.ts';

/** The award space that an insight is about. */
export type Subject = {
  identity: string;
  /** The requested cabin; '' if none. Cabins are never counted together. */
  cabin: string;
  /** Sources are never counted together. */
  source: string;
  origin: string;
  destination: string;
  /** null: any. */
  programme: string | null;
};

/** Where a figure comes from: a run, and the purchase of its page. */
export type SightingSource = { runId: number; purchaseId: string };

/** Award space that one run saw on one travel date. */
export type Sighting = SightingSource & {
  programme: string;
  /** Days since 1970-01-01. */
  day: number;
  /** Null if not given. */
  miles: number | null;
  seats: number | null;
  /** UTC ms of the page. */
  at: number;
  versionId: number;
};

export type SourcedReading = Reading & SightingSource;

/** Older sightings say little about today, and counting them would take longer each year. */
const YEARS_COUNTED_MS = 2 * 366 * 86_400_000;

/**
 * The first moment that counts (UTC ms), relative to the newest page, and a run before which none counts. Pages are in
 * the order received, which is the order of their times only while nobody changes the clock.
 */
export function countedFrom(reader: Reader): { since: number; firstRun: number } {
  const newest = reader.get<{ at: number }>(
    sql('SELECT received_at AS at FROM award_pages ORDER BY id DESC LIMIT 1'),
  );
  const since = (newest?.at ?? 0) - YEARS_COUNTED_MS;
  // Without older pages, every run counts; the index by time finds that at once.
  const first = reader.get<{ runId: number }>(
    sql(
      `SELECT run_id AS runId FROM award_pages
       WHERE EXISTS (SELECT 1 FROM award_pages WHERE received_at < ?)
         AND id = (SELECT min(id) FROM award_pages INDEXED BY award_pages_by_time WHERE received_at >= ?)`,
      since,
      since,
    ),
  );
  return { since, firstRun: first?.runId ?? 0 };
}

/**
 * All sightings of award space of a subject within two years of the newest page, oldest first. Finds records by their
 * versions on the route, then looks them up in the runs of the route's searches. That needs no index over all
 * observations, and the cost depends on the records of this route rather than on the size of the searches.
 */
export function sightingsOf(reader: Reader, subject: Subject): Sighting[] {
  const { since, firstRun } = countedFrom(reader);
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
       SELECT g.name AS programme, v.day, v.miles, v.seats, p.received_at AS at, v.id AS versionId, o.run_id AS runId,
         p.purchase_id AS purchaseId
       FROM ${searches.length > 1 ? OF_THEIR_SEARCHES : OF_ONE_SEARCH}
       CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = l.record_id
       CROSS JOIN award_versions v ON v.id = o.version_id
       CROSS JOIN award_programmes g ON g.id = v.programme_id
       CROSS JOIN award_pages p ON p.id = o.page_id
       WHERE r.id >= ? AND p.received_at >= ? AND v.available = 1 AND v.day < ${NO_DAY} AND v.route_id IN route ${ofProgramme.text}
       ORDER BY p.received_at, o.page_id, o.position`,
      origin,
      destination,
      ...ofProgramme.values,
      JSON.stringify(searches.map(({ searchId }) => searchId)),
      firstRun,
      since,
      ...ofProgramme.values,
    ),
  );
}

/** The stored spellings of a programme, the word itself among them if it is stored. */
export function spellingsOf(reader: Reader, programme: string): string[] {
  const key = programmeKey(programme);
  return reader
    .all<{ name: string }>(sql('SELECT name FROM award_programmes'))
    .flatMap(({ name }) => (programmeKey(name) === key ? name : []));
}

/** The same under every spelling of the programme: a source that changes its spelling has not removed anything. */
export const sightingsOfProgramme = (
  reader: Reader,
  { programme, ...subject }: Subject & { programme: string },
): Sighting[] =>
  spellingsOf(reader, programme)
    .flatMap((spelling) => sightingsOf(reader, { ...subject, programme: spelling }))
    .sort((a, b) => a.at - b.at);

/** Restricts several searches of a route to those that list a record, to skip the runs of the others. */
const LISTED = `,
       listed (record_id, search_id) AS MATERIALIZED (
         SELECT DISTINCT k.record_id, i.search_id FROM known k CROSS JOIN award_versions d ON d.record_id = k.record_id
         CROSS JOIN json_each(?) w CROSS JOIN award_listings i ON i.search_id = w.value
         CROSS JOIN award_listed y ON y.listing_id = i.id AND y.day = d.day AND y.record_id = k.record_id)`;

const OF_THEIR_SEARCHES = 'listed l CROSS JOIN award_runs r ON r.search_id = l.search_id';

const OF_ONE_SEARCH = 'json_each(?) w CROSS JOIN award_runs r ON r.search_id = w.value CROSS JOIN known l';

export type SourceCall = { runId: number; purchaseId: string; callRef: string | null };

/** Adds the paid Call to sources. Many share one, so look-ups are cached. */
export function sourceCalls(purchaseOf: PurchaseOf): (source: SightingSource) => SourceCall {
  const calls = new Map<string, string | null>();
  return ({ runId, purchaseId }) => {
    const known = calls.get(purchaseId);
    const callRef = known === undefined ? (purchaseOf(purchaseId)?.callRef ?? null) : known;
    calls.set(purchaseId, callRef);
    return { runId, purchaseId, callRef };
  };
}
