/** The program in the tray, in the stand-in for Electron; the desktop's tray is answered for by a program on the PATH. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invoke, open, quitAfterEach, start, windowOf } from './opened-program.ts';

quitAfterEach();

/** A desktop with a tray, or without one, as `busctl` reports it. */
function desktop(hasTray: boolean): void {
  const bin = mkdtempSync(join(tmpdir(), 'milepost-desktop-'));
  for (const name of ['busctl', 'gdbus']) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexit ${hasTray ? 0 : 1}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH}`);
}
beforeEach(() => desktop(true));
afterEach(() => vi.unstubAllEnvs());

/** Chooses an item of the tray's menu. */
function press(item: Electron.MenuItemConstructorOptions | undefined): void {
  if (item?.click === undefined) throw new Error('no such item');
  (item.click as () => void)();
}

const LABELS = [
  'Open Milepost',
  'Nothing new',
  undefined,
  'Pause watching for today',
  undefined,
  'Quit Milepost',
];

describe.runIf(process.platform === 'linux')('closing the last window', () => {
  it('asks once, keeps Milepost in the tray, and a click brings the window back', async () => {
    const program = await open();
    expect(program.trays).toHaveLength(0);
    program.user.button = 0;
    windowOf(program).close();
    await expect.poll(() => program.windows.open.length, { timeout: 10_000 }).toBe(0);
    expect(program.wanted('question')).toMatchObject([{ message: 'Keep Milepost in the tray?' }]);
    expect(program.exits).toEqual([]);
    const [tray] = program.trays;
    expect(tray?.menu.map(({ label }) => label)).toEqual(LABELS);
    tray?.emit('click');
    await expect.poll(() => program.windows.open.length, { timeout: 10_000 }).toBe(1);
    windowOf(program).close();
    await expect.poll(() => program.windows.open.length, { timeout: 10_000 }).toBe(0);
    expect(program.wanted('question')).toHaveLength(1);
    expect(program.exits).toEqual([]);
  });

  it('ends Milepost where the user chose that, and asks never again', async () => {
    const program = await open();
    program.user.button = 1;
    windowOf(program).close();
    await program.whenQuit;
    const again = await open([], { dataDir: program.dataDir });
    windowOf(again).close();
    await again.whenQuit;
    expect(again.wanted('question')).toEqual([]);
  });

  it('stays open where the question is left unanswered', async () => {
    const program = await open();
    program.user.button = 2;
    windowOf(program).close();
    await expect.poll(() => program.wanted('question').length).toBe(1);
    expect(program.windows.open).toHaveLength(1);
    expect(program.exits).toEqual([]);
  });

  it('asks nothing on a desktop without a tray, which Settings says', async () => {
    desktop(false);
    const program = await open();
    expect(await invoke(program, 'background', 'read')).toMatchObject({
      tray: { works: false, words: expect.stringContaining('no tray') },
      onClose: 'ask',
    });
    windowOf(program).close();
    await program.whenQuit;
    expect(program.wanted('question')).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a hidden start', () => {
  it('has a tray and no window where it was chosen, and a window otherwise', async () => {
    const program = await open(['--hidden']);
    expect(program.windows.open).toHaveLength(1);
    await invoke(program, 'background', 'setOnClose', { onClose: 'tray' });
    await expect.poll(() => program.trays.length, { timeout: 10_000 }).toBe(1);
    windowOf(program).close();
    await expect.poll(() => program.windows.open.length, { timeout: 10_000 }).toBe(0);
    const quitItem = program.trays[0]?.menu.find(({ label }) => label === 'Quit Milepost');
    press(quitItem);
    await program.whenQuit;
    const hidden = await start(['--hidden'], { dataDir: program.dataDir });
    hidden.becomeReady();
    await expect.poll(() => hidden.trays.length, { timeout: 10_000 }).toBe(1);
    expect(hidden.windows.open).toHaveLength(0);
    expect(hidden.exits).toEqual([]);
  });

  it('pauses watching for today from the tray', async () => {
    const program = await open();
    await invoke(program, 'background', 'setOnClose', { onClose: 'tray' });
    await expect.poll(() => program.trays.length, { timeout: 10_000 }).toBe(1);
    const pauseItem = () => program.trays[0]?.menu.find(({ label }) => label === 'Pause watching for today');
    press(pauseItem());
    await expect.poll(() => pauseItem()?.checked, { timeout: 10_000 }).toBe(true);
    expect(await invoke(program, 'background', 'read')).toMatchObject({ pausedUntil: expect.any(Number) });
  });
});
