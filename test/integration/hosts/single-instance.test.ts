import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdDataFolder } from '../../../electron/hosts/single-instance.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'milepost-hold-'));

describe('a data folder', () => {
  it('belongs to one holder at a time, and to the next once it is released', () => {
    const dir = folder();
    const first = holdDataFolder(dir);
    const second = holdDataFolder(dir);
    expect(first.ok).toBe(true);
    expect(second).toEqual({
      ok: false,
      words: `Milepost is already running on this data folder: ${dir}.`,
      isRunning: true,
    });
    if (first.ok) first.release();
    const third = holdDataFolder(dir);
    expect(third.ok).toBe(true);
    if (third.ok) third.release();
  });

  it('is free again when its holder was killed', async () => {
    const dir = folder();
    const module = join(import.meta.dirname, '../../../electron/hosts/single-instance.ts');
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { holdDataFolder } = await import(${JSON.stringify(module)});
       globalThis.held = holdDataFolder(${JSON.stringify(dir)});
       console.log(globalThis.held.ok);
       setInterval(() => {}, 1000);`,
    ]);
    const [line] = await once(holder.stdout, 'data');
    expect(String(line)).toBe('true\n');
    expect(holdDataFolder(dir).ok).toBe(false);
    const exited = once(holder, 'exit');
    holder.kill('SIGKILL');
    await exited;
    const next = holdDataFolder(dir);
    expect(next.ok).toBe(true);
    if (next.ok) next.release();
  });

  it('is created where it does not exist', () => {
    const held = holdDataFolder(join(folder(), 'new', 'deep'));
    expect(held.ok).toBe(true);
    if (held.ok) held.release();
  });

  it('with an invalid lock file is held anyway', () => {
    const dir = folder();
    writeFileSync(
      join(dir, 'milepost.lock'),
      'not a database at all, and long enough to be read as one'.repeat(40),
    );
    const held = holdDataFolder(dir);
    expect(held.ok).toBe(true);
    expect(holdDataFolder(dir).ok).toBe(false);
    if (held.ok) held.release();
  });

  it.each(['a file', 'a link to one'])('is held where %s is in the place of its logs', (what) => {
    const dir = folder();
    const logs = join(dir, 'logs');
    if (what === 'a file') writeFileSync(logs, '');
    else symlinkSync('/etc/hostname', logs);
    const held = holdDataFolder(dir);
    expect(held.ok).toBe(true);
    expect(holdDataFolder(dir).ok).toBe(false);
    if (held.ok) held.release();
  });

  it.each<[string, (path: string) => void]>([
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    [
      'a link to a pipe',
      (path) => {
        execFileSync('mkfifo', [`${path}.pipe`]);
        symlinkSync(`${path}.pipe`, path);
      },
    ],
    ['a device', (path) => symlinkSync('/dev/null', path)],
    ['a link that leads nowhere', (path) => symlinkSync(join(path, 'nowhere', 'at all'), path)],
  ])('is not opened beside another where %s is in the place of its lock', (_what, put) => {
    const dir = folder();
    const lock = join(dir, 'milepost.lock');
    put(lock);
    expect(holdDataFolder(dir)).toEqual({
      ok: false,
      words: expect.stringContaining(`${lock} is not its lock`),
      isRunning: false,
    });
  });

  it('that cannot be written to does not keep the program from reporting it', () => {
    const dir = folder();
    chmodSync(dir, 0o500);
    expect(holdDataFolder(join(dir, 'data')).ok).toBe(true);
  });
});
