import { closeSync, copyFileSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';

/** Where the file as it was before an upgrade is left, by the version that it had. */
export const backupFile = (file: string, version: number): string => `${file}.before-upgrade-from-${version}`;

const nthCopy = (file: string, version: number, n: number): string =>
  n === 1 ? backupFile(file, version) : `${backupFile(file, version)}-${n}`;

/** The latest copy that a file left at this version; null where there is none. */
export function latestCopy(file: string, version: number): string | null {
  let found: string | null = null;
  for (let n = 1; existsSync(nthCopy(file, version, n)); n += 1) found = nthCopy(file, version, n);
  return found;
}

const PIECE_BYTES = 1 << 20;

function haveSameBytes(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false;
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const;
  try {
    const [first, second] = [Buffer.alloc(PIECE_BYTES), Buffer.alloc(PIECE_BYTES)];
    for (;;) {
      const read = readSync(files[0], first);
      readSync(files[1], second, 0, read, null);
      if (read === 0) return true;
      if (first.compare(second, 0, read, 0, read) !== 0) return false;
    }
  } finally {
    for (const file of files) closeSync(file);
  }
}

/**
 * Copies the file as it is before an upgrade. Whoever went back a version and upgrades again gets a further copy: the one
 * before lacks what happened in between.
 */
export function copyFirst(db: Database.Database, file: string, version: number): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const latest = latestCopy(file, version);
  // A step that failed is tried again at each start, on the same bytes.
  if (latest !== null && haveSameBytes(file, latest)) return;
  let n = 1;
  while (existsSync(nthCopy(file, version, n))) n += 1;
  const copy = nthCopy(file, version, n);
  // Under its name there is a complete copy or none, whatever happens meanwhile.
  copyFileSync(file, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
}
