import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { refuseOtherThanFile } from './open.ts';

/** Events that wait for the program. Beyond them none is stored. */
const MAX_EVENTS = 5_000;
/** Events taken at once, so that the program’s screens stay fast. */
const PIECE = 200;
const BUSY_TIMEOUT_MS = 1_000;

/**
 * What other processes leave for the program, as JSON in a table of a file of its own, because they open the data file
 * read-only. Opens the file at each use, since either side may be the first, and neither holds it against the other.
 */
export function openEventTable(file: string) {
  function withTable<Result>(use: (db: Database.Database) => Result): Result {
    refuseOtherThanFile(file);
    const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      db.exec('CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT');
      return use(db);
    } finally {
      db.close();
    }
  }
  return {
    /** Whether an event was stored: there may be no room. */
    add: (event: object): boolean =>
      withTable(
        (db) =>
          db
            .prepare('INSERT INTO events (event) SELECT ? WHERE (SELECT count(*) FROM events) < ?')
            .run(JSON.stringify(event), MAX_EVENTS).changes > 0,
      ),
    /** What was not taken yet. */
    waiting: (): unknown[] =>
      withTable((db) => db.prepare<[], string>('SELECT event FROM events').pluck().all().map(parsed)),
    /** Passes the oldest events to `receive` and removes them once it returns; returns whether there may be more. */
    take: (receive: (events: readonly unknown[]) => void): boolean =>
      existsSync(file) &&
      withTable((db) => {
        const rows = db
          .prepare<[number], { id: number; event: string }>(
            'SELECT id, event FROM events ORDER BY id LIMIT ?',
          )
          .all(PIECE);
        const last = rows.at(-1);
        if (last === undefined) return false;
        receive(rows.map(({ event }) => parsed(event)));
        db.prepare('DELETE FROM events WHERE id <= ?').run(last.id);
        return rows.length === PIECE;
      }),
  };
}

function parsed(event: string): unknown {
  try {
    return JSON.parse(event);
  } catch {
    return null; // whoever reads it validates it
  }
}
