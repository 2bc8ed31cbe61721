import { describe, expect, it } from 'vitest';
import { packagePlan } from './package-arguments.ts';

describe('how a package is signed', () => {
  it('is ad hoc on macOS without an identity, with what is there otherwise', () => {
    expect(packagePlan([], {}, 'darwin')).toMatchObject({
      args: expect.arrayContaining(['--config.mac.identity=-']),
    });
    expect(packagePlan([], { CSC_LINK: 'file.p12' }, 'darwin')).toMatchObject({ ok: true, args: [] });
  });

  it.each([
    ['darwin', ['--mac']],
    ['win32', ['--win']],
  ] as const)('fails for a release on %s that cannot be signed', (platform, args) => {
    expect(packagePlan(['--release', ...args], {}, platform)).toMatchObject({ ok: false });
    expect(packagePlan(['--release', ...args], { CSC_LINK: 'file.p12' }, platform)).toMatchObject({
      ok: true,
      args: expect.arrayContaining(['--config.forceCodeSigning=true']),
    });
  });
});

it('a deb names whom to write to, or is not built', () => {
  const env = { MILEPOST_MAINTAINER: 'Ada <ada@milepost.test>', MILEPOST_HOMEPAGE: 'https://milepost.test' };
  expect(packagePlan([], {}, 'linux')).toMatchObject({
    args: expect.arrayContaining(['--config.linux.target=AppImage']),
  });
  expect(packagePlan(['--release'], {}, 'linux')).toMatchObject({ ok: false });
  expect(packagePlan(['--release'], env, 'linux')).toMatchObject({
    args: expect.arrayContaining(['--config.linux.maintainer=Ada <ada@milepost.test>']),
  });
});
