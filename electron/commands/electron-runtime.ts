import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

function runInstaller(packageDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(packageDir, 'install.js')], { timeout: FETCH_WITHIN_MS }, (error) =>
      error === null ? resolve() : reject(error),
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
  } catch {
    return none(
      "Electron's runtime is not on this machine and could not be fetched: check the network, HTTPS_PROXY and the space on the disk, or unpack it and name its folder in ELECTRON_OVERRIDE_DIST_PATH",
    );
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
