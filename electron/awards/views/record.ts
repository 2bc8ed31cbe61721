import type { Itinerary } from '#shared/award-search/itinerary.ts';
import { partWays, type WayApart } from '#shared/award-search/unrequested-ways.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { readerOfSource, unwrappedOutput } from '#shared/record-kinds/record-kinds.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { criteriaMembers } from '../coverage/request-answered.ts';
import { storedItineraries, storedItinerary } from '../itineraries/stored-itinerary.ts';
import { rowsOf } from '../query/row.ts';
import type { PurchaseOf } from '../query/runs.ts';
import { newestPlace } from '../query/selection-snapshot.ts';
import { rawAt, rawTextAt } from './broken.ts';

const DAMAGED_DETAILS = 'Trip details of this record are damaged in the data file: not all can be read.';
const DAMAGED_REMARK = 'What was noted of this record is damaged in the data file and cannot be read.';

/** What was noted of a record, or that it cannot be read. */
function remarksIn(stored: string | null): string[] {
  const remarks = jsonOfColumn(stored, [DAMAGED_REMARK]) ?? [];
  return isTexts(remarks) ? remarks : [DAMAGED_REMARK];
}

const addedIn = (stored: string | null): string[] => {
  const names = jsonOfColumn(stored);
  return isTexts(names) ? names : [];
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

type Version = {
  recordId: number;
  originRegion: string;
  destinationRegion: string;
  added: string | null;
  remarks: string | null;
};
const sourceOf = (reader: Reader, runId: number): string =>
  reader.get<{ source: string }>(
    sql(
      `SELECT h.source FROM award_runs r JOIN award_searches s ON s.id = r.search_id
       JOIN award_partitions h ON h.id = s.partition_id WHERE r.id = ?`,
      runId,
    ),
  )?.source ?? '';

type Seen = {
  runId: number;
  versionId: number;
  pageId: number;
  position: number;
  at: number;
  purchaseId: string;
};

/**
 * One version of a record: its row, its raw data when last seen, and all runs that returned it, newest first. Throws
 * `not_found` for an unknown ID.
 */
export function recordDetail(
  reader: Reader,
  purchaseOf: PurchaseOf,
  outputOf: (purchaseId: string) => unknown,
  versionId: number,
): ResultAnswer<'record'> {
  const version = reader.get<Version>(
    sql(
      `SELECT v.record_id AS recordId, r.origin_region AS originRegion, r.destination_region AS destinationRegion,
         m.names AS added, v.remarks
       FROM award_versions v JOIN award_routes r ON r.id = v.route_id
       LEFT JOIN award_added_members m ON m.id = v.added_id WHERE v.id = ?`,
      versionId,
    ),
  );
  const flown = reader.all<{ content: string; at: number; pageId: number }>(
    sql(
      `SELECT i.content, i.page_id AS pageId, p.received_at AS at FROM award_itineraries i JOIN award_pages p ON p.id = i.page_id
       WHERE i.version_id = ? ORDER BY i.place`,
      versionId,
    ),
  );
  // Observations are keyed by run, then record: a look-up in each run of the searches with its routes is cheaper than an
  // index over all observations.
  const everSeen =
    version === undefined
      ? []
      : reader.all<Seen>(
          sql(
            `SELECT o.run_id AS runId, o.version_id AS versionId, o.page_id AS pageId, o.position, p.received_at AS at, p.purchase_id AS purchaseId
             FROM (SELECT DISTINCT b.search_id AS id FROM award_versions v
               CROSS JOIN award_search_routes b ON b.route_id = v.route_id WHERE v.record_id = ?) s
             CROSS JOIN award_runs r ON r.search_id = s.id
             CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = ?
             CROSS JOIN award_pages p ON p.id = o.page_id
             ORDER BY o.page_id DESC`,
            version.recordId,
            version.recordId,
          ),
        );
  const seen = everSeen.filter((each) => each.versionId === versionId);
  const last = seen[0];
  const rowAt = (at: Seen): RecordRow | undefined =>
    rowsOf(reader, [
      newestPlace(reader, at.versionId) ?? { versionId: at.versionId, pageId: at.pageId, removed: 0 },
    ])[0];
  const row = last === undefined ? undefined : rowAt(last);
  if (version === undefined || last === undefined || row === undefined)
    fail(
      'not_found',
      'This record is not stored here. It may have been shown before the records were built anew.',
    );
  const newest = everSeen[0];
  const stored = outputOf(last.purchaseId);
  const source = sourceOf(reader, last.runId);
  const itineraries = storedItineraries(flown.map(({ content }) => content));
  return {
    row,
    newer: newest === undefined || newest.versionId === versionId ? null : (rowAt(newest) ?? null),
    originRegion: version.originRegion,
    destinationRegion: version.destinationRegion,
    added: addedIn(version.added),
    remarks: [...remarksIn(version.remarks), ...(itineraries.length < flown.length ? [DAMAGED_DETAILS] : [])],
    itineraries,
    waysApart: waysApartAt(reader, last, stored),
    itinerariesAt: flown[0]?.at ?? null,
    areItinerariesEarlier: flown[0] !== undefined && flown[0].pageId !== last.pageId,
    raw: rawAt(source, stored, last.position),
    rawText: rawTextAt(source, stored, last.position),
    seen: seen.map(({ runId, at, purchaseId }) => {
      const purchase = purchaseOf(purchaseId);
      return {
        runId,
        at,
        purchaseId,
        callRef: purchase?.callRef ?? null,
        requestId: purchase?.requestId ?? null,
        cost: purchase?.cost ?? null,
      };
    }),
  };
}

/** The ways to fly in the stored answer that a record was last seen in which its request excludes; none of a lost one. */
function waysApartAt(reader: Reader, { pageId, runId, position }: Seen, stored: unknown): WayApart[] {
  const input = reader.get<{ input: string }>(
    sql('SELECT input FROM award_pages WHERE id = ?', pageId),
  )?.input;
  const kind = readerOfSource(sourceOf(reader, runId));
  const row = kind.read(unwrappedOutput(kind, stored)).rows[position];
  if (row === undefined) return [];
  const criteria = criteriaMembers(kind, jsonOfColumn(input ?? null));
  return partWays([row], criteria).flatMap(({ apart }) =>
    apart.map(({ way, problems }) => ({ way, problems })),
  );
}

/** The way to fly each version, in order; null where trip details list none, or several. */
export function onlyWays(reader: Reader, versionIds: readonly number[]): (Itinerary | null)[] {
  const found = reader.all<{ place: number; content: string }>(
    sql(
      `SELECT j.key AS place, min(i.content) AS content FROM json_each(?) j
       CROSS JOIN award_itineraries i ON i.version_id = j.value GROUP BY j.key HAVING count(*) = 1`,
      JSON.stringify(versionIds),
    ),
  );
  const ways = new Map(found.map(({ place, content }) => [Number(place), content] as const));
  return versionIds.map((_id, place) => storedItinerary(ways.get(place) ?? ''));
}
