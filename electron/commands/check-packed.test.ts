import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../test/integration/packaging/library-header.ts';
import { afterPack } from './check-packed.ts';
import { type PackTarget, requiredAddons } from './packed-addons.ts';

const TARGET: PackTarget = { platform: 'linux', arch: 'x64' };
const [KEYCHAIN = '', SQLITE = ''] = requiredAddons(TARGET);
const OTHER = headerOf({ platform: 'darwin', arch: 'arm64' });

const NOTICES = ['resources/THIRD-PARTY-NOTICES.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html'];

/** Lays out a package as electron-builder does, with these files of the program beside what belongs there. */
async function packed(
  more: Readonly<Record<string, Buffer>> = {},
  { prepare = (_program: string) => {}, change = (_outside: string) => {} } = {},
): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'milepost-packed-'));
  const program = join(out, 'program');
  const right = headerOf(TARGET);
  const files = { 'out/main/main.js': Buffer.from('MZ=1'), [KEYCHAIN]: right, [SQLITE]: right, ...more };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(program, path)), { recursive: true });
    writeFileSync(join(program, path), bytes);
  }
  prepare(program);
  const archive = join(out, 'resources/app.asar');
  await createPackageWithOptions(program, archive, { unpack: '{**/prebuilds/*.node,**/keyring-*/*.node}' });
  for (const notice of NOTICES) writeFileSync(join(out, notice), '');
  change(`${archive}.unpacked`);
  return out;
}

const check = (appOutDir: string) => () =>
  afterPack({
    appOutDir,
    electronPlatformName: 'linux',
    arch: 1,
    packager: { appInfo: { productFilename: 'Milepost' } },
  });

it('a package with exactly its own addons is accepted', async () => {
  expect(check(await packed())).not.toThrow();
});

describe.skipIf(process.platform === 'win32')('a package is refused', () => {
  it.each([
    ['an addon of another system inside the archive', { 'node_modules/other/build/other.node': OTHER }],
    ['a library by another name', { 'node_modules/other/data.bin': OTHER }],
    ['a library for several processors', { 'out/main/x.dylib': Buffer.from('cafebabe00000002', 'hex') }],
    [
      'one outside the archive, by another name',
      { 'node_modules/other/prebuilds/x.node': Buffer.from('text') },
    ],
    ['the right one a second time', { 'out/main/chunks/keyring.linux-x64-gnu.node': headerOf(TARGET) }],
  ])('that contains %s', async (_what, more) => {
    const [path] = Object.keys(more);
    expect(check(await packed(more))).toThrow(`${path} does not belong`);
  });

  it('whose addon is inside the archive alone', async () => {
    const move = (program: string) => {
      // As if the list of what stays outside did not name it.
      renameSync(join(program, SQLITE), join(program, `${SQLITE}.txt`));
    };
    expect(check(await packed({}, { prepare: move }))).toThrow(
      /prebuilds\/linux-x64\.node\.txt does not belong/u,
    );
  });

  it.each([
    ['gone', (file: string) => rmSync(file), 'is missing'],
    ['cut off', (file: string) => truncateSync(file, 40), 'nothing known'],
    [
      'a link to one on this machine',
      (file: string) => {
        renameSync(file, `${file}.txt`);
        symlinkSync(`${file}.txt`, file);
      },
      'is a link',
    ],
  ])('whose addon outside the archive is %s', async (_what, change, words) => {
    expect(check(await packed({}, { change: (outside) => change(join(outside, KEYCHAIN)) }))).toThrow(words);
  });

  it('whose archive does not name the addon that lies beside it', async () => {
    const out = await packed({}, { prepare: (program) => rmSync(join(program, KEYCHAIN)) });
    const beside = join(out, 'resources/app.asar.unpacked', KEYCHAIN);
    mkdirSync(dirname(beside), { recursive: true });
    writeFileSync(beside, headerOf(TARGET));
    expect(check(out)).toThrow('is inside the archive, where it cannot be loaded');
  });

  it.each(NOTICES)('without %s', async (notice) => {
    const out = await packed();
    rmSync(join(out, notice));
    expect(check(out)).toThrow(`${basename(notice)} are missing`);
  });

  it('without an archive', () => {
    expect(check(mkdtempSync(join(tmpdir(), 'milepost-packed-')))).toThrow();
  });
});
