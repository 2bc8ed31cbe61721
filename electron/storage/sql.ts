import type { DatabaseConnection } from './open.ts';

export type SqlValue = string | number | null;

/** SQL text and the values of its placeholders. The text never contains external strings. */
export type Sql = { readonly text: string; readonly values: readonly SqlValue[] };

export const sql = (text: string, ...values: SqlValue[]): Sql => ({ text, values });

/** Joins pieces with `separator`; returns `empty` if there are none. */
export function joinSql(pieces: readonly Sql[], separator: string, empty: string): Sql {
  if (pieces.length === 0) return sql(empty);
  return {
    text: pieces.map((piece) => piece.text).join(separator),
    values: pieces.flatMap((piece) => piece.values),
  };
}

/** Conjunction of all conditions; true if there are none. */
export const allOf = (conditions: readonly Sql[]): Sql => joinSql(conditions, ' AND ', '1');

/** Membership in a list, passed as one placeholder so that the statement is the same for every length. */
export const inList = (expression: string, list: readonly SqlValue[]): Sql =>
  sql(`${expression} IN (SELECT value FROM json_each(?))`, JSON.stringify(list));

/** Prepared statements that are cached: enough for the filters and sorts of one session. */
const CACHED_STATEMENTS = 200;

export type Reader = {
  all<Row>(piece: Sql): Row[];
  get<Row>(piece: Sql): Row | undefined;
  /** Streams every row as a list of its columns. */
  each<Row extends readonly SqlValue[]>(piece: Sql, visit: (row: Row) => void): void;
};

/** Runs composed SQL with an LRU cache of prepared statements. */
export function createReader(db: DatabaseConnection): Reader {
  const statements = new Map<string, ReturnType<DatabaseConnection['prepare']>>();
  const statement = (text: string) => {
    const found = statements.get(text) ?? db.prepare(text);
    statements.delete(text);
    statements.set(text, found);
    const [oldest] = statements.keys();
    if (statements.size > CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return found;
  };
  return {
    all: <Row>(piece: Sql) => statement(piece.text).all(...piece.values) as Row[],
    get: <Row>(piece: Sql) => statement(piece.text).get(...piece.values) as Row | undefined,
    each: <Row extends readonly SqlValue[]>(piece: Sql, visit: (row: Row) => void) => {
      // `raw` changes the statement's mode, so it must not be shared with the object form.
      for (const row of statement(`${piece.text} -- as lists`)
        .raw(true)
        .iterate(...piece.values))
        visit(row as Row);
    },
  };
}
