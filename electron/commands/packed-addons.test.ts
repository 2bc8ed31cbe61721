import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../test/integration/packaging/library-header.ts';
import {
  addonProblems,
  isNative,
  type PackedCode,
  type PackTarget,
  requiredAddons,
  targetOf,
} from './packed-addons.ts';

const TARGETS: PackTarget[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
];
const prebuilds = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds');

const code = (path: string, bytes: Buffer, more: Partial<PackedCode> = {}): PackedCode => ({
  path,
  bytes,
  isOutside: true,
  isLink: false,
  ...more,
});

describe.each(TARGETS)('the addons of a package for $platform $arch', (target) => {
  const required = requiredAddons(target);
  const packed = required.map((path) => code(path, headerOf(target)));
  const [first] = packed as [PackedCode];
  const real = readFileSync(join(prebuilds, `${target.platform}-${target.arch}.node`));

  it('are right where exactly its own are inside', () => {
    expect(addonProblems(target, packed)).toEqual([]);
  });

  it('are wrong where one is missing, one too many is inside, or one is built for another machine', () => {
    for (const { path } of packed)
      expect(
        addonProblems(
          target,
          packed.filter((other) => other.path !== path),
        ),
      ).toEqual([expect.stringContaining(`${path} is missing`)]);
    for (const other of TARGETS.filter((each) => each !== target)) {
      const [theirs = ''] = requiredAddons(other);
      expect(addonProblems(target, [...packed, code(theirs, headerOf(other))])).toEqual([
        expect.stringContaining('does not belong'),
      ]);
      expect(
        addonProblems(
          target,
          required.map((path) => code(path, headerOf(other))),
        ),
      ).toHaveLength(2);
    }
  });

  it.each([
    ['inside the archive', { isOutside: false }],
    ['a link', { isLink: true }],
    ['built for nothing known', { bytes: real.subarray(0, 63) }],
  ])('are wrong where one is %s', (words, more) => {
    expect(addonProblems(target, [...packed.slice(1), { ...first, ...more }])).toEqual([
      expect.stringContaining(words),
    ]);
  });

  it('are known by the real library', () => {
    expect(targetOf(real)).toBe(`${target.platform}-${target.arch}`);
  });
});

it.each(['x64', 'arm64'] as const)('the library of another C library for %s is another target', (arch) => {
  const bytes = readFileSync(join(prebuilds, `linuxmusl-${arch}.node`));
  const target: PackTarget = { platform: 'linux', arch };
  const problems = addonProblems(
    target,
    requiredAddons(target).map((path) => code(path, bytes)),
  );
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain(`is built for linux-musl-${arch}`);
});

it.each([
  ['of 32 bits', 4, 1],
  ['of another order of bytes', 5, 2],
  ['for FreeBSD', 7, 9],
  ['an object that is not linked', 16, 1],
])('an ELF file that is %s is for no target, and is native code', (_what, at, value) => {
  const bytes = headerOf({ platform: 'linux', arch: 'x64' });
  bytes[at] = value;
  expect(targetOf(bytes)).toBeNull();
  expect(isNative(bytes)).toBe(true);
});

it('native code is known by its content, whatever its name', () => {
  for (const target of TARGETS) expect(isNative(headerOf(target))).toBe(true);
  for (const magic of ['cafebabe00000002', 'feedface', 'cefaedfe', '213c617263683e0a'])
    expect(isNative(Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(60)]))).toBe(true);
  for (const text of ['', 'MZ', 'MZ=1;'.repeat(30), 'export {}', '{"MZ":1}'])
    expect(isNative(Buffer.from(text))).toBe(false);
});

it('what is no library is built for nothing', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(512), Buffer.from('module.exports = {}'.repeat(10))])
    expect(targetOf(bytes)).toBeNull();
});
