import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { idInKey } from '#shared/record-kinds/source-keys.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { idInContent, isWithoutId } from '../coverage/keys-without-id.ts';
import { rowsPassing } from './filter.ts';
import { type FoundRow, rowsOf } from './row.ts';
import { orderBy } from './sort.ts';

/**
 * The rows of a selection at one moment as a flat array of version, last page and removed. A few bytes a row, so that a
 * long export is unaffected by later changes.
 */
export type SelectionSnapshot = { count: number; numbers: Float64Array };

const NUMBERS = 3;

/** Copies `count` rows of a snapshot, starting at row `from`. */
export const sliceSnapshot = (
  { numbers }: SelectionSnapshot,
  from: number,
  count: number,
): SelectionSnapshot => {
  const part = numbers.slice(from * NUMBERS, (from + count) * NUMBERS);
  return { count: part.length / NUMBERS, numbers: part };
};

/** Takes a snapshot of a selection, in its order. */
export function takeSelection(
  reader: Reader,
  identity: string,
  { scope, filter, sort }: { scope: Scope; filter: RecordFilter; sort: readonly RecordSort[] },
): SelectionSnapshot {
  const { from, where } = rowsPassing(scope, identity, filter);
  return snapshotOf(
    reader.all<FoundRow>(
      sql(
        `SELECT x.version_id AS versionId, x.page_id AS pageId, x.removed FROM ${from} WHERE ${where.text}
         ORDER BY ${orderBy(reader, sort, filter)}`,
        ...where.values,
      ),
    ),
  );
}

/** Takes a snapshot of chosen versions, in the order given. Throws `not_found` if one is not stored. */
export function takeVersions(reader: Reader, versionIds: readonly number[]): SelectionSnapshot {
  return snapshotOf(
    versionIds.map(
      (versionId) =>
        placeOfVersion(reader, versionId) ??
        fail('not_found', 'One of these records is no longer stored here.'),
    ),
  );
}

/** The rows of a snapshot, without those that a rebuild has deleted since. */
export function snapshotRows(reader: Reader, { numbers }: SelectionSnapshot): RecordRow[] {
  const found: FoundRow[] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS)
    found.push({ versionId: numbers[at] ?? 0, pageId: numbers[at + 1] ?? 0, removed: numbers[at + 2] ?? 0 });
  return rowsOf(reader, found);
}

/** A record's permanent identity, and the service's ID in it. */
type IdentifiedRecord = RecordKey & { recordId: string };

/** The record of each version, in order; null if no longer stored. */
export const identifiedRecords = (
  reader: Reader,
  versionIds: readonly number[],
): (IdentifiedRecord | null)[] =>
  reader
    .all<{ [Name in keyof RecordKey]: RecordKey[Name] | null }>(
      sql(
        `SELECT s.identity, s.cabin, e.record_key AS recordKey FROM json_each(?) j
         LEFT JOIN award_versions v ON v.id = j.value LEFT JOIN award_records e ON e.id = v.record_id
         LEFT JOIN award_partitions s ON s.id = e.partition_id ORDER BY j.key`,
        JSON.stringify(versionIds),
      ),
    )
    .map(({ identity, cabin, recordKey }) =>
      identity === null || cabin === null || recordKey === null
        ? null
        : {
            identity,
            cabin,
            recordKey,
            recordId: isWithoutId(recordKey) ? idInContent(recordKey) : idInKey(recordKey),
          },
    );

function snapshotOf(found: readonly FoundRow[]): SelectionSnapshot {
  const numbers = new Float64Array(found.length * NUMBERS);
  for (const [place, { versionId, pageId, removed }] of found.entries())
    numbers.set([versionId, pageId, removed], place * NUMBERS);
  return { count: found.length, numbers };
}

/** The row of a version as last seen; null if it is not stored. */
export const placeOfVersion = (reader: Reader, versionId: number): FoundRow | null =>
  newestPlace(reader, versionId) ?? lastPlaceOf(reader, versionId);

/** The row of a version in the listing of its route, if it is its record's newest version. */
export const newestPlace = (reader: Reader, versionId: number): FoundRow | undefined =>
  reader.get<FoundRow>(
    sql(
      `SELECT x.version_id AS versionId, x.page_id AS pageId, x.removed FROM award_versions v
       CROSS JOIN award_records e ON e.id = v.record_id
       CROSS JOIN award_listings l ON l.partition_id = e.partition_id AND l.route_id = v.route_id
       CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = v.day AND x.record_id = v.record_id
         AND x.version_id = v.id
       WHERE v.id = ?`,
      versionId,
    ),
  );

/** The last page with a version that is in no listing any more. */
function lastPlaceOf(reader: Reader, versionId: number): FoundRow | null {
  const seen = reader.get<{ pageId: number | null }>(
    sql(
      `SELECT max(o.page_id) AS pageId FROM award_versions v
       CROSS JOIN award_search_routes b ON b.route_id = v.route_id CROSS JOIN award_runs r ON r.search_id = b.search_id
       CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = v.record_id AND o.version_id = v.id
       WHERE v.id = ?`,
      versionId,
    ),
  );
  return seen === undefined || seen.pageId === null ? null : { versionId, pageId: seen.pageId, removed: 0 };
}
