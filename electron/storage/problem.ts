import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ForeignFileError, NewerFileError } from './migrate.ts';
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

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/**
 * What the file's folder says where SQLite knows only that something cannot be opened or written; the error's own code
 * otherwise.
 */
function codeAt(path: string, error: unknown): string {
  const code = codeOf(error);
  if (!code.startsWith('SQLITE_CANTOPEN') && !code.startsWith('SQLITE_IOERR')) return code;
  try {
    accessSync(dirname(path), constants.W_OK);
    return statfsSync(dirname(path)).bavail === 0 ? 'ENOSPC' : code;
  } catch (why) {
    return codeOf(why) === 'EROFS' ? 'EROFS' : code;
  }
}

/** The data file, or another that Milepost cannot do without, was found unusable after it had been opened. */
export class UnusableFileError extends Error {
  readonly problem: StorageProblem;
  constructor(problem: StorageProblem) {
    super(problem.words);
    this.name = 'UnusableFileError';
    this.problem = problem;
  }
}

/** The way on from a file of a newer version: that version, or the copy that its upgrade left. */
function newerWords(path: string, known: number): string {
  const copy = latestCopy(path, known);
  const goingBack =
    copy === null
      ? ''
      : ` To go on with this version, close Milepost, move the data file away with the files beside it that end in “-wal” and “-shm”, and give its name to “${basename(copy)}”, which lacks what was bought and noted since.`;
  return `The data file was written by a newer Milepost. Nothing was changed in it. Install that version again, or start with another data folder.${goingBack}`;
}

/** Whether something was read or written after the file had been closed, as it is where Milepost is closed meanwhile. */
export const isClosedFile = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'The database connection is not open';

/** Whether SQLite itself is missing, or the system does not load it: no file was touched, and none can be. */
export const isNotLoaded = (error: unknown): boolean =>
  ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'].includes(codeOf(error));

/** Turns what SQLite or the file system threw into a problem in words. Nothing in the file has been changed. */
export function storageProblem(error: unknown, path: string): StorageProblem {
  const problem = (code: StorageProblem['code'], words: string): StorageProblem => ({ code, words, path });
  if (error instanceof NewerFileError) return problem('newer', newerWords(path, error.known));
  if (error instanceof ForeignFileError)
    return problem(
      'foreign',
      'The data file belongs to another program. Nothing was changed in it: start Milepost with another data folder.',
    );
  if (error instanceof UnusableFileError) return error.problem;
  if (isNotLoaded(error))
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
  // Only the code: what SQLite says beside it names tables, columns and paths, and is no help to anybody here.
  const named = /^[A-Z][A-Z0-9_]{1,40}$/u.test(code) ? ` (${code})` : '';
  return problem(
    'unusable',
    `The data file could not be used for this${named}. Nothing in it was changed. Try again; if it stays, restart Milepost.`,
  );
}

/** Why a data folder cannot be used at all, so that no page can show what its file's problem is. */
export const folderProblem = (error: unknown, dataDir: string): string =>
  `${storageProblem(error, join(dataDir, 'milepost.sqlite')).words} The data folder is ${dataDir}.`;

/** The same of a folder that is there, found by writing to it; null where that works. */
export function whyNotWritable(dataDir: string): string | null {
  try {
    rmSync(mkdtempSync(join(dataDir, '.milepost-')), { recursive: true });
    return null;
  } catch (error) {
    return folderProblem(error, dataDir);
  }
}

/** Whether something was thrown by SQLite, or for its sake, rather than by the code around it. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof UnusableFileError || codeOf(error).startsWith('SQLITE_');
