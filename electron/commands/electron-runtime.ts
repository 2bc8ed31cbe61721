import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHeader, targetOf } from './packed-addons.ts';
import { downloadFailure } from './why-ended.ts';

export type Runtime = { ok: true; path: string } | { ok: false; words: string };

/** Time limit of the download, which takes a minute on a slow line; milliseconds. */
const FETCH_WITHIN_MS = 180_000;
/** A download is announced after this delay; most failures come sooner. Milliseconds. */
const ANNOUNCE_AFTER_MS = 2_000;

export type RuntimeDeps = {
  /** The installed `electron` package. Its index.js is not used: it prints, and throws without a runtime. */
  packageDir: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Runs the package's installer; rejects if it cannot download the runtime. */
  fetchRuntime?: (packageDir: string) => Promise<void>;
};

/** The path of Electron's executable; null if not installed. Its installer writes `path.txt` last, when all is unpacked. */
export function findRuntime({ packageDir, env, platform }: RuntimeDeps): string | null {
  const name =
    platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : platform === 'win32'
        ? 'electron.exe'
        : 'electron';
  const given = env.ELECTRON_OVERRIDE_DIST_PATH;
  const pathFile = join(packageDir, 'path.txt');
  const isInstalled = existsSync(pathFile) && readFileSync(pathFile, 'utf8').trim() === name;
  if (!given && !isInstalled) return null;
  const path = join(given || join(packageDir, 'dist'), name);
  return existsSync(path) ? path : null;
}

/**
 * Why a runtime cannot run on this Linux, by its first bytes; null if it may. The system would hand one for another machine,
 * or a damaged one, to a shell, as a script.
 */
export function unfitRuntime(path: string, platform: NodeJS.Platform): string | null {
  if (platform !== 'linux') return null;
  let header: Buffer;
  try {
    header = readHeader(path);
  } catch {
    return null; // Starting it tells why.
  }
  const isScript = header.toString('latin1', 0, 2) === '#!';
  const isOurs = targetOf(header) === `linux-${process.arch}`;
  return isScript || isOurs
    ? null
    : `Electron’s runtime is not for this machine (linux-${process.arch}), or is damaged: remove node_modules and run npm ci here`;
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

/** The installed runtime, or a downloaded one; if neither is possible, the reason. */
export async function ensureRuntime(deps: RuntimeDeps, report: (words: string) => void): Promise<Runtime> {
  const { packageDir, fetchRuntime = runInstaller } = deps;
  const none = (words: string): Runtime => ({ ok: false, words });
  if (!existsSync(packageDir)) return none('Electron is not installed here');
  const there = findRuntime(deps);
  if (there !== null) return { ok: true, path: there };
  const timer = setTimeout(
    () => report("Fetching Electron's runtime, once (about 120 MB)…"),
    ANNOUNCE_AFTER_MS,
  );
  try {
    await fetchRuntime(packageDir);
  } catch (error) {
    const why = downloadFailure(error instanceof Error ? error.message : '');
    return none(`Electron's runtime is not on this machine and could not be fetched (${why})`);
  } finally {
    clearTimeout(timer);
  }
  const fetched = findRuntime(deps);
  return fetched === null ? none("Electron's runtime could not be unpacked") : { ok: true, path: fetched };
}

/** Why no window can be opened even with the runtime; null if it can. */
export function whyNoWindow(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  isRoot: boolean,
): string | null {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'There is no display here to open a window on';
  // Chromium's sandbox does not work as root, and Milepost requires it.
  return isRoot ? 'A window is not opened for the root user' : null;
}
