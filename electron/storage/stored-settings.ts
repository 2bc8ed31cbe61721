import type { z } from 'zod';
import type { DatabaseConnection } from './open.ts';
import { setRowAside } from './set-aside.ts';

/**
 * Settings by name, validated on reading. A value that cannot be read counts as not set, is listed in `unread`, and is
 * set aside before another takes its place.
 */
export type StoredSettings = {
  read<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /** The names of the settings that are stored and could not be read when they were last read. */
  unread(): readonly string[];
};

/** What could not be read, by file: several parts of the program read the settings of one. */
const unreadOf = new WeakMap<DatabaseConnection, Set<string>>();

/** The setting with the number of travellers: a whole number, which SQL over records reads too. */
export const TRAVELLERS_SETTING = 'wallet.travellers';

export function storedSettings(db: DatabaseConnection): StoredSettings {
  const unread = unreadOf.get(db) ?? new Set<string>();
  unreadOf.set(db, unread);
  const select = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  const setAside = (name: string): void => {
    const row = unread.has(name) ? select.get(name) : undefined;
    if (row !== undefined) setRowAside(db, { table: 'settings', called: 'a setting', row: { name, ...row } });
    unread.delete(name);
  };
  return {
    read: (name, schema) => {
      const row = select.get(name);
      const parsed = row === undefined ? undefined : schema.safeParse(parsedOrUndefined(row.value));
      if (parsed === undefined || parsed.success) unread.delete(name);
      else unread.add(name);
      return parsed?.data;
    },
    write: (name, value) => {
      setAside(name);
      upsert.run(name, JSON.stringify(value));
    },
    remove: (name) => {
      setAside(name);
      remove.run(name);
    },
    unread: () => [...unread],
  };
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
