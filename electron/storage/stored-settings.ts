import type { z } from 'zod';
import type { DatabaseConnection } from './open.ts';

/** Settings by name, validated on reading: a value that no longer fits its schema counts as not set. */
export type StoredSettings = {
  read<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined;
  write(name: string, value: unknown): void;
  remove(name: string): void;
};

export function storedSettings(db: DatabaseConnection): StoredSettings {
  const select = db.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare('DELETE FROM settings WHERE name = ?');
  return {
    read: (name, schema) => {
      const row = select.get(name);
      if (row === undefined) return undefined;
      const parsed = schema.safeParse(JSON.parse(row.value));
      return parsed.success ? parsed.data : undefined;
    },
    write: (name, value) => {
      upsert.run(name, JSON.stringify(value));
    },
    remove: (name) => {
      remove.run(name);
    },
  };
}
