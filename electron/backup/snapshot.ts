import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openForReading } from '../storage/open-for-reading.ts';
import { ABOUT_TABLE, type About } from './about.ts';

/**
 * Writes the whole data file as it is at this moment to another, without holding up who writes to it. What the file
 * knows of keys (marks that change with them, never the keys) stays behind: they are another machine's.
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
    // A copy that is cut short by a crash is thrown away: it needs no journal, and leaves no file beside it.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    db.pragma('secure_delete = ON');
    db.transaction(() => {
      // A backup that was put in the place of a lost data file has one already.
      db.exec(`
        DROP TABLE IF EXISTS backup_about;
        ${ABOUT_TABLE};
        DELETE FROM settings WHERE name LIKE 'key:%';
      `);
      const insert = db.prepare('INSERT INTO backup_about (name, value) VALUES (?, ?)');
      for (const [name, value] of Object.entries(about)) insert.run(name, JSON.stringify(value));
    })();
  } finally {
    db.close();
  }
}
