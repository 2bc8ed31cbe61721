import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Updater, UpdaterHere } from '../updates/updates.ts';
import updateKey from './update-key.json' with { type: 'json' };

export type DesktopUpdaterDeps = {
  isPackaged: boolean;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The folder beside the archive, where electron-builder puts `app-update.yml`. */
  resourcesPath: string;
  /** The makers' key; what is built without one never updates itself. */
  publicKey?: string | null;
  /** Loads electron-updater, which must not be loaded where it is not used: it asks Electron for much at once. */
  load?: () => Promise<Updater>;
};

const FROM_SOURCE =
  'This Milepost runs from its source tree and does not update itself. Updates come with “git pull” and “npm ci”.';
const NO_CHANNEL =
  'This Milepost was built without an update channel. Install a newer version over it; the data stays where it is.';
const NOT_SIGNED =
  'This Milepost is not signed, so it could not distinguish a true update from a false one. Install a newer version by hand.';
const BY_PACKAGE =
  'This Milepost was installed by unpacking it. Replace its folder by that of a newer version; the data stays where it is.';

/**
 * What this program updates itself with. Each system checks in its own way what electron-updater downloads (macOS: the
 * running program's own signature; Windows: the publisher that was packed; Linux: nothing), so all of them are built
 * with the makers' key besides, and a build that lacks either does not update itself at all.
 */
export async function desktopUpdater(deps: DesktopUpdaterDeps): Promise<UpdaterHere> {
  const { isPackaged, platform, env, resourcesPath, publicKey = updateKey.publicKey } = deps;
  if (!isPackaged) return { works: false, words: FROM_SOURCE };
  const channel = join(resourcesPath, 'app-update.yml');
  if (!existsSync(channel) || publicKey === null) return { works: false, words: NO_CHANNEL };
  // Without it electron-updater runs whatever installer it was given.
  if (platform === 'win32' && !/^publisherName:/mu.test(readFileSync(channel, 'utf8')))
    return { works: false, words: NOT_SIGNED };
  if (platform === 'linux' && !env.APPIMAGE && !existsSync(join(resourcesPath, 'package-type')))
    return { works: false, words: BY_PACKAGE };
  return { works: true, publicKey, updater: await (deps.load ?? electronUpdater)() };
}

async function electronUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater');
  Object.assign(autoUpdater, {
    autoDownload: false,
    // Whoever only closes the window did not ask for another version.
    autoInstallOnAppQuit: false,
    allowPrerelease: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    // What it would write is addresses and paths; failures are reported in our own words.
    logger: null,
  });
  // Every failure is also a rejection; an 'error' that nobody hears would end the program.
  autoUpdater.on('error', () => {});
  return {
    check: async () => {
      const result = await autoUpdater.checkForUpdates();
      return result?.isUpdateAvailable === true ? result.updateInfo : null;
    },
    download: async (onPercent) => {
      const progress = ({ percent }: { percent: number }) => onPercent(percent);
      autoUpdater.on('download-progress', progress);
      try {
        await autoUpdater.downloadUpdate();
      } finally {
        autoUpdater.off('download-progress', progress);
      }
    },
    install: () => autoUpdater.quitAndInstall(false, true),
  };
}
