import type Database from 'better-sqlite3';
import { type Migration, migrations } from './migrations/index.ts';
import { copyBeforeUpgrade } from './upgrade-copy.ts';

/** The file was written by a newer Milepost. */
export class NewerFileError extends Error {
  /** This program's schema version. */
  readonly known: number;
  constructor(found: number, known: number) {
    super(`The file has schema version ${found}; this program knows up to ${known}.`);
    this.name = 'NewerFileError';
    this.known = known;
  }
}

/** The file is another program's database. */
export class ForeignFileError extends Error {
  constructor() {
    super('The file is a database of another program.');
    this.name = 'ForeignFileError';
  }
}

/** Marks a SQLite file as Milepost's: "Mile" in ASCII. */
const APPLICATION_ID = 0x4d696c65;

/**
 * Applies the missing `steps` in order, after copying a file that already holds data. Throws `NewerFileError` or
 * `ForeignFileError`.
 */
export function migrate(db: Database.Database, file: string, steps: readonly Migration[] = migrations): void {
  const found = Number(db.pragma('user_version', { simple: true }));
  const owner = Number(db.pragma('application_id', { simple: true }));
  const last = steps.at(-1)?.version ?? 0;
  if (owner !== APPLICATION_ID) {
    const tables = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number };
    if (tables.n > 0) throw new ForeignFileError();
    db.pragma(`application_id = ${APPLICATION_ID}`);
  }
  if (found > last) throw new NewerFileError(found, last);
  if (found === last) return;
  if (found > 0) copyBeforeUpgrade(db, file, found);
  const apply = (step: Migration): void => {
    // Another process may have applied this step while this one waited for the lock.
    if (Number(db.pragma('user_version', { simple: true })) >= step.version) return;
    db.exec(step.sql);
    db.pragma(`user_version = ${step.version}`);
  };
  const missing = steps.filter(({ version }) => version > found);
  // A new file holds nothing that a transaction for each step would keep, and is made faster in one.
  if (found === 0) db.transaction(() => missing.forEach(apply)).immediate();
  else for (const step of missing) db.transaction(apply).immediate(step);
}
