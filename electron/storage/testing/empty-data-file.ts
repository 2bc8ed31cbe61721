import Database from 'better-sqlite3';
import { openStorage, type Storage } from '../open.ts';

/** The schema is built once; each test that needs a file of its own begins with a copy of it in memory. */
const emptyFile = (() => {
  const opened = openStorage(':memory:');
  if (!opened.ok) throw new Error(opened.problem.words);
  const bytes = opened.storage.db.serialize();
  opened.storage.close();
  return bytes;
})();

/** A data file in memory that holds nothing yet. */
export function emptyDataFile(): Storage {
  const db = new Database(emptyFile);
  db.pragma('foreign_keys = ON');
  return {
    db,
    file: ':memory:',
    transaction: (work) => db.transaction(work).immediate(),
    close: () => {
      if (db.open) db.close();
    },
  };
}
