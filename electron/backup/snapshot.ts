import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openForReading } from '../storage/open-for-reading.ts';
import { ABOUT_TABLE, type About } from './about.ts';

/**
 * Copies the current data file without blocking writers. Notes on keys (their marks, never the keys) and the channels are
 * left out, which stay on their machine, as does the sending of what waits there.
 */
export function makeSnapshot(file: string, copy: string, about: About): void {
  rmSync(copy, { force: true });
  const source = openForReading(file);
  try {
    source.db.prepare('VACUUM INTO ?').run(copy);
  } finally {
    source.close();
  }
  const db = new Database(copy);
  try {
    // An incomplete copy is discarded after a crash, so it needs no journal file.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('secure_delete = ON');
    db.transaction(() => {
      // A backup that replaced a lost data file already has the table.
      db.exec(`
        DROP TABLE IF EXISTS backup_about;
        ${ABOUT_TABLE};
        DELETE FROM settings WHERE name LIKE 'key:%' OR name LIKE 'channels.%';
        UPDATE notice_outbox SET state = 'sent', tried_at = NULL WHERE state IN ('waiting', 'sending');
      `);
      const insert = db.prepare('INSERT INTO backup_about (name, value) VALUES (?, ?)');
      for (const [name, value] of Object.entries(about)) insert.run(name, JSON.stringify(value));
    })();
  } finally {
    db.close();
  }
}
