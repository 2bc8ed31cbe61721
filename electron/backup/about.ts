import { z } from 'zod';
import type { DatabaseConnection } from '../storage/open.ts';

/** A backup's description of itself. */
export type About = {
  /** UTC ms. */
  madeAt: number;
  /** Version of the program that made it. */
  version: string;
  /** The identity of the embedded marketplace on the machine that made it. */
  demoIdentity: string;
};

/** Exactly as SQLite stores it: a received file may contain this table and no different one. */
export const ABOUT_TABLE = 'CREATE TABLE backup_about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT';

/** Reads a backup's description; null if the file was copied by hand or the description is unreadable. */
export function readAbout(db: DatabaseConnection, schema: 'main' | 'other') {
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
    /** The demo marketplace that the backup's demo data were refiled under. */
    demoFiledUnder: read('demoFiledUnder', z.string()),
  };
}

/** The latest time of a `Date`, in UTC ms. */
export const LAST_MOMENT = 8_640_000_000_000_000;

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
