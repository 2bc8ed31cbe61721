/** What is packed for each system is unpacked and looked into: exactly its own native addons, or no package at all. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PackTarget, wantedAddons } from '../../../electron/commands/packed-addons.ts';
import { systemFolder } from '../../passing-files.ts';
import { layOutElectron, layOutElectronForMac, layOutElectronForWindows } from './electron-stand-in.ts';
import { headerOf } from './library-header.ts';

const root = resolve(import.meta.dirname, '../../..');
const { version }: { version: string } = createRequire(import.meta.url)('electron/package.json');

const layOut = { linux: layOutElectron, darwin: layOutElectronForMac, win32: layOutElectronForWindows };
const FLAGS = { linux: '--linux', darwin: '--mac', win32: '--win' };

/** The project with this machine's addon of the keychain, and those of `others` beside it. */
function project(others: readonly PackTarget[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'milepost-addons-'));
  for (const file of [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'electron-builder.yml',
    'electron',
    'out',
  ])
    cpSync(join(root, file), join(dir, file), { recursive: true });
  const modules = join(dir, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@napi-rs') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  cpSync(join(root, 'node_modules/@napi-rs'), join(modules, '@napi-rs'), { recursive: true });
  for (const target of others) {
    const addon = join(dir, wantedAddons(target)[0] ?? '');
    mkdirSync(join(addon, '..'), { recursive: true });
    writeFileSync(addon, headerOf(target));
    writeFileSync(join(addon, '..', 'package.json'), '{}');
  }
  return dir;
}

function pack(dir: string, { platform, arch }: PackTarget) {
  const electronDist = join(dir, `electron-${platform}`);
  layOut[platform](electronDist, version);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      FLAGS[platform],
      '--dir',
      `--${arch}`,
      `--config.electronDist=${electronDist}`,
      // Neither can be had on every system that the tests run on.
      '--config.mac.identity=null',
      '--config.win.signAndEditExecutable=false',
      '--publish=never',
    ],
    { cwd: dir, encoding: 'utf8', env: { ...process.env, TMPDIR: systemFolder() } },
  );
  return { status, said: `${stdout}${stderr}` };
}

/** Every native addon in what was packed, by its path within the program. */
const addonsIn = (dir: string): string[] =>
  readdirSync(join(dir, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.node'))
    .map((path) => path.replace(/^.*app\.asar\.unpacked\//u, ''))
    .sort();

const TARGETS: PackTarget[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
];

describe.skipIf(process.platform === 'win32').each(TARGETS.filter(({ platform }) => platform === 'linux'))(
  'a package for $platform $arch',
  (target) => {
    it('holds exactly its own addons, though those of every system are installed', () => {
      const dir = project(
        TARGETS.filter(
          ({ platform, arch }) => `${platform}-${arch}` !== `${process.platform}-${process.arch}`,
        ),
      );
      const { status, said } = pack(dir, target);
      expect(status, said).toBe(0);
      expect(addonsIn(dir)).toEqual(wantedAddons(target));
    }, 180_000);
  },
);

it.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'no package is made where the addon of its system is not installed',
  () => {
    const { status, said } = pack(project([]), { platform: 'linux', arch: 'arm64' });
    expect(status).not.toBe(0);
    expect(said).toContain('keyring.linux-arm64-gnu.node is missing');
  },
  180_000,
);
