import type { AwardRow, WholeRecord } from '#shared/award-search/answered-row.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { dayOf } from '../coverage/day.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A record's content as stored; booleans are 0 or 1. */
export type Content = {
  day: number;
  routeId: number;
  programmeId: number;
  airlinesId: number;
  miles: number | null;
  seats: number | null;
  available: number;
  direct: number;
  addedId: number | null;
  milesText: string | null;
  dateText: string | null;
  seatsText: string | null;
  /** Irregularities of its values, as a JSON list; null if none. */
  remarks: string | null;
};

/** Whether a record has members or values beyond the contract. */
export const isFlagged = ({ addedId, remarks }: Pick<Content, 'addedId' | 'remarks'>): boolean =>
  addedId !== null || remarks !== null;

/** The day and route of another version of a record. */
type ListedPlace = { day: number; routeId: number };

export type Stored = {
  recordId: number;
  versionId: number;
  /** Whether this version was stored before. */
  known: boolean;
  content: Content;
  /** Whether the record is new in its partition. */
  first: boolean;
  /** Places of other versions: empty unless the service moved an ID to another date or route. */
  elsewhere: ListedPlace[];
};

/** Converts a row that keeps the contract (§2.3, §2.4) to columns. */
export function contentOf(row: AwardRow & { record: WholeRecord }, vocabulary: Vocabulary): Content {
  const { record } = row;
  return {
    day: dayOf(record.date),
    routeId: vocabulary.route(
      record.origin,
      record.destination,
      record.originRegion,
      record.destinationRegion,
    ),
    programmeId: vocabulary.programme(record.programme),
    airlinesId: vocabulary.airlines(record.airlines),
    miles: record.miles,
    seats: record.seats,
    available: record.available ? 1 : 0,
    direct: record.direct ? 1 : 0,
    addedId: vocabulary.added(row.added),
    milesText: record.miles !== null && String(record.miles) === record.milesText ? null : record.milesText,
    dateText: record.date === record.dateText ? null : record.dateText,
    seatsText: record.seatsText,
    remarks: row.remarks.length === 0 ? null : JSON.stringify(row.remarks),
  };
}

type Known = { id: number; day: number; routeId: number; programmeId: number; same: number };

/** Stores each version of a record once, comparing the whole content rather than a digest, which could collide. */
export function prepareVersions(db: DatabaseConnection) {
  const selectRecord = db
    .prepare<[string, number], number>(
      'SELECT id FROM award_records WHERE record_key = ? AND partition_id = ?',
    )
    .pluck();
  const insertRecord = db.prepare<[string, number, number]>(
    'INSERT INTO award_records (record_key, partition_id, first_page_id) VALUES (?, ?, ?)',
  );
  const selectVersions = db.prepare<(number | string | null)[], Known>(`
    SELECT id, day, route_id AS routeId, programme_id AS programmeId,
      day = ? AND route_id = ? AND programme_id = ? AND airlines_id = ? AND miles IS ? AND seats IS ?
      AND available = ? AND direct = ? AND added_id IS ? AND miles_text IS ? AND date_text IS ?
        AND seats_text IS ? AND remarks IS ? AS same
    FROM award_versions WHERE record_id = ?`);
  const insertVersion = db.prepare<(number | string | null)[]>(`
    INSERT INTO award_versions (day, route_id, programme_id, airlines_id, miles, seats, available, direct, added_id,
      miles_text, date_text, seats_text, remarks, record_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertRouteRecord = db.prepare<[number, number, number]>(
    'INSERT INTO award_route_records (route_id, programme_id, record_id) VALUES (?, ?, ?)',
  );

  /** @param known the record ID that `recordOf` found for the key */
  function storeVersion(
    partitionId: number,
    pageId: number,
    key: string,
    known: number | undefined,
    content: Content,
  ): Stored {
    const recordId = known ?? Number(insertRecord.run(key, partitionId, pageId).lastInsertRowid);
    const values = [
      content.day,
      content.routeId,
      content.programmeId,
      content.airlinesId,
      content.miles,
      content.seats,
      content.available,
      content.direct,
      content.addedId,
      content.milesText,
      content.dateText,
      content.seatsText,
      content.remarks,
      recordId,
    ];
    const versions = known === undefined ? [] : selectVersions.all(...values);
    const elsewhere = versions.filter(
      ({ day, routeId }) => day !== content.day || routeId !== content.routeId,
    );
    const same = versions.find((version) => version.same === 1);
    const versionId = same?.id ?? Number(insertVersion.run(...values).lastInsertRowid);
    const wasOnRoute = versions.some(
      ({ routeId, programmeId }) => routeId === content.routeId && programmeId === content.programmeId,
    );
    if (!wasOnRoute) insertRouteRecord.run(content.routeId, content.programmeId, recordId);
    return { recordId, versionId, known: same !== undefined, content, first: known === undefined, elsewhere };
  }

  return { recordOf: (key: string, partitionId: number) => selectRecord.get(key, partitionId), storeVersion };
}

/** Inserts the records ever seen on each route and programme, after tables were copied. */
export const EVERY_ROUTE_RECORD = `
  INSERT INTO main.award_route_records (route_id, programme_id, record_id)
  SELECT DISTINCT route_id, programme_id, record_id FROM main.award_versions`;
