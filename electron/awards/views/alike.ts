import type { Scope } from '#shared/contract/awards.ts';
import { type Reader, type SqlValue, sql } from '../../storage/sql.ts';
import { sourceOf } from '../query/source.ts';

/** What every record of a scope says alike; a member is absent where records differ. */
export type Alike = {
  available?: boolean;
  direct?: boolean;
  programme?: string;
  route?: { origin: string; destination: string };
  seenOnce: boolean;
  marked: boolean;
  /** Whether any price can be compared. */
  priced: boolean;
  /** Whether the wallet holds anything that rows could say. */
  wallet: boolean;
  flown: boolean;
  /** Whether all of them are of one source. */
  oneSource: boolean;
};

const COLUMNS = ['available', 'direct', 'programme_id', 'route_id', 'page_id'] as const;
type Column = (typeof COLUMNS)[number];

const isJoined = ({ kind }: Scope): boolean => kind === 'run' || kind === 'several';

/** Rows of a longer run are not compared: a run has to join each of them. */
const MOST_JOINED = 5_000;

/**
 * What every record of a scope says alike. Each column is read up to the first record that differs. Of a single record
 * nothing is alike: with nothing to compare it to, all of its columns are shown.
 */
export function alikeIn(reader: Reader, identity: string, scope: Scope, records: number): Alike {
  const said = {
    marked: hasMarks(reader, identity),
    priced: hasStandings(reader, identity, scope, records),
    wallet: hasWallet(reader),
    flown: hasItineraries(reader, identity, scope),
    oneSource: isOfOneSource(reader, identity, scope),
  };
  if (records < 2 || (isJoined(scope) && records > MOST_JOINED)) return { seenOnce: false, ...said };
  const { from, where } = sourceOf(scope, identity);
  const first = reader.get<Record<Column, number>>(
    sql(
      `SELECT ${COLUMNS.map((name) => `x.${name}`).join(', ')} FROM ${from} WHERE ${where.text} LIMIT 1`,
      ...where.values,
    ),
  );
  if (first === undefined) return { seenOnce: false, ...said };
  const isAlike = (column: Column): boolean =>
    reader.get(
      sql(
        `SELECT 1 FROM ${from} WHERE ${where.text} AND x.${column} <> ? LIMIT 1`,
        ...where.values,
        first[column],
      ),
    ) === undefined;
  const named = <Row>(table: string, columns: string, id: SqlValue): Row | undefined =>
    reader.get<Row>(sql(`SELECT ${columns} FROM ${table} WHERE id = ?`, id));
  const programme = isAlike('programme_id')
    ? named<{ name: string }>('award_programmes', 'name', first.programme_id)
    : undefined;
  const route = isAlike('route_id')
    ? named<{ origin: string; destination: string }>('award_routes', 'origin, destination', first.route_id)
    : undefined;
  return {
    ...(isAlike('available') && { available: first.available === 1 }),
    ...(isAlike('direct') && { direct: first.direct === 1 }),
    ...(programme !== undefined && { programme: programme.name }),
    ...(route !== undefined && { route }),
    seenOnce: isAlike('page_id'),
    ...said,
  };
}

/** Whether the user marked any record of the marketplace. */
const hasMarks = (reader: Reader, identity: string): boolean =>
  reader.get(sql('SELECT 1 FROM record_marks WHERE identity = ? LIMIT 1', identity)) !== undefined;

const hasWallet = (reader: Reader): boolean =>
  reader.get(sql('SELECT 1 FROM wallet_reach LIMIT 1')) !== undefined;

/** Whether any price of a scope can be compared; where there are none at all, no record is looked at. */
function hasStandings(reader: Reader, identity: string, scope: Scope, records: number): boolean {
  if (reader.get(sql('SELECT 1 FROM award_price_standings LIMIT 1')) === undefined) return false;
  if (isJoined(scope) && records > MOST_JOINED) return true;
  const { from, where } = sourceOf(scope, identity);
  return (
    reader.get(
      sql(`SELECT 1 FROM ${from} WHERE ${where.text} AND x.standing IS NOT NULL LIMIT 1`, ...where.values),
    ) !== undefined
  );
}

/** Whether trip details are stored of any record of a scope; where there are none at all, no record is looked at. */
function hasItineraries(reader: Reader, identity: string, scope: Scope): boolean {
  const { from, where } = sourceOf(scope, identity);
  return (
    reader.get(sql('SELECT 1 FROM award_itineraries LIMIT 1')) !== undefined &&
    reader.get(
      sql(
        `SELECT 1 FROM ${from} WHERE ${where.text}
         AND EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = x.version_id) LIMIT 1`,
        ...where.values,
      ),
    ) !== undefined
  );
}

/** Whether the records of a scope are of one source; where one alone is stored, no record is looked at. */
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
