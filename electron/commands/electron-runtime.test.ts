import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensureRuntime, findRuntime, whyNoWindow } from './electron-runtime.ts';

/** An installed `electron` package, with its runtime where `dist` is true. */
function electronPackage(dist: boolean): string {
  const dir = mkdtempSync(join(tmpdir(), 'milepost-runtime-'));
  if (dist) unpackInto(dir);
  return dir;
}
function unpackInto(dir: string): void {
  mkdirSync(join(dir, 'dist'));
  writeFileSync(join(dir, 'dist', 'electron'), '');
  writeFileSync(join(dir, 'path.txt'), 'electron');
}
const on = (packageDir: string, env: NodeJS.ProcessEnv = {}) => ({
  packageDir,
  env,
  platform: 'linux' as const,
});

afterEach(() => vi.useRealTimers());

describe("Electron's runtime", () => {
  it('is found where the package has it, or where the environment says', () => {
    const there = electronPackage(true);
    expect(findRuntime(on(there))).toBe(join(there, 'dist', 'electron'));
    const elsewhere = join(there, 'dist');
    expect(findRuntime(on(electronPackage(false), { ELECTRON_OVERRIDE_DIST_PATH: elsewhere }))).toBe(
      join(elsewhere, 'electron'),
    );
    expect(findRuntime(on(electronPackage(false)))).toBeNull();
  });

  it.each([
    ['was cut off while it was unpacked', null],
    ['was copied from another system', 'electron.exe'],
    ['has an empty path', ''],
  ])('that %s is not taken for an installed one', (_what, path) => {
    const dir = electronPackage(true);
    if (path === null) rmSync(join(dir, 'path.txt'));
    else writeFileSync(join(dir, 'path.txt'), path);
    writeFileSync(join(dir, 'dist', 'electron.exe'), '');
    expect(findRuntime(on(dir))).toBeNull();
  });

  it('is not fetched where it is there', async () => {
    const there = electronPackage(true);
    const runtime = await ensureRuntime(
      { ...on(there), fetchRuntime: () => Promise.reject(new Error('fetched')) },
      () => {},
    );
    expect(runtime).toEqual({ ok: true, path: join(there, 'dist', 'electron') });
  });

  it('is fetched where it is not, and that is said while it lasts', async () => {
    vi.useFakeTimers();
    const said: string[] = [];
    const runtime = await ensureRuntime(
      {
        ...on(electronPackage(false)),
        fetchRuntime: async (dir) => {
          vi.advanceTimersByTime(60_000);
          unpackInto(dir);
        },
      },
      (words) => said.push(words),
    );
    expect(runtime.ok).toBe(true);
    expect(said).toHaveLength(1);
  });

  it('that cannot be fetched is reported in a sentence', async () => {
    const said: string[] = [];
    const fetchRuntime = () => Promise.reject(new TypeError('fetch failed'));
    const deps = { ...on(electronPackage(false)), fetchRuntime };
    expect(await ensureRuntime(deps, (words) => said.push(words))).toEqual({
      ok: false,
      words: expect.stringMatching(/could not be fetched: check the network/u),
    });
    expect(said).toEqual([]);
  });

  it('is not looked for where Electron is not installed at all', async () => {
    expect(await ensureRuntime(on(join(tmpdir(), 'milepost-not-there')), () => {})).toMatchObject({
      ok: false,
    });
  });
});

describe('a window', () => {
  it('needs a display on Linux, and a user who is not root', () => {
    expect(whyNoWindow('linux', {}, false)).toContain('no display');
    expect(whyNoWindow('linux', { DISPLAY: ':0' }, true)).toContain('root');
    expect(whyNoWindow('linux', { WAYLAND_DISPLAY: 'wayland-0' }, false)).toBeNull();
    expect(whyNoWindow('darwin', {}, false)).toBeNull();
    expect(whyNoWindow('win32', {}, false)).toBeNull();
  });
});
