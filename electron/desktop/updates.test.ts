import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { desktopUpdater, updaterOver } from './updates.ts';

/** A folder of resources as electron-builder leaves it. */
function resources(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-resources-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const CHANNEL = { 'app-update.yml': 'provider: generic\nurl: https://updates.example\n' };
const load = async () => ({
  check: async () => null,
  download: async () => {},
  prepare: async () => {},
  install: () => {},
});
const relaunch = () => {};
const packaged = (
  resourcesPath: string,
  platform: NodeJS.Platform,
  more: { env?: NodeJS.ProcessEnv; publicKey?: string | null } = {},
) =>
  desktopUpdater({
    isPackaged: true,
    platform,
    env: {},
    resourcesPath,
    publicKey: 'key',
    load,
    relaunch,
    ...more,
  });

it('does not update a program that runs from its sources', async () => {
  const here = await desktopUpdater({
    isPackaged: false,
    platform: 'linux',
    env: {},
    resourcesPath: resources(CHANNEL),
    relaunch,
    load,
  });
  expect(here).toMatchObject({ works: false, words: expect.stringContaining('git pull') });
});

it.each(['linux', 'darwin', 'win32'] as const)(
  'does not update on %s without a channel, or without the makers’ key',
  async (platform) => {
    expect(await packaged(resources(), platform)).toMatchObject({ works: false });
    expect(
      await packaged(resources(CHANNEL), platform, { publicKey: null, env: { APPIMAGE: '/x' } }),
    ).toMatchObject({
      works: false,
      words: expect.stringContaining('without an update channel'),
    });
  },
);

it('does not call a channel missing that cannot be read', async () => {
  const folder = resources();
  mkdirSync(join(folder, 'app-update.yml'));
  expect(await packaged(folder, 'linux', { env: { APPIMAGE: '/x' } })).toMatchObject({
    works: false,
    words: expect.stringContaining('cannot be read'),
  });
});

it('does not update an unsigned program on Windows, where the publisher is what is compared', async () => {
  expect(await packaged(resources(CHANNEL), 'win32')).toMatchObject({
    works: false,
    words: expect.stringContaining('not signed'),
  });
  const signed = resources({
    'app-update.yml': `${CHANNEL['app-update.yml']}publisherName:\n  - The Milepost founders\n`,
  });
  expect(await packaged(signed, 'win32')).toMatchObject({ works: true });
});

it('updates an AppImage and an installed package on Linux, and no folder that was unpacked', async () => {
  expect(await packaged(resources(CHANNEL), 'linux')).toMatchObject({
    works: false,
    words: expect.stringContaining('unpacking'),
  });
  expect(
    await packaged(resources(CHANNEL), 'linux', { env: { APPIMAGE: '/opt/Milepost.AppImage' } }),
  ).toMatchObject({ works: true });
  expect(await packaged(resources({ ...CHANNEL, 'package-type': 'deb' }), 'linux')).toMatchObject({
    works: true,
  });
});

it('updates on macOS, where the system compares the signatures', async () => {
  expect(await packaged(resources(CHANNEL), 'darwin')).toMatchObject({ works: true, publicKey: 'key' });
});

/** electron-updater as far as it is used, and what was asked of it. */
function library({ renames, fails = false }: { renames?: string; fails?: boolean } = {}) {
  const did: unknown[] = [];
  const autoUpdater = Object.assign(new EventEmitter(), {
    autoRunAppAfterInstall: true,
    checkForUpdates: async () => null,
    downloadUpdate: async () => {
      for (const [percent, transferred] of [
        [1, 1e6],
        [2, 3e9],
      ])
        autoUpdater.emit('download-progress', { percent, transferred });
    },
    quitAndInstall: () => {
      if (fails) return autoUpdater.emit('error', new Error('EACCES'));
      if (renames !== undefined) autoUpdater.emit('appimage-filename-updated', renames);
      did.push(['install', autoUpdater.autoRunAppAfterInstall]);
    },
  });
  const native = Object.assign(new EventEmitter(), { checkForUpdates: () => did.push('stage') });
  const relaunch = (image: string) => void did.push(['relaunch', image]);
  class CancellationToken {
    cancel() {
      did.push('cancel');
    }
  }
  return { deps: { autoUpdater, CancellationToken, native, relaunch } as never, autoUpdater, native, did };
}

it('a download that has no end is given up', async () => {
  const { deps, did } = library();
  await updaterOver(deps, undefined).download((percent) => did.push(percent), new AbortController().signal);
  expect(did).toEqual([1, 'cancel']);
});

describe('the new version is installed', () => {
  it('by replacing the image, which starts again only once this program has ended', () => {
    const { deps, did } = library();
    updaterOver(deps, '/home/ada/Milepost.AppImage').install(() => did.push('failed'));
    expect(did).toEqual([
      ['install', false],
      ['relaunch', '/home/ada/Milepost.AppImage'],
    ]);
  });

  it('and starts again by the name that the image has then', () => {
    const { deps, did } = library({ renames: '/home/ada/Milepost-2.0.0.AppImage' });
    updaterOver(deps, '/home/ada/Milepost-1.0.0.AppImage').install(() => did.push('failed'));
    expect(did).toContainEqual(['relaunch', '/home/ada/Milepost-2.0.0.AppImage']);
  });

  it('elsewhere starts again by the installer', () => {
    const { deps, did } = library();
    updaterOver(deps, undefined).install(() => did.push('failed'));
    expect(did).toEqual([['install', true]]);
  });

  it.each([['/home/ada/Milepost.AppImage'], [undefined]])('or it is heard that it is not (%s)', (image) => {
    const { deps, did } = library({ fails: true });
    updaterOver(deps, image).install(() => did.push('failed'));
    expect(did).toEqual(['failed']);
  });

  it('on macOS once the system has taken it over', async () => {
    const { deps, native, did } = library();
    const prepared = updaterOver(deps, undefined).prepare();
    expect(did).toEqual(['stage']);
    native.emit('update-downloaded');
    await prepared;
  });

  it('on macOS not where the system refuses it', async () => {
    const { deps, autoUpdater } = library();
    const prepared = updaterOver(deps, undefined).prepare();
    autoUpdater.emit('error', new Error('Code signature does not match'));
    await expect(prepared).rejects.toThrow();
  });
});
