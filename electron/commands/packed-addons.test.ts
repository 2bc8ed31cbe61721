import { expect, it } from 'vitest';
import { addonProblems, type PackTarget, requiredAddons } from './packed-addons.ts';

const TARGETS: PackTarget[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
];

it.each(TARGETS)('a package for $platform $arch holds exactly its own addons', (target) => {
  const packed = requiredAddons(target).map((path) => ({ path, isOutside: true }));
  expect(addonProblems(target, packed)).toEqual([]);
  for (const { path } of packed)
    expect(
      addonProblems(
        target,
        packed.filter((other) => other.path !== path),
      ),
    ).toEqual([expect.stringContaining(`${path} is missing`)]);
  for (const other of TARGETS.filter((each) => each !== target)) {
    const [theirs = ''] = requiredAddons(other);
    expect(addonProblems(target, [...packed, { path: theirs, isOutside: true }])).toEqual([
      expect.stringContaining('does not belong'),
    ]);
  }
});
