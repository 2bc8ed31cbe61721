import type { RecordRow } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { rowsOf } from '../query/row.ts';
import { placeOfVersion } from '../query/selection-snapshot.ts';
import type { Subject } from './sightings.ts';

export type RatedRecord = { row: RecordRow; subject: Subject & { programme: string } };

/** One version of a record as last seen, and the subject that it is compared with; throws `not_found`. */
export function ratedRecord(reader: Reader, versionId: number): RatedRecord {
  const known = reader.get<{ identity: string; cabin: string; source: string }>(
    sql(
      `SELECT h.identity, h.cabin, h.source FROM award_versions v JOIN award_records e ON e.id = v.record_id
       JOIN award_partitions h ON h.id = e.partition_id WHERE v.id = ?`,
      versionId,
    ),
  );
  const place = known === undefined ? null : placeOfVersion(reader, versionId);
  const row = place === null ? undefined : rowsOf(reader, [place])[0];
  if (known === undefined || row === undefined) fail('not_found', 'This record is not stored here any more.');
  const { origin, destination, programme } = row;
  return { row, subject: { ...known, origin, destination, programme } };
}
