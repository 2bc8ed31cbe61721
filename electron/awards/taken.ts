import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { fail } from '#shared/contract/failure.ts';
import { conditions } from './filter.ts';
import { type Found, rowsOf } from './row.ts';
import { orderBy } from './sort.ts';
import { sourceOf } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';

/**
 * The rows of a selection as they are at one moment, without their texts: a version and the page that saw it last,
 * pair after pair. Sixteen bytes a row, so that a long reading can go on while rows come and go.
 */
export type Taken = Float64Array;

/** Takes every row of a selection, in order. */
export function takeSelection(
  reader: Reader,
  identity: string,
  { scope, filter, sort }: { scope: Scope; filter: RecordFilter; sort: readonly RecordSort[] },
): Taken {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, ...conditions(filter)]);
  return takenFrom(
    reader.all<Found>(
      sql(
        `SELECT x.version_id AS versionId, x.page_id AS pageId FROM ${source.from} WHERE ${where.text}
         ORDER BY ${orderBy(sort)}`,
        ...where.values,
      ),
    ),
  );
}

/** Takes chosen versions, in the order they are named. Throws `not_found` where one is not kept. */
export function takeVersions(reader: Reader, versionIds: readonly number[]): Taken {
  return takenFrom(
    versionIds.map((versionId) => {
      const pageId = pageListing(reader, versionId) ?? lastPageOf(reader, versionId);
      if (pageId === null) fail('not_found', 'One of these records is not kept here any more.');
      return { versionId, pageId };
    }),
  );
}

/** Rows that were taken, from a place on; those that a rebuild has taken away meanwhile are left out. */
export function rowsTaken(reader: Reader, taken: Taken, from: number, count: number): RecordRow[] {
  const found: Found[] = [];
  for (let place = from; place < Math.min(from + count, taken.length / 2); place++)
    found.push({ versionId: taken[place * 2] ?? 0, pageId: taken[place * 2 + 1] ?? 0 });
  return rowsOf(reader, found);
}

/** What the service calls the records of these versions, in their order; null where one is not kept any more. */
export const recordIds = (reader: Reader, versionIds: readonly number[]): (string | null)[] =>
  reader
    .all<{ recordId: string | null }>(
      sql(
        `SELECT e.record_key AS recordId FROM json_each(?) j LEFT JOIN award_versions v ON v.id = j.value
         LEFT JOIN award_records e ON e.id = v.record_id ORDER BY j.key`,
        JSON.stringify(versionIds),
      ),
    )
    .map(({ recordId }) => recordId);

function takenFrom(found: readonly Found[]): Taken {
  const taken = new Float64Array(found.length * 2);
  found.forEach(({ versionId, pageId }, place) => {
    taken[place * 2] = versionId;
    taken[place * 2 + 1] = pageId;
  });
  return taken;
}

/** The page of a version that is its record's newest, by the listing of its route. */
function pageListing(reader: Reader, versionId: number): number | null {
  const listed = reader.get<{ pageId: number }>(
    sql(
      `SELECT x.page_id AS pageId FROM award_versions v
       CROSS JOIN award_records e ON e.id = v.record_id
       CROSS JOIN award_listings l ON l.shelf_id = e.shelf_id AND l.route_id = v.route_id
       CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = v.day AND x.record_id = v.record_id
         AND x.version_id = v.id
       WHERE v.id = ?`,
      versionId,
    ),
  );
  return listed?.pageId ?? null;
}

function lastPageOf(reader: Reader, versionId: number): number | null {
  const seen = reader.get<{ pageId: number | null }>(
    sql(
      `SELECT max(o.page_id) AS pageId FROM award_versions v CROSS JOIN award_runs r
       CROSS JOIN award_observations o ON o.run_id = r.id AND o.record_id = v.record_id AND o.version_id = v.id
       WHERE v.id = ?`,
      versionId,
    ),
  );
  return seen?.pageId ?? null;
}
