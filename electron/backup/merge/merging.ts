import type { DatabaseConnection, Storage } from '../../storage/open.ts';

/** How the merge tells how far it is: words, steps done, steps in all. */
export type ReportProgress = (words: string, done: number, of: number) => void;

/** What the parts of a merge share. The backup is attached to the data file as `other`. */
export type Merging = {
  storage: Storage;
  db: DatabaseConnection;
  /** UTC ms. */
  now: () => number;
  /** In the words of histories: when the backup was made. */
  from: string;
  /** The demo marketplace here, where the backup's demo purchases are another demo's and were filed under it. */
  demoFiledUnder: string | null;
  /** Whether less may count as spent afterwards: the user was asked outside the page. */
  mayLower: boolean;
  report: ReportProgress;
};

export type StoredRow = Record<string, string | number | bigint | null | Buffer>;

/** The columns of a table, as the present schema has them; both files are of one version by then. */
export const columnsOf = (db: DatabaseConnection, table: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

/** How many rows a table holds, in the data file (`main`) or in the backup (`other`). */
export const count = (db: DatabaseConnection, table: string, schema: 'main' | 'other' = 'main'): number =>
  db.prepare<[], number>(`SELECT count(*) FROM ${schema}.${table}`).pluck().get() ?? 0;
