import type { DatabaseConnection } from './open.ts';

export type SqlValue = string | number | null;

/** A piece of SQL text and the values of its placeholders. The text is always ours: no string from outside enters it. */
export type Sql = { readonly text: string; readonly values: readonly SqlValue[] };

export const sql = (text: string, ...values: SqlValue[]): Sql => ({ text, values });

/** Joins pieces, putting `separator` between their texts; `empty` stands for none. */
export function joinSql(pieces: readonly Sql[], separator: string, empty: string): Sql {
  if (pieces.length === 0) return sql(empty);
  return {
    text: pieces.map((piece) => piece.text).join(separator),
    values: pieces.flatMap((piece) => piece.values),
  };
}

/** All conditions at once; true where there are none. */
export const allOf = (conditions: readonly Sql[]): Sql => joinSql(conditions, ' AND ', '1');

/** A list of any length in one placeholder, so that the text stays the same for every length. */
export const inList = (expression: string, list: readonly SqlValue[]): Sql =>
  sql(`${expression} IN (SELECT value FROM json_each(?))`, JSON.stringify(list));

/** Statements that stay prepared: enough for every shape of filter and sort that one sitting uses. */
const CACHED_STATEMENTS = 200;

export type Reader = {
  all<Row>(piece: Sql): Row[];
  get<Row>(piece: Sql): Row | undefined;
  /** Visits every row as a list of its columns, without holding them all at once. */
  each<Row extends readonly SqlValue[]>(piece: Sql, visit: (row: Row) => void): void;
};

/** Runs composed SQL, caching what it prepared: the least recently used statement makes room. */
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
      // Only this way of run wants lists, so the statement is its own.
      for (const row of statement(`${piece.text} -- as lists`)
        .raw(true)
        .iterate(...piece.values))
        visit(row as Row);
    },
  };
}
