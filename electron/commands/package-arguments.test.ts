import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { packagePlan } from './package-arguments.ts';

const require = createRequire(import.meta.url);
const builder = require('electron-builder/out/builder.js');
const schema = createRequire(require.resolve('electron-builder'))('app-builder-lib/scheme.json');
const keepsSchema = new Ajv({ strict: false, coerceTypes: true }).compile(schema);

const DEB = { MILEPOST_MAINTAINER: 'Ada <ada@milepost.test>', MILEPOST_HOMEPAGE: 'https://milepost.test' };

/** What electron-builder makes of a plan: its own reading of the arguments, which must keep its own schema. */
function configured(args: string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform) {
  const plan = packagePlan(args, env, platform);
  if (!plan.ok) throw new Error(plan.words);
  const read = builder
    .configureBuildCommand(builder.createYargs())
    .parse(['--config', 'electron-builder.yml', ...plan.args]);
  const { config: given } = builder.normalizeOptions(read);
  const { extends: file, ...config } = typeof given === 'string' ? { extends: given } : given;
  expect(file).toBe('electron-builder.yml');
  // Its schema makes of words what they stand for.
  expect(keepsSchema(config), JSON.stringify(keepsSchema.errors)).toBe(true);
  return { config, notes: plan.notes };
}
const words = (args: string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform) => {
  const plan = packagePlan(args, env, platform);
  return plan.ok ? null : plan.words;
};

it('is made from the runtime that the environment names, which electron-builder does not know', () => {
  const env = { ...DEB, ELECTRON_OVERRIDE_DIST_PATH: '/opt/electron' };
  expect(configured([], env, 'linux').config).toMatchObject({ electronDist: '/opt/electron' });
  expect(configured([], DEB, 'linux').config).not.toHaveProperty('electronDist');
});

describe('how a package is signed', () => {
  it('is ad hoc on macOS without an identity, and with what is there otherwise', () => {
    expect(configured([], {}, 'darwin').config).toEqual({ mac: { identity: '-', hardenedRuntime: false } });
    for (const env of [{ CSC_LINK: 'file.p12' }, { CSC_NAME: 'Ada' }])
      expect(configured([], env, 'darwin').config).toEqual({});
  });

  it('is left as it is on Windows without a certificate, which starts what is not signed', () => {
    expect(configured([], {}, 'win32').config).toEqual({});
  });

  it.each([
    ['darwin', ['--mac']],
    ['win32', ['--win']],
    ['linux', ['--mac']],
    ['darwin', ['--win']],
  ] as const)('fails for a release that is made on %s with %j and cannot be signed', (platform, args) => {
    expect(words(['--release', ...args], {}, platform)).toMatch(/^A release for (?:macOS|Windows) needs/u);
    const signed = configured(['--release', ...args], { CSC_LINK: 'file.p12' }, platform);
    expect(signed.config).toEqual({ forceCodeSigning: true });
  });

  it('asks for nothing that the systems of this build do not need', () => {
    expect(configured(['--release', '--linux'], DEB, 'darwin').config).toMatchObject({
      forceCodeSigning: true,
    });
    expect(words(['--release', '--mac', '--win'], { WIN_CSC_LINK: 'file.p12' }, 'darwin')).toContain('macOS');
  });
});

describe('a deb or an rpm', () => {
  it('names whom to write to and where the program is from', () => {
    expect(configured([], DEB, 'linux').config).toEqual({
      extraMetadata: { homepage: 'https://milepost.test' },
      linux: { maintainer: 'Ada <ada@milepost.test>' },
    });
  });

  it('is not built where nobody is named, and that is said', () => {
    const { config, notes } = configured([], {}, 'linux');
    expect(config).toEqual({ linux: { target: 'AppImage' } });
    expect(notes.join()).toContain('No deb and no rpm is built');
    expect(configured(['--dir'], {}, 'linux')).toEqual({ config: {}, notes: [] });
    for (const alone of ['AppImage', 'flatpak'])
      expect(configured([alone], {}, 'linux')).toEqual({ config: {}, notes: [] });
  });

  it('that was asked for, or belongs to a release, is refused in words where nobody is named', () => {
    for (const args of [
      ['--release'],
      ['--linux', 'deb'],
      ['--linux', 'rpm'],
      ['--release', '--linux', 'AppImage', 'deb'],
    ])
      for (const env of [{}, { MILEPOST_MAINTAINER: 'Ada <ada@milepost.test>' }])
        expect(words(args, env, 'linux')).toContain('MILEPOST_MAINTAINER');
  });
});
