import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { type Reader, type SqlValue, sql } from '../../storage/sql.ts';
import { sourceOf } from '../query/source.ts';

/** Values that all records of a scope have in common; a member is absent if records differ. */
type CommonValues = ResultAnswer<'scope'>['alike'];

const COLUMNS = ['available', 'direct', 'programme_id', 'route_id', 'page_id'] as const;
type Column = (typeof COLUMNS)[number];

const readsByJoin = ({ kind }: Scope): boolean => kind === 'run' || kind === 'several';

/** Larger runs are not compared, because each of their rows needs a join. */
const MAX_JOINED_ROWS = 5_000;

/**
 * Returns the values that all records of a scope have in common. Each column is read up to the first record that differs.
 * Empty for a single record, so that all of its columns are shown.
 */
export function commonValuesIn(
  reader: Reader,
  identity: string,
  scope: Scope,
  records: number,
): CommonValues {
  const facts = {
    marked: hasMarks(reader, identity),
    priced: hasStandings(reader, identity, scope, records),
    wallet: hasWallet(reader),
    flown: hasItineraries(reader, identity, scope),
    taxed: hasItineraries(
      reader,
      identity,
      scope,
      " AND iif(json_valid(i.content), i.content ->> '$.taxes', NULL) IS NOT NULL",
    ),
    oneSource: isOfOneSource(reader, identity, scope),
  };
  if (records < 2 || (readsByJoin(scope) && records > MAX_JOINED_ROWS)) return { seenOnce: false, ...facts };
  const { from, where } = sourceOf(scope, identity);
  const first = reader.get<Record<Column, number>>(
    sql(
      `SELECT ${COLUMNS.map((name) => `x.${name}`).join(', ')} FROM ${from} WHERE ${where.text} LIMIT 1`,
      ...where.values,
    ),
  );
  if (first === undefined) return { seenOnce: false, ...facts };
  const isCommon = (column: Column): boolean =>
    reader.get(
      sql(
        `SELECT 1 FROM ${from} WHERE ${where.text} AND x.${column} <> ? LIMIT 1`,
        ...where.values,
        first[column],
      ),
    ) === undefined;
  const findById = <Row>(table: string, columns: string, id: SqlValue): Row | undefined =>
    reader.get<Row>(sql(`SELECT ${columns} FROM ${table} WHERE id = ?`, id));
  const programme = isCommon('programme_id')
    ? findById<{ name: string }>('award_programmes', 'name', first.programme_id)
    : undefined;
  const route = isCommon('route_id')
    ? findById<{ origin: string; destination: string }>('award_routes', 'origin, destination', first.route_id)
    : undefined;
  return {
    ...(isCommon('available') && { available: first.available === 1 }),
    ...(isCommon('direct') && { direct: first.direct === 1 }),
    ...(programme !== undefined && { programme: programme.name }),
    ...(route !== undefined && { route }),
    seenOnce: isCommon('page_id'),
    ...facts,
  };
}

/** Whether the user marked any record of the marketplace. */
const hasMarks = (reader: Reader, identity: string): boolean =>
  reader.get(sql('SELECT 1 FROM record_marks WHERE identity = ? LIMIT 1', identity)) !== undefined;

const hasWallet = (reader: Reader): boolean =>
  reader.get(sql('SELECT 1 FROM wallet_reach LIMIT 1')) !== undefined;

/** Whether any price of a scope has a standing. Reads no record if no standing is stored at all. */
function hasStandings(reader: Reader, identity: string, scope: Scope, records: number): boolean {
  if (reader.get(sql('SELECT 1 FROM award_price_standings LIMIT 1')) === undefined) return false;
  if (readsByJoin(scope) && records > MAX_JOINED_ROWS) return true;
  const { from, where } = sourceOf(scope, identity);
  return (
    reader.get(
      sql(`SELECT 1 FROM ${from} WHERE ${where.text} AND x.standing IS NOT NULL LIMIT 1`, ...where.values),
    ) !== undefined
  );
}

/** Whether any record of a scope has itineraries, of which `which` is true. Reads no record if none are stored at all. */
function hasItineraries(reader: Reader, identity: string, scope: Scope, which = ''): boolean {
  const { from, where } = sourceOf(scope, identity);
  return (
    reader.get(sql('SELECT 1 FROM award_itineraries LIMIT 1')) !== undefined &&
    reader.get(
      sql(
        `SELECT 1 FROM ${from} WHERE ${where.text}
         AND EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = x.version_id${which}) LIMIT 1`,
        ...where.values,
      ),
    ) !== undefined
  );
}

/** Whether the records of a scope are of one source. Reads no record if only one source is stored. */
function isOfOneSource(reader: Reader, identity: string, scope: Scope): boolean {
  const sources = reader.all<{ source: string }>(
    sql('SELECT DISTINCT source FROM award_partitions WHERE identity = ?', identity),
  );
  if (sources.length < 2) return true;
  const { from, where } = sourceOf(scope, identity);
  const found = sources.filter(
    ({ source }) =>
      reader.get(
        sql(
          `SELECT 1 FROM ${from} WHERE ${where.text} AND EXISTS (SELECT 1 FROM award_records e
             JOIN award_partitions h ON h.id = e.partition_id WHERE e.id = x.record_id AND h.source = ?) LIMIT 1`,
          ...where.values,
          source,
        ),
      ) !== undefined,
  );
  return found.length < 2;
}
