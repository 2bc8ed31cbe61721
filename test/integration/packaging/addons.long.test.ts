/** The package for each system is inspected: exactly its own native addons, closed fuses, signed as configured. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagePlan } from '../../../electron/commands/package-arguments.ts';
import { type PackTarget, requiredAddons } from '../../../electron/commands/packed-addons.ts';
import { CLOSED_FUSES, placesOf, readFuses } from './laid-out-electron.ts';
import { HERE, pack, project, TARGETS } from './pack.ts';

const NO_IDENTITY = '     0 valid identities found';
const IDENTITY = 'Developer ID Application: Ada (TEAM123456)';
const ONE_IDENTITY = `  1) ABCDEF0123456789ABCDEF0123456789ABCDEF01 "${IDENTITY}"\n     1 valid identities found`;

/** Every native addon in the package, by its path within the program. */
const addonsIn = (dir: string): string[] =>
  readdirSync(join(dir, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.node'))
    .map((path) => path.replace(/^.*app\.asar\.unpacked\//u, ''))
    .sort();

/** As `npm run package` packs it; on macOS with the identities of a keychain that is named. */
function packedFor(target: PackTarget, { env = {}, args = [] as string[], identities = NO_IDENTITY } = {}) {
  const plan = packagePlan(['--dir', ...args], env, target.platform);
  if (!plan.ok) throw new Error(plan.words);
  const dir = project(TARGETS);
  const mac = target.platform === 'darwin' ? { mac: { identities } } : {};
  return { dir, ...pack(dir, target, { args: plan.args, ...mac }) };
}

function expectRight(target: PackTarget, { dir, status, said }: ReturnType<typeof packedFor>): void {
  expect(status, said).toBe(0);
  expect(addonsIn(dir)).toEqual(requiredAddons(target));
  const { resources, fuses, languages } = placesOf(dir, target);
  expect(existsSync(join(resources, 'app.asar'))).toBe(true);
  expect(readFuses(fuses)).toEqual(CLOSED_FUSES);
  expect(readdirSync(languages).every((name) => name.startsWith('en'))).toBe(true);
}

/** What was signed, by its name and the options other than the entitlements. */
const signed = (tools: readonly (readonly string[])[], identity: string) =>
  tools
    .filter(([tool, sign, by]) => tool === 'codesign' && sign === '--sign' && by === identity)
    .map((words) => words.map((word) => basename(word)));

const on = (platform: PackTarget['platform'], arch: PackTarget['arch']) => {
  const target = TARGETS.find((each) => each.platform === platform && each.arch === arch);
  if (target === undefined) throw new Error(`Milepost is not packed for ${platform} ${arch}`);
  return target;
};

describe.skipIf(process.platform === 'win32')('a package, with the addons of every system installed', () => {
  for (const target of [on('linux', 'arm64'), on('win32', 'x64'), on('win32', 'arm64')])
    it(
      `for ${target.platform} ${target.arch} contains exactly its own, and its fuses are closed`,
      () => expectRight(target, packedFor(target)),
      180_000,
    );

  it('for macOS on Apple Silicon is signed ad hoc without an identity, after its fuses were closed', () => {
    const target = on('darwin', 'arm64');
    const packed = packedFor(target);
    expectRight(target, packed);
    const all = signed(packed.tools, '-');
    expect(all.flat().filter((word) => word.startsWith('fuses='))).toEqual([
      'fuses=010011001',
      'fuses=010011001',
    ]);
    expect(all.at(-1)).toEqual(
      expect.arrayContaining(['--entitlements', 'entitlements.mac.plist', 'Milepost.app']),
    );
    for (const addon of requiredAddons(target)) expect(all.flat()).toContain(basename(addon));
    // A hardened program loads no library that another team signed, and there is no team here.
    expect(all.flat()).not.toContain('runtime');
  }, 180_000);

  it('for macOS on Intel is signed with the identity that is there, hardened', () => {
    const target = on('darwin', 'x64');
    const packed = packedFor(target, {
      env: { CSC_NAME: 'Ada' },
      args: ['--release'],
      identities: ONE_IDENTITY,
    });
    expectRight(target, packed);
    const all = signed(packed.tools, IDENTITY);
    expect(all.at(-1)).toEqual(
      expect.arrayContaining([
        'runtime',
        '--timestamp',
        'entitlements.mac.plist',
        'Milepost.app',
        'fuses=010011001',
      ]),
    );
    for (const addon of requiredAddons(target)) expect(all.flat()).toContain(basename(addon));
  }, 180_000);

  it('for a release is not made where nothing to sign with is found', () => {
    const { status, said } = packedFor(on('darwin', 'arm64'), {
      env: { CSC_NAME: 'Ada' },
      args: ['--release'],
    });
    expect(status).not.toBe(0);
    expect(said).toContain('cannot find valid "Developer ID Application" identity');
  }, 180_000);
});

describe.skipIf(process.platform === 'win32')('no package is made', () => {
  const other = on('linux', HERE?.arch === 'arm64' ? 'x64' : 'arm64');

  it('where the addon of its system is not installed', () => {
    const { status, said } = pack(project(), other);
    expect(status).not.toBe(0);
    expect(said).toContain(`keyring.linux-${other.arch}-gnu.node is missing`);
  }, 180_000);
});
