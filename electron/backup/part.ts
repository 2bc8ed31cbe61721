/** What a feature declares of its tables to whoever copies, checks and merges data files. */
import type { z } from 'zod';
import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import type { DatabaseConnection, Storage } from '../storage/open.ts';

/** How far a job is: words, steps done, steps in all. */
export type ReportProgress = (words: string, done: number, of: number) => void;

/** What the searches and runs of a backup are called here, once its pages are in. */
export type Renamed = {
  searches: ReadonlyMap<number, number>;
  runs: ReadonlyMap<number, number>;
  /** What runs that were here are called now; null where their numbers stay. */
  runsHere: ReadonlyMap<number, number> | null;
};

/** What the parts of a merge share. The backup is attached to the data file (`main`) as `other`. */
export type Merging = {
  storage: Storage;
  db: DatabaseConnection;
  /** UTC ms. */
  now: () => number;
  /** What all parts declare. */
  tables: readonly BackupTable[];
  /** For the histories of purchases: when the backup was made. */
  from: string;
  /** The demo marketplace here, where the backup's demo purchases are another demo's and were filed under it. */
  demoFiledUnder: string | null;
  /** Whether less may count as spent afterwards: the user was asked outside the page. */
  mayLower: boolean;
  report: ReportProgress;
};

export type Merged = {
  /** What was done, in the members that are this part's. */
  restored?: Partial<Restored>;
  /** From the part that merges pages. */
  names?: Renamed;
  /** What can be done only once all parts are merged. */
  finish?: (names: Renamed) => void;
};

export type BackupTable = {
  name: string;
  /** Columns that are read as JSON whenever their list is shown: another text there would hide all the others for good. */
  json?: Readonly<Record<string, 'object' | 'array' | 'any'>>;
  /** What every row must be, and what one is called where it is not. */
  row?: { schema: z.ZodType; called: string };
  /** A condition in SQL that no row of ours satisfies. */
  never?: string;
  /** The column that files a row under a marketplace. */
  marketplace?: string;
  /** Columns that name a run. */
  runs?: readonly string[];
  /** Of a table whose `record_key` names a record: the marketplace of the row `o`, in SQL. */
  recordKey?: string;
};

/** One feature's share in a backup. */
export type BackupPart = {
  tables: readonly BackupTable[];
  /** What an attached backup (`other`) holds of it. @param identity the marketplace in use */
  contents?: (db: DatabaseConnection, identity: string) => Partial<BackupContents>;
  /** Takes it over into the data file, within one transaction with all other parts. */
  merge?: (merging: Merging) => Merged;
};

/** All parts, each after those that it builds upon. */
export type BackupParts = readonly BackupPart[];
