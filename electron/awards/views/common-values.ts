import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { type Reader, type SqlValue, sql } from '../../storage/sql.ts';
import { knownSources } from '../coverage/search-identity.ts';
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
  const { from, where } = sourceOf(scope, identity);
  /** Whether any record of the scope meets a condition. */
  const hasRow = (condition: string, ...values: SqlValue[]): boolean =>
    isAny(`${from} WHERE ${where.text} AND ${condition}`, ...where.values, ...values);
  const isAny = (rows: string, ...values: SqlValue[]): boolean =>
    reader.get(sql(`SELECT 1 FROM ${rows} LIMIT 1`, ...values)) !== undefined;
  const isTooLarge = readsByJoin(scope) && records > MAX_JOINED_ROWS;
  // Each of these reads no record if nothing of the kind is stored at all.
  const isFlown = (which: string): boolean =>
    isAny('award_itineraries') &&
    hasRow(`EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = x.version_id${which})`);
  const sources = knownSources(reader, identity);
  const found =
    sources.length < 2
      ? sources
      : sources.filter(({ source }) =>
          hasRow(
            `EXISTS (SELECT 1 FROM award_records e JOIN award_partitions h ON h.id = e.partition_id
               WHERE e.id = x.record_id AND h.source = ?)`,
            source,
          ),
        );
  const facts = {
    marked: isAny('record_marks WHERE identity = ?', identity),
    priced: isAny('award_price_standings') && (isTooLarge || hasRow('x.standing IS NOT NULL')),
    wallet: isAny('wallet_reach'),
    flown: isFlown(''),
    taxed: isFlown(" AND iif(json_valid(i.content), i.content ->> '$.taxes', NULL) IS NOT NULL"),
    oneSource: new Set(found.map(({ source }) => source)).size < 2,
  };
  if (records < 2 || isTooLarge) return { seenOnce: false, ...facts };
  const first = reader.get<Record<Column, number>>(
    sql(
      `SELECT ${COLUMNS.map((name) => `x.${name}`).join(', ')} FROM ${from} WHERE ${where.text} LIMIT 1`,
      ...where.values,
    ),
  );
  if (first === undefined) return { seenOnce: false, ...facts };
  const isCommon = (column: Column): boolean => !hasRow(`x.${column} <> ?`, first[column]);
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
