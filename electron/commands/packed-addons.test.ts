import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../test/integration/packaging/library-header.ts';
import { addonProblems, type PackTarget, readHeader, requiredAddons, targetOf } from './packed-addons.ts';

const TARGETS: PackTarget[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
];
const prebuilds = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds');

describe.each(TARGETS)('the addons of a package for $platform $arch', (target) => {
  const wanted = requiredAddons(target);

  it('are right where exactly its own are inside', () => {
    expect(addonProblems(target, wanted, () => headerOf(target))).toEqual([]);
  });

  it('are wrong where one is missing, one too many is inside, or one is built for another machine', () => {
    for (const path of wanted)
      expect(
        addonProblems(
          target,
          wanted.filter((other) => other !== path),
          () => headerOf(target),
        ),
      ).toEqual([expect.stringContaining(`${path} is missing`)]);
    for (const other of TARGETS.filter((each) => each !== target)) {
      const [theirs = ''] = requiredAddons(other);
      expect(addonProblems(target, [...wanted, theirs], () => headerOf(target))).toEqual([
        expect.stringContaining('does not belong'),
      ]);
      expect(addonProblems(target, wanted, () => headerOf(other))).toHaveLength(2);
    }
  });

  it('are known by the header of the real library', () => {
    const name = `${target.platform}-${target.arch}`;
    expect(targetOf(readHeader(join(prebuilds, `${name}.node`)))).toBe(name);
  });
});

it('what is no library is built for nothing', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(512), Buffer.from('module.exports = {}'.repeat(10))])
    expect(targetOf(bytes)).toBeNull();
});
