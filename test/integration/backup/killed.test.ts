import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFiles } from '../../../electron/backup/temporary-files.ts';
import { bought, play, seen } from './history-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a process killed at any moment of a merge leaves all of it or nothing, and the merge can be retried', () => {
  const [here, there, staged] = ['here', 'there', 'staged'].map((name) => join(folder, `${name}.sqlite`));
  if (here === undefined || there === undefined || staged === undefined) throw new Error('no files');
  play(here, [
    ...bought('two', 2000, ['a']),
    { at: 2500, act: { kind: 'mark', search: 0, key: 'a', note: 'mine' } },
  ]);
  play(there, [
    ...bought('one', 1000, ['a']),
    ...bought('three', 3000, ['a']),
    { at: 3500, act: { kind: 'trip', name: 'trip', title: 'Spring' } },
  ]);
  const before = seen(here);
  const merge = (file: string, killAt: number) => {
    copyFileSync(there, staged);
    return spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'merge-until-killed.ts'), file, staged, String(killAt)],
      {
        encoding: 'utf8',
      },
    );
  };
  const whole = join(folder, 'whole.sqlite');
  copyFileSync(here, whole);
  const points = Number(merge(whole, 0).stdout);
  const after = seen(whole);
  expect(points).toBeGreaterThan(4);
  expect(after).not.toEqual(before);

  for (let point = 1; point <= points; point++) {
    expect(merge(here, point).signal).toBe('SIGKILL');
    expect(seen(here)).toEqual(before);
  }
  expect(merge(here, 0).status).toBe(0);
  expect(seen(here)).toEqual(after);
}, 60_000);

it('leftovers of a crash are removed at the next start, and files in use are not', () => {
  const ended = spawnSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], {
    encoding: 'utf8',
  });
  const place = (name: string) => join(folder, 'backup-files', name);
  const running = `${process.ppid}-now`;
  for (const name of [`${ended.stdout}-before`, `${process.pid}-earlier`, running, 'nonsense']) {
    mkdirSync(place(name), { recursive: true });
    writeFileSync(join(place(name), 'restored.sqlite'), 'half');
  }
  temporaryFiles(folder).tidy();
  expect(existsSync(place(`${ended.stdout}-before`))).toBe(false);
  expect(existsSync(place(`${process.pid}-earlier`))).toBe(false);
  expect(existsSync(place('nonsense'))).toBe(false);
  expect(existsSync(place(running))).toBe(true);
});
