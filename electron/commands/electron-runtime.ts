import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotFetched } from './why-ended.ts';

export type Runtime = { ok: true; path: string } | { ok: false; words: string };

/** Fetching takes a minute on a slow line; a site that cannot be reached says so long before. Milliseconds. */
const FETCH_WITHIN_MS = 180_000;
/** A fetch that fails does so sooner, and then one sentence is enough. Milliseconds. */
const WORTH_TELLING_MS = 2_000;

export type RuntimeDeps = {
  /** The installed `electron` package. Its own index.js is not asked: it prints, and throws where it has nothing. */
  packageDir: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Runs the package's own installer; rejects where it cannot fetch the runtime. */
  fetchRuntime?: (packageDir: string) => Promise<void>;
};

/** The executable of Electron's runtime where it is on this machine. */
export function findRuntime({ packageDir, env, platform }: RuntimeDeps): string | null {
  const usual =
    platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : platform === 'win32'
        ? 'electron.exe'
        : 'electron';
  const pathFile = join(packageDir, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : usual;
  const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(packageDir, 'dist'), name);
  return existsSync(path) ? path : null;
}

function runInstaller(packageDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(packageDir, 'install.js')],
      { timeout: FETCH_WITHIN_MS },
      (error, _said, complained) =>
        error === null ? resolve() : reject(new Error(`${complained}\n${error.killed ? 'timed out' : ''}`)),
    );
  });
}

/** The runtime as it is on this machine, or fetched now; where it cannot be had, why, in a sentence. */
export async function haveRuntime(deps: RuntimeDeps, report: (words: string) => void): Promise<Runtime> {
  const { packageDir, fetchRuntime = runInstaller } = deps;
  const none = (words: string): Runtime => ({ ok: false, words });
  if (!existsSync(packageDir)) return none('Electron is not installed here');
  const there = findRuntime(deps);
  if (there !== null) return { ok: true, path: there };
  const timer = setTimeout(
    () => report("Fetching Electron's runtime, once (about 120 MB)…"),
    WORTH_TELLING_MS,
  );
  try {
    await fetchRuntime(packageDir);
  } catch (error) {
    const why = whyNotFetched(error instanceof Error ? error.message : '');
    return none(`Electron's runtime is not on this machine and could not be fetched (${why})`);
  } finally {
    clearTimeout(timer);
  }
  const fetched = findRuntime(deps);
  return fetched === null ? none("Electron's runtime could not be unpacked") : { ok: true, path: fetched };
}

/** Why a window cannot be opened on this machine even with the runtime; null where it can. */
export function whyNoWindow(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  isRoot: boolean,
): string | null {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'There is no display here to open a window on';
  // Chromium's sandbox does not run as root, and Milepost does not run without it.
  return isRoot ? 'A window is not opened for the root user' : null;
}
