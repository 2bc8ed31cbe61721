import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { describe, expect, it } from 'vitest';
import { afterPack } from './check-packed.ts';
import { type PackTarget, requiredAddons } from './packed-addons.ts';

const TARGET: PackTarget = { platform: 'linux', arch: 'x64' };
const [KEYCHAIN = '', SQLITE = ''] = requiredAddons(TARGET);

const NOTICES = ['resources/THIRD-PARTY-NOTICES.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html'];

/** Lays out a package as electron-builder does, with these files of the program beside what belongs there. */
async function packed(more: readonly string[] = [], change = (_outside: string) => {}): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'milepost-packed-'));
  const program = join(out, 'program');
  for (const path of ['out/main/main.js', KEYCHAIN, SQLITE, ...more]) {
    mkdirSync(dirname(join(program, path)), { recursive: true });
    writeFileSync(join(program, path), 'code');
  }
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
    ['an addon of another system', 'node_modules/other/build/other.node'],
    ['one of another system outside the archive', 'node_modules/other/prebuilds/x.node'],
    ['the right one a second time', 'out/main/chunks/keyring.linux-x64-gnu.node'],
  ])('that contains %s', async (_what, path) => {
    expect(check(await packed([path]))).toThrow(`${path} does not belong`);
  });

  it.each([
    ['gone', (file: string) => rmSync(file)],
    [
      'a link to one on this machine',
      (file: string) => {
        renameSync(file, `${file}.txt`);
        symlinkSync(`${file}.txt`, file);
      },
    ],
  ])('whose addon outside the archive is %s', async (_what, change) => {
    const out = await packed([], (outside) => change(join(outside, KEYCHAIN)));
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
