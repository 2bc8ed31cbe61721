import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
// Its part for Node: the same in the window's process and in the browser host.
import log from 'electron-log/node.js';

type LogLevel = 'info' | 'warn' | 'error';

export type ProgramLog = {
  /** The file that is written to now; older ones lie beside it. */
  file: string;
  write(level: LogLevel, words: string): void;
  /** The latest lines, oldest first; none where nothing was written or it cannot be read. */
  latest(most: number): string[];
};

/** Bytes of one file, and how many older ones are stored: weeks of use, and never much of a disk. */
const LARGEST_FILE = 512 * 1024;
const OLDER_FILES = 3;
/** Characters of one entry: a stack, not a document. */
const LONGEST_ENTRY = 4_000;

/**
 * Takes out of a text what must not be written down. Nothing that is logged is meant to hold any of it; this is what
 * holds where something does all the same.
 */
export function withoutPrivate(text: string, home = homedir()): string {
  return (
    text
      .slice(0, LONGEST_ENTRY)
      .replaceAll(home, '~')
      .replaceAll(encodeURI(home), '~')
      // Whoever else's folder: the name of a user is a user's.
      .replace(/((?:\/|\\)(?:home|Users)(?:\/|\\))[^/\\\s:]+/giu, '$1…')
      .replace(/\b(?:Bearer|Basic|DPoP)\s+\S+/giu, '[removed]')
      .replace(/\baek_\S*/giu, '[removed]')
      // Of an address elsewhere the origin alone: paths and questions name what was looked for.
      .replace(/\b(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#)]+)[^\s)]*/giu, '$1$2/…')
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[address removed]')
      // What looks like a key: long, and letters mixed with digits.
      .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}\b/gu, '[removed]')
      .replace(/[^\P{C}\n]/gu, ' ')
      // A further line stands behind its first, so that no text can look like an entry of its own.
      .replace(/\n\s*/gu, '\n    ')
  );
}

const olderFile = (file: string, age: number) => file.replace(/\.log$/u, `.${age}.log`);

/** Gives each older file the next number; the oldest is taken away. */
function rotate(file: string): void {
  rmSync(olderFile(file, OLDER_FILES), { force: true });
  for (let age = OLDER_FILES - 1; age >= 0; age -= 1) {
    const from = age === 0 ? file : olderFile(file, age);
    if (existsSync(from)) renameSync(from, olderFile(file, age + 1));
  }
}

// The library tells the terminal what it cannot write, with a stack and whole paths; the data folder's own trouble is said in words.
log.transports.console.writeFn = () => {};

/** Opens the local log in the data folder. It never leaves this machine, and what cannot be written costs nothing. */
export function openProgramLog(dataDir: string, largestFile = LARGEST_FILE): ProgramLog {
  const file = join(dataDir, 'logs', 'milepost.log');
  const logger = log.create({ logId: dataDir });
  logger.transports.console.level = false;
  Object.assign(logger.transports.file, {
    resolvePathFn: () => file,
    maxSize: largestFile,
    format: ({ message }: { message: { date: Date; level: string; data: unknown[] } }) => [
      `${message.date.toISOString()} [${message.level}] ${message.data.join(' ')}`,
    ],
    writeOptions: { flag: 'a', mode: 0o600, encoding: 'utf8' },
    archiveLogFn: () => rotate(file),
  });
  return {
    file,
    write: (level, words) => {
      try {
        logger[level](withoutPrivate(words));
      } catch {
        // A full disk is reported where it matters: at the data file.
      }
    },
    latest: (most) => {
      try {
        return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-most);
      } catch {
        return [];
      }
    },
  };
}
