/** A disk that fills up, or fails, while a backup is merged: nothing is changed, it is reported, and can be retried. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupParts } from '../../../electron/app/backup-parts.ts';
import { runBackupJob } from '../../../electron/backup/jobs.ts';
import { storageProblem } from '../../../electron/storage/problem.ts';
import { bought, play, seen } from './history-files.ts';

let folder: string;
let [here, there, staged, whole] = ['', '', '', ''];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-full-'));
  [here, there, staged, whole] = ['here', 'there', 'staged', 'whole'].map((name) =>
    join(folder, `${name}.sqlite`),
  ) as [string, string, string, string];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const pagesOf = (file: string): number => {
  const db = new Database(file, { readonly: true });
  const pages = Number(db.pragma('page_count', { simple: true }));
  db.close();
  return pages;
};

/** Histories that follow each other, and histories that interleave, which are recorded again. */
const HISTORIES = {
  'the backup is newer': [1000, 5000],
  'both histories interleave': [1000, 1500],
} as const;

function prepare([first, second]: readonly [number, number]): void {
  const of = (who: string, from: number) =>
    [0, 1, 2, 3].flatMap((place) => {
      const name = `${who}${place}`;
      const keys = Array.from({ length: 60 }, (_, row) => `${name}-${row}`);
      return bought(name, from + 1000 * place, keys);
    });
  play(here, [...of('here', first), { at: 9000, act: { kind: 'mark', search: 0, key: 'a', note: 'mine' } }]);
  play(there, [...of('there', second), { at: 9500, act: { kind: 'trip', name: 'trip', title: 'Spring' } }]);
}

function merge(file: string): void {
  copyFileSync(there, staged);
  runBackupJob(
    backupParts,
    { kind: 'merge', file, staged, mayLower: 1 },
    () => {},
    () => 999_000_000,
  );
}

/** Limits the data file to so many pages, for whatever connection merges next. */
function withSpaceFor(pages: number, work: () => void): void {
  const { pragma } = Database.prototype;
  const spy = vi.spyOn(Database.prototype, 'pragma').mockImplementation(function limited(
    this: Database.Database,
    ...given
  ) {
    if (given[0].startsWith('cache_size')) pragma.call(this, `max_page_count = ${pages}`);
    return pragma.apply(this, given);
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
}

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

describe.each(Object.entries(HISTORIES))('where %s', (_which, times) => {
  it('a file that cannot grow stays as it was, at any page, and is merged later', () => {
    prepare(times);
    const before = seen(here);
    copyFileSync(here, whole);
    merge(whole);
    const after = seen(whole);
    const [least, most] = [pagesOf(here), pagesOf(whole)];
    expect(most - least).toBeGreaterThan(10);
    const step = Math.ceil((most - least) / 12);
    for (let pages = least; pages < most; pages += step) {
      const error = thrownBy(() => withSpaceFor(pages, () => merge(here)));
      expect(storageProblem(error, here)).toMatchObject({
        code: 'full',
        words: expect.stringContaining('The disk is full'),
      });
      expect(seen(here)).toEqual(before);
    }
    merge(here);
    expect(seen(here)).toEqual(after);
  });
});

// Windows has no limit of this kind.
it.skipIf(process.platform === 'win32')(
  'a log that can be written only so far leaves all of it or nothing, at any byte',
  () => {
    prepare(HISTORIES['both histories interleave']);
    const before = seen(here);
    copyFileSync(here, whole);
    merge(whole);
    const after = seen(whole);
    const largest = statSync(whole).size;
    let refused = 0;
    for (const part of [0.3, 0.6, 0.9]) {
      copyFileSync(there, staged);
      // In the shell's blocks of 512 bytes; the signal would kill the process instead of failing the write.
      const blocks = Math.floor((largest * part) / 512);
      const program = join(import.meta.dirname, 'merge-until-killed.ts');
      const { status, stderr } = spawnSync(
        'sh',
        [
          '-c',
          `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`,
          process.execPath,
          program,
          here,
          staged,
          '0',
        ],
        { encoding: 'utf8' },
      );
      if (status === 0) {
        // Only what may wait was refused: moving the log into the file.
        expect(seen(here)).toEqual(after);
        break;
      }
      refused += 1;
      expect(stderr).toMatch(/SQLITE_(?:FULL|IOERR)/u);
      expect(seen(here)).toEqual(before);
    }
    expect(refused).toBeGreaterThan(0);
    merge(here);
    expect(seen(here)).toEqual(after);
  },
);
