import { z } from 'zod';
import type { DatabaseConnection } from '../storage/open.ts';

/** What a backup says of itself. */
export type About = {
  /** UTC ms. */
  madeAt: number;
  /** Of the program that made it. */
  version: string;
  /** The identity of the embedded marketplace's books of the machine that made it. */
  demoIdentity: string;
};

/** As SQLite stores the text of it: a received file may hold this table and none that differs. */
export const ABOUT_TABLE = 'CREATE TABLE backup_about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT';

/** What a backup says of itself; null where a data file was copied by hand, or says nothing that can be read. */
export function aboutOf(db: DatabaseConnection, schema: 'main' | 'other') {
  const known = db
    .prepare<[], string>(
      `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = 'backup_about'`,
    )
    .pluck()
    .get();
  const read = <Value>(name: string, value: z.ZodType<Value>): Value | null => {
    if (known === undefined) return null;
    const text = db
      .prepare<[string], unknown>(`SELECT value FROM ${schema}.backup_about WHERE name = ?`)
      .pluck()
      .get(name);
    return value.safeParse(parsed(text)).data ?? null;
  };
  return {
    madeAt: read('madeAt', z.number().min(0).max(LAST_MOMENT)),
    demoIdentity: read('demoIdentity', z.string()),
    /** The demo marketplace that `fileDemoUnder` filed the backup's under. */
    demoFiledUnder: read('demoFiledUnder', z.string()),
  };
}

/** The last moment that a date can name, UTC ms. */
export const LAST_MOMENT = 8_640_000_000_000_000;

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
