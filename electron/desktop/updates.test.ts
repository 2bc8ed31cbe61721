import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { desktopUpdater } from './updates.ts';

/** A folder of resources as electron-builder leaves it. */
function resources(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-resources-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const CHANNEL = { 'app-update.yml': 'provider: generic\nurl: https://updates.example\n' };
const load = async () => ({ check: async () => null, download: async () => {}, install: () => {} });
const packaged = (
  resourcesPath: string,
  platform: NodeJS.Platform,
  more: { env?: NodeJS.ProcessEnv; publicKey?: string | null } = {},
) => desktopUpdater({ isPackaged: true, platform, env: {}, resourcesPath, publicKey: 'key', load, ...more });

it('does not update a program that runs from its sources', async () => {
  const here = await desktopUpdater({
    isPackaged: false,
    platform: 'linux',
    env: {},
    resourcesPath: resources(CHANNEL),
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
