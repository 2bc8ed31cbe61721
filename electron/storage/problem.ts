import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, isSqliteMissing } from './error-code.ts';
import { ForeignFileError, NewerFileError } from './migrate.ts';
import { StrangersFileError } from './private-files.ts';
import { latestCopy } from './upgrade-copy.ts';

/** Why the data file cannot be used, and what the user can do. */
export type StorageProblem = {
  code:
    | 'damaged'
    | 'read_only'
    | 'full'
    | 'newer'
    | 'foreign'
    | 'locked'
    | 'no_access'
    | 'incomplete'
    | 'unusable';
  words: string;
  path: string;
};

/** The error's code, or the more precise one found at the file's folder if SQLite only reports a failure to open or write. */
function codeAt(path: string, error: unknown): string {
  const code = errorCode(error);
  if (!code.startsWith('SQLITE_CANTOPEN') && !code.startsWith('SQLITE_IOERR')) return code;
  try {
    accessSync(dirname(path), constants.W_OK);
    return statfsSync(dirname(path)).bavail === 0 ? 'ENOSPC' : code;
  } catch (why) {
    return errorCode(why) === 'EROFS' ? 'EROFS' : code;
  }
}

/** A required file turned out to be unusable after it had been opened. */
export class UnusableFileError extends Error {
  readonly problem: StorageProblem;
  constructor(problem: StorageProblem) {
    super(problem.words);
    this.name = 'UnusableFileError';
    this.problem = problem;
  }
}

/** Suggests the newer version, or the copy made before the upgrade. */
function newerWords(path: string, known: number): string {
  const copy = latestCopy(path, known);
  const goingBack =
    copy === null
      ? ''
      : ` To go on with this version, close Milepost, move the data file away with the files beside it that end in “-wal” and “-shm”, and give its name to “${basename(copy)}”, which lacks what was bought and noted since.`;
  return `The data file was written by a newer Milepost. Nothing was changed in it. Install that version again, or start with another data folder.${goingBack}`;
}

/** Whether the file was used after it had been closed, as happens while Milepost exits. */
export const isClosedFile = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'The database connection is not open';

/** Describes an error of SQLite or the file system for the user. */
export function storageProblem(error: unknown, path: string): StorageProblem {
  const problem = (code: StorageProblem['code'], words: string): StorageProblem => ({ code, words, path });
  if (error instanceof NewerFileError) return problem('newer', newerWords(path, error.known));
  if (error instanceof ForeignFileError)
    return problem(
      'foreign',
      'The data file belongs to another program. Nothing was changed in it: start Milepost with another data folder.',
    );
  if (error instanceof UnusableFileError) return error.problem;
  if (error instanceof StrangersFileError) return problem('no_access', error.message);
  if (isSqliteMissing(error))
    return problem(
      'incomplete',
      'The part of Milepost that reads its data file is missing, or this system does not load it: a virus scanner may hold it back, or the system is older than it needs. Nothing was changed in the data file. Install Milepost again.',
    );
  const code = codeAt(path, error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return problem(
      'damaged',
      'The data file is damaged and was left as it is. Put a backup in its place (files named “before-upgrade” beside it are such copies), or move it away to start anew.',
    );
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS')
    return problem(
      'read_only',
      'The data file cannot be written to. Nothing can be bought or stored until its folder is writable again.',
    );
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return problem('full', 'The disk is full. Nothing can be bought or stored until there is space again.');
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return problem('locked', 'Another program holds the data file. Close it and start Milepost again.');
  if (
    code.startsWith('SQLITE_CANTOPEN') ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EEXIST' ||
    code === 'ENOTDIR' ||
    code === 'ELOOP' ||
    code === 'ENAMETOOLONG'
  )
    return problem(
      'no_access',
      'The data file cannot be opened. Check that its folder exists and belongs to you.',
    );
  // Only the code: SQLite's message names tables, columns and paths.
  const named = /^[A-Z][A-Z0-9_]{1,40}$/u.test(code) ? ` (${code})` : '';
  return problem(
    'unusable',
    `The data file could not be used for this${named}. Nothing in it was changed. Try again; if it stays, restart Milepost.`,
  );
}

/** Why a data folder cannot be used at all, for a dialog, since no page can be shown. */
export const folderProblem = (error: unknown, dataDir: string): string =>
  `${storageProblem(error, join(dataDir, 'milepost.sqlite')).words} The data folder is ${dataDir}.`;

/** As `folderProblem` for an existing folder, tested by writing to it; null if that works. */
export function writabilityProblem(dataDir: string): string | null {
  try {
    rmSync(mkdtempSync(join(dataDir, '.milepost-')), { recursive: true });
    return null;
  } catch (error) {
    return folderProblem(error, dataDir);
  }
}

/** Whether an error comes from SQLite or concerns its file. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof UnusableFileError || errorCode(error).startsWith('SQLITE_');

/** What `work` returns; where the data file can be read or written no more just now, what `instead` does. */
export function unlessStorageFails<Result>(work: () => Result, instead: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isStorageError(error)) throw error;
    return instead();
  }
}
