import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { merging } from '../backup/testing/merging.ts';
import type { Storage } from '../storage/open.ts';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { activityBackup } from './backup.ts';
import { MAX_ROWS } from './max-rows.ts';

const NOW = 1_000_000;

let folder: string;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-activity-'));
  storage = opened('here');
});
afterEach(() => {
  storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (name: string): Storage => openDataFile(join(folder, `${name}.sqlite`));

/** Notes requests that were sent at these times, each under an id that says so. */
function note({ db }: Storage, times: readonly number[], notices = '[]'): void {
  const insert = db.prepare(
    `INSERT INTO activity (at, role, method, origin, path, status, duration_ms, bytes, attempt, request_id_sent,
       request_id, error_code, notices) VALUES (?, 'call', 'POST', 'https://x.example', '/', 200, 1, 1, 1, ?, NULL, NULL, ?)`,
  );
  db.transaction(() => {
    for (const at of times) insert.run(at, `sent-${at}`, notices);
  })();
}

/** Merges the log of a backup in which requests were sent at these times. */
function merge(fill: (there: Storage) => void): void {
  rmSync(join(folder, 'there.sqlite'), { force: true });
  const there = opened('there');
  fill(there);
  there.close();
  const { db } = storage;
  db.prepare('ATTACH DATABASE ? AS other').run(join(folder, 'there.sqlite'));
  try {
    storage.transaction(() => activityBackup.merge?.(merging(storage, NOW)));
  } finally {
    db.exec('DETACH DATABASE other');
  }
}

const times = () => storage.db.prepare<[], number>('SELECT at FROM activity ORDER BY id').pluck().all();
const rows = () => storage.db.prepare('SELECT * FROM activity ORDER BY id').all();

it('puts what both machines asked into the order of time, each once, and a second time changes nothing', () => {
  note(storage, [10, 30, 50]);
  const there = (other: Storage) => note(other, [20, 30, 60]);
  merge(there);
  expect(times()).toEqual([10, 20, 30, 50, 60]);
  const before = rows();
  merge(there);
  expect(rows()).toEqual(before);
});

it('loses nothing that is here: of the backup comes the newest that fits', () => {
  const here = Array.from({ length: MAX_ROWS - 2 }, (_, place) => 100 + place);
  note(storage, here);
  merge((other) => note(other, [1, 2, 3, 4]));
  expect(times()).toEqual([3, 4, ...here]);
  merge((other) => note(other, [99_000]));
  expect(times()).toEqual([3, 4, ...here]);
});

it('takes over no line from the future and none that the list could not be shown with', () => {
  note(storage, [10]);
  merge((other) => {
    note(other, [20, NOW + 1]);
    note(other, [30], '{');
    note(other, [40], '[1]');
    note(other, [50], '"text"');
  });
  expect(times()).toEqual([10, 20]);
});
