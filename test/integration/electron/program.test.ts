import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { EXIT_REPORTED } from '../../../electron/hosts/exit-codes.ts';
import { holdDataFolder } from '../../../electron/hosts/single-instance.ts';
import { quit, startProgram } from './built-program.ts';
import { invoke, open, quitAfterEach, windowOf } from './opened-program.ts';

quitAfterEach();

describe('the program', () => {
  it('stores everything in the named folder', async () => {
    const program = await open();
    expect(program.paths.get('userData')).toBe(program.dataDir);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite'))).toBe(true);
  });

  it('gives way to a running one, which comes to the front', async () => {
    const running = mkdtempSync(join(tmpdir(), 'milepost-running-'));
    symlinkSync('host-1', join(running, 'SingletonLock'));
    const second = await startProgram([], { dataDir: running, holdsLock: false });
    await second.whenQuit;
    expect(second.wanted('window')).toHaveLength(0);
    const program = await open();
    program.electron.app.emit('second-instance');
    expect(program.wanted('focus')).toHaveLength(1);
    expect(program.windows.open).toHaveLength(1);
  });

  it('says that it cannot be locked where nobody holds it, as on a disk without links', async () => {
    const program = await open([], { holdsLock: false });
    expect(program.wanted('error-box')[0]?.words).toContain('--data-dir');
    expect(program.exits).toEqual([EXIT_REPORTED]);
  });

  it('looks at once, and once, at what waited through a sleep of the machine', async () => {
    const before = await open();
    await quit(before);
    const hour = 3_600_000;
    const db = new Database(join(before.dataDir, 'milepost.sqlite'));
    db.prepare(
      `INSERT INTO notice_outbox (channel, event, plain, at, state, next_at) VALUES ('system', 'e', ?, 0, 'waiting', ?)`,
    ).run(JSON.stringify({ to: '/trips', title: 'Tokyo', body: 'Cheaper', away: '' }), Date.now() + hour);
    db.close();
    let asleep = 0;
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + asleep);
    try {
      const program = await open([], { dataDir: before.dataDir });
      const shown = () => program.wanted('notification').length;
      for (let wakes = 0; wakes < 3; wakes++) program.wakesUp();
      expect(shown()).toBe(0);
      asleep = 2 * hour;
      // What wakes it before its start is over is looked at by that.
      const wakeUntilShown = () => {
        if (shown() === 0) program.wakesUp();
        return shown();
      };
      await expect.poll(wakeUntilShown, { timeout: 10_000 }).toBe(1);
      for (let wakes = 0; wakes < 5; wakes++) program.wakesUp();
      await invoke(program, 'watchlist', 'list');
      expect(shown()).toBe(1);
    } finally {
      clock.mockRestore();
    }
  });

  it('delays a shutdown of the system until it is closed', async () => {
    const program = await open();
    expect(program.systemShutsDown()).toBe(true);
    await program.whenQuit;
  });

  it('does not open on a data folder that the browser host holds, and reports it', async () => {
    const first = await open();
    await quit(first);
    const held = holdDataFolder(first.dataDir);
    const program = await open([], { dataDir: first.dataDir });
    expect(program.windows.open).toHaveLength(0);
    expect(program.wanted('error-box')[0]?.words).toContain(
      'Milepost is already running on this data folder',
    );
    expect(program.exits).toEqual([EXIT_REPORTED]);
    if (held.ok) held.release();
  });

  it('chooses no certificate for a server that requests one, whoever connects to the server', async () => {
    const { electron } = await open();
    const answers: unknown[][] = [];
    let chosenByElectron = true;
    electron.app.emit(
      'select-client-certificate',
      { preventDefault: () => (chosenByElectron = false) },
      null,
      'https://updates.example/',
      [{ issuerName: 'The user’s bank' }],
      (...certificate: unknown[]) => answers.push(certificate),
    );
    expect(chosenByElectron).toBe(false);
    expect(answers).toEqual([[]]);
  });

  it('quits cleanly when the system asks it to', async () => {
    const program = await open();
    for (const listener of program.signalListeners.get('SIGTERM') ?? []) listener();
    await program.whenQuit;
    expect(program.windows.open).toHaveLength(0);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite-wal'))).toBe(false);
  });

  it('quits when its window is closed, with everything written and the folder free', async () => {
    const program = await open();
    windowOf(program).close();
    await program.whenQuit;
    expect(program.channels()).toEqual([]);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite-wal'))).toBe(false);
    const held = holdDataFolder(program.dataDir);
    expect(held.ok).toBe(true);
    if (held.ok) held.release();
  });
});
