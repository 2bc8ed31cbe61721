/** What each feature declares about its tables for copying, validating and merging data files. */
import type { z } from 'zod';
import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import type { DatabaseConnection, Storage } from '../storage/open.ts';
import type { StoredRow } from './rows.ts';

/** Reports a job's progress: description, completed steps, all steps. */
export type ReportProgress = (words: string, done: number, of: number) => void;

/** Local IDs of a backup's searches and runs, after its pages are merged. */
export type Renamed = {
  searches: ReadonlyMap<number, number>;
  runs: ReadonlyMap<number, number>;
  /** New IDs of local runs; null if unchanged. */
  runsHere: ReadonlyMap<number, number> | null;
};

/** Context shared by the parts of a merge. The backup is attached to the data file (`main`) as `other`. */
export type Merging = {
  storage: Storage;
  db: DatabaseConnection;
  /** UTC ms. */
  now: () => number;
  /** The tables of all parts. */
  tables: readonly BackupTable[];
  /** When the backup was made, for purchase histories. */
  from: string;
  /** The local demo marketplace, if the backup's demo purchases were refiled under it. */
  demoFiledUnder: string | null;
  /** For how many purchases less may count as spent than now: as many as the user has confirmed outside the page. */
  mayLower: number;
  report: ReportProgress;
};

export type Merged = {
  /** This part's members of the summary. */
  restored?: Partial<Restored>;
  /** Set by the part that merges pages. */
  names?: Renamed;
  /** Runs after all parts are merged. */
  finish?: (names: Renamed) => void;
};

export type BackupTable = {
  name: string;
  /** JSON columns of lists; one invalid value would break the whole list. */
  json?: Readonly<Record<string, 'object' | 'array' | 'any'>>;
  /** Schema of every row, and its name in error messages. */
  row?: { schema: z.ZodType; called: string };
  /** An SQL condition that no valid row satisfies. */
  never?: string;
  /**
   * What becomes of a row here that cannot be read: set aside if absent, with the rows that hang on it. `kept`: its
   * readers know such rows, or it can be derived again.
   */
  damaged?: 'kept' | ((db: DatabaseConnection, row: StoredRow) => void);
  /** The column with a row's marketplace. */
  marketplace?: string;
  /** Columns that reference a run. */
  runs?: readonly string[];
  /** For tables with a `record_key`: SQL for the marketplace of row `o`. */
  recordKey?: string;
};

/** One feature's part of a backup. */
export type BackupPart = {
  tables: readonly BackupTable[];
  /** Counts this feature's contents of an attached backup (`other`). @param identity the marketplace in use */
  contents?: (db: DatabaseConnection, identity: string) => Partial<BackupContents>;
  /** Merges it into the data file, in one transaction with all other parts. */
  merge?: (merging: Merging) => Merged;
};

/** All parts, each after those it depends on. */
export type BackupParts = readonly BackupPart[];
