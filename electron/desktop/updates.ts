import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AutoUpdater } from 'electron';
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { errorCode } from '../storage/error-code.ts';
import { boundChannel, type ChannelRequests } from '../updates/channel-bounds.ts';
import type { Updater, UpdaterHere } from '../updates/updates.ts';
import updateKey from './update-key.json' with { type: 'json' };

export type DesktopUpdaterDeps = {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The folder beside the archive, where electron-builder puts `app-update.yml`. */
  resourcesPath: string;
  /** Starts an image once this program has ended. */
  relaunch: (image: string) => void;
  /** The makers' public key; a build without one never updates itself. */
  publicKey?: string | null;
  /** Loads electron-updater on demand, since loading it initialises much of Electron. */
  load?: () => Promise<Updater>;
};

const FROM_SOURCE = 'This Milepost runs from its source tree. Update it with “git pull” and “npm ci”.';
const NO_CHANNEL =
  'This Milepost was built without an update channel. Install a newer version over it; the data stays where it is.';
const UNREAD_CHANNEL =
  'The file that names the update channel of this Milepost cannot be read, so it cannot look for a newer version. Install Milepost again; the data stays where it is.';
const NOT_SIGNED =
  'This Milepost is not signed, so it could not distinguish a true update from a false one. Install a newer version by hand.';
const BY_PACKAGE =
  'This Milepost was installed by unpacking it. Replace its folder by that of a newer version; the data stays where it is.';

/**
 * The updater of this build. The systems verify downloads differently (macOS: the running program's signature; Windows:
 * the packed publisher; Linux: not at all), so every build also needs the makers' key. A build that lacks either does not
 * update itself.
 */
export async function desktopUpdater(deps: DesktopUpdaterDeps): Promise<UpdaterHere> {
  const { isPackaged, platform, env, resourcesPath, relaunch, publicKey = updateKey.publicKey } = deps;
  if (!isPackaged) return { works: false, words: FROM_SOURCE };
  const channel = join(resourcesPath, 'app-update.yml');
  const written = readIfThere(channel);
  if (written === null || publicKey === null) return { works: false, words: NO_CHANNEL };
  if (written === undefined) return { works: false, words: UNREAD_CHANNEL };
  // Without it electron-updater would run any installer.
  if (platform === 'win32' && !/^publisherName:/mu.test(written)) return { works: false, words: NOT_SIGNED };
  if (platform === 'linux' && !env.APPIMAGE && !existsSync(join(resourcesPath, 'package-type')))
    return { works: false, words: BY_PACKAGE };
  const load = deps.load ?? (() => electronUpdater(platform, relaunch, env.APPIMAGE));
  return { works: true, publicKey, updater: await load() };
}

/** A file's text; null if there is no such file, undefined if it cannot be read. */
function readIfThere(file: string): string | null | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : undefined;
  }
}

async function electronUpdater(
  platform: NodeJS.Platform,
  relaunch: (image: string) => void,
  image: string | undefined,
): Promise<Updater> {
  const { autoUpdater, CancellationToken } = await import('electron-updater');
  const native = platform === 'darwin' ? (await import('electron')).autoUpdater : null;
  Object.assign(autoUpdater, {
    autoDownload: false,
    // Closing the window is no consent to an update.
    autoInstallOnAppQuit: false,
    allowPrerelease: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    // What it saves is a map that nobody signed and this thread unpacks.
    disableDifferentialDownload: true,
    // It would log addresses and paths; failures are reported by Milepost itself.
    logger: null,
  });
  boundChannel(
    Reflect.get(autoUpdater, 'httpExecutor') as ChannelRequests<CancellationToken>,
    () => new CancellationToken(),
  );
  return updaterOver({ autoUpdater, CancellationToken, native, relaunch }, image);
}

/** In bytes, several times what a version has: its sum is compared only once it is on the disk. */
const LARGEST_DOWNLOAD = 1024 ** 3;

export type UpdaterLibrary = {
  autoUpdater: AppUpdater;
  CancellationToken: new () => CancellationToken;
  /** Electron's own, which installs on macOS; null elsewhere. */
  native: Pick<AutoUpdater, 'once' | 'checkForUpdates'> | null;
  relaunch: (image: string) => void;
};

/** electron-updater for the program's own use. @param image the file of an AppImage that runs */
export function updaterOver(library: UpdaterLibrary, image: string | undefined): Updater {
  const { autoUpdater, CancellationToken, native, relaunch } = library;
  let current = image;
  // The library would start the new image at once, which gives way to this program and ends.
  if (image !== undefined) autoUpdater.autoRunAppAfterInstall = false;
  autoUpdater.on('appimage-filename-updated', (path) => {
    current = path;
  });
  // An unhandled 'error' event would end the program. All failures but that of an installation also reject.
  autoUpdater.on('error', () => {});
  return {
    check: async () => {
      const result = await autoUpdater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo : null;
    },
    download: async (onPercent, stop) => {
      const token = new CancellationToken();
      stop.addEventListener('abort', () => token.cancel(), { once: true });
      const progress = ({ percent, transferred }: { percent: number; transferred: number }) => {
        if (transferred > LARGEST_DOWNLOAD) token.cancel();
        else onPercent(percent);
      };
      autoUpdater.on('download-progress', progress);
      try {
        await autoUpdater.downloadUpdate(token);
      } finally {
        autoUpdater.off('download-progress', progress);
      }
    },
    prepare: async () => {
      if (native === null) return;
      await new Promise<void>((resolve, reject) => {
        native.once('update-downloaded', () => resolve());
        autoUpdater.once('error', reject);
        native.checkForUpdates();
      });
    },
    install: (failed) => {
      let isInstalled = true;
      autoUpdater.once('error', () => {
        isInstalled = false;
        failed();
      });
      autoUpdater.quitAndInstall(false, true);
      if (isInstalled && current !== undefined) relaunch(current);
    },
  };
}
