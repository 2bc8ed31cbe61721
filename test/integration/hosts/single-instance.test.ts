import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
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

  it('is not opened beside another where its lock cannot be one', () => {
    const dir = folder();
    const lock = join(dir, 'milepost.lock');
    mkdirSync(lock);
    expect(holdDataFolder(dir)).toEqual({
      ok: false,
      words: expect.stringContaining(`${lock} is not its lock`),
      isRunning: false,
    });
    rmdirSync(lock);
    symlinkSync(join(dir, 'nowhere', 'at all'), lock);
    expect(holdDataFolder(dir)).toMatchObject({ ok: false, isRunning: false });
  });

  it('that cannot be written to does not keep the program from reporting it', () => {
    const dir = folder();
    chmodSync(dir, 0o500);
    expect(holdDataFolder(join(dir, 'data')).ok).toBe(true);
  });
});
