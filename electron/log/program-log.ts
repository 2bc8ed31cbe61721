import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
// The Node variant works in both the window's main process and the browser host.
import log from 'electron-log/node.js';

type LogLevel = 'info' | 'warn' | 'error';

export type ProgramLog = {
  /** The current file; older ones are beside it. */
  file: string;
  write(level: LogLevel, words: string): void;
  /** Has `hide` applied to every further entry. */
  hideWith(hide: (text: string) => string): void;
  /** The latest lines, oldest first; empty if there are none or the file cannot be read. */
  latest(most: number): string[];
};

/** Bytes of one file and the number of older ones: enough for weeks of use. */
const LARGEST_FILE = 512 * 1024;
const OLDER_FILES = 3;
/** Characters of one entry: enough for a stack. */
const LONGEST_ENTRY = 4_000;

/** Redacts private data. Log entries should not contain any; this is a second line of defence. */
export function withoutPrivate(text: string, home = homedir()): string {
  return (
    text
      .slice(0, LONGEST_ENTRY)
      .replaceAll(home, '~')
      .replaceAll(encodeURI(home), '~')
      // User names in other home folders.
      .replace(/((?:\/|\\)(?:home|Users)(?:\/|\\))[^/\\\s:]+/giu, '$1…')
      .replace(/\b(?:Bearer|Basic|DPoP)\s+\S+/giu, '[removed]')
      .replace(/\baek_\S*/giu, '[removed]')
      // Addresses are cut to their origin: paths and queries reveal searches.
      .replace(/\b(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#)]+)[^\s)]*/giu, '$1$2/…')
      .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[address removed]')
      // Possible keys: long words of letters and digits.
      .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}\b/gu, '[removed]')
      .replace(/[^\P{C}\n]/gu, ' ')
      // Further lines are indented, so that no text can look like a separate entry.
      .replace(/\n\s*/gu, '\n    ')
  );
}

const olderFile = (file: string, age: number) => file.replace(/\.log$/u, `.${age}.log`);

/** Renumbers the older files and deletes the oldest. */
function rotate(file: string): void {
  rmSync(olderFile(file, OLDER_FILES), { force: true });
  for (let age = OLDER_FILES - 1; age >= 0; age -= 1) {
    const from = age === 0 ? file : olderFile(file, age);
    if (existsSync(from)) renameSync(from, olderFile(file, age + 1));
  }
}

// The library would print write failures with stacks and full paths; problems of the data folder are reported elsewhere.
log.transports.console.writeFn = () => {};

/** Opens the local log in the data folder. It never leaves this machine; failures to write are ignored. */
export function openProgramLog(dataDir: string, largestFile = LARGEST_FILE): ProgramLog {
  const file = join(dataDir, 'logs', 'milepost.log');
  let hide = (text: string) => text;
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
        logger[level](withoutPrivate(hide(words)));
      } catch {
        // A full disk is reported by the data file.
      }
    },
    hideWith: (next) => {
      hide = next;
    },
    latest: (most) => {
      try {
        return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-most);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // None was written yet; another failure is not shown as an empty log.
        return code === 'ENOENT' || code === 'ENOTDIR'
          ? []
          : [`The log cannot be read${code === '' ? '' : ` (${code})`}.`];
      }
    },
  };
}
