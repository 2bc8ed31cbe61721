import { z } from 'zod';
import type { DatabaseConnection } from '../storage/open.ts';
import { LAST_MOMENT } from './about.ts';
import type { BackupParts, BackupTable } from './part.ts';
import type { StoredRow } from './rows.ts';

/** A stored time in UTC ms. */
export const storedMoment = z.int().min(0).max(LAST_MOMENT);
/** A stored boolean. */
export const storedFlag = z.union([z.literal(0), z.literal(1)]);

/** A stored JSON text. */
export const storedJson = <Read extends z.ZodType>(read: Read) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(read);

/** Bytes of one text: far more than anything that is stored as one has, and quickly read. Answers are packed bytes. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** Describes the first invalid row; null if all rows are valid. */
export function invalidRows(db: DatabaseConnection, parts: BackupParts): string | null {
  const holds = (table: string, condition: string) =>
    db.prepare(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`).get() !== undefined;
  for (const { name, json: texts = {}, row, never } of parts.flatMap(({ tables }) => tables)) {
    if (Object.entries(texts).some(([column, kind]) => holds(name, notJson(column, kind)))) return 'a text';
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(name);
    const tooLong = columns.map(
      (column) => `(typeof(${column}) = 'text' AND octet_length(${column}) > ${LONGEST_TEXT})`,
    );
    if (holds(name, tooLong.join(' OR '))) return 'a text that is too long';
    if (never !== undefined && holds(name, never)) return 'a text';
    if (row === undefined) continue;
    for (const stored of db.prepare(`SELECT * FROM ${name}`).iterate())
      if (!row.schema.safeParse(stored).success) return row.called;
  }
  return null;
}

/** Every row of a table that cannot be read, whatever is wrong with it. */
export function unreadableRows(
  db: DatabaseConnection,
  { name, json: texts = {}, row, never }: BackupTable,
): StoredRow[] {
  const conditions = [
    ...Object.entries(texts).map(([column, kind]) => notJson(column, kind)),
    ...(never === undefined ? [] : [never]),
  ];
  const stored = (where: string) => db.prepare<[], StoredRow>(`SELECT * FROM ${name} ${where}`);
  if (row !== undefined)
    return stored('')
      .all()
      .filter((one) => !row.schema.safeParse(one).success || isDamagedJson(one, texts));
  return conditions.length === 0 ? [] : stored(`WHERE ${conditions.join(' OR ')}`).all();
}

function isDamagedJson(row: StoredRow, texts: NonNullable<BackupTable['json']>): boolean {
  return Object.keys(texts).some((column) => {
    const text = row[column];
    if (typeof text !== 'string') return false;
    try {
      JSON.parse(text);
      return false;
    } catch {
      return true;
    }
  });
}

type JsonKind = NonNullable<BackupTable['json']>[string];

const notJson = (column: string, kind: JsonKind): string =>
  `${column} IS NOT NULL AND CASE WHEN json_valid(${column})
     THEN ${kind === 'any' ? 'false' : `json_type(${column}) <> '${kind}'`} ELSE true END`;
