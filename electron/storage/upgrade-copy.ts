import { closeSync, copyFileSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';

/** Path of the copy made before an upgrade from `version`. */
export const backupFile = (file: string, version: number): string => `${file}.before-upgrade-from-${version}`;

const nthCopy = (file: string, version: number, n: number): string =>
  n === 1 ? backupFile(file, version) : `${backupFile(file, version)}-${n}`;

/** The latest copy made before an upgrade from `version`; null if there is none. */
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

/** Copies the file before an upgrade. An upgrade after going back a version makes a further copy, as the data differ. */
export function copyBeforeUpgrade(db: Database.Database, file: string, version: number): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const latest = latestCopy(file, version);
  // A failed migration is retried at each start with the same bytes.
  if (latest !== null && haveSameBytes(file, latest)) return;
  let n = 1;
  while (existsSync(nthCopy(file, version, n))) n += 1;
  const copy = nthCopy(file, version, n);
  // Renamed when complete, so that no partial copy has the final name.
  copyFileSync(file, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
}
