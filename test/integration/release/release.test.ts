import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { buildArguments } from '../../../electron/commands/release/build-arguments.ts';
import { gather } from '../../../electron/commands/release/gathering.ts';
import { releaseProblems } from '../../../electron/commands/release/readiness.ts';
import { signUpdates } from '../../../electron/commands/release/signing.ts';
import { isSigned, updateInfoSchema } from '../../../electron/updates/signature.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = () => mkdtempSync(join(tmpdir(), 'milepost-release-'));

function keys() {
  const pair = generateKeyPairSync('ed25519');
  return {
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

const DESCRIPTION =
  "version: 1.2.0\nfiles:\n  - url: Milepost-ARCH.zip\n    sha512: sum-of-ARCH\n    size: 5\nreleaseDate: '2026-11-22T05:00:00.000Z'\n";

/** What two Macs built. */
function built(versions = ['1.2.0', '1.2.0']) {
  const from = folder();
  for (const [at, arch] of ['x64', 'arm64'].entries()) {
    const machine = join(from, `release-mac-${arch}`);
    mkdirSync(machine);
    writeFileSync(join(machine, `Milepost-${arch}.zip`), arch);
    writeFileSync(
      join(machine, 'latest-mac.yml'),
      DESCRIPTION.replaceAll('ARCH', arch).replace('1.2.0', versions[at] ?? ''),
    );
  }
  return from;
}

/** Of the bundler's own, a few lines that load chunks. */
const HELPERS = ['rolldown', 'vite'];

describe('a release', () => {
  it('names every library in its bundles as a dependency, where scanners look for it', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
    const { dependencies, devDependencies } = read('package.json') as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >;
    const bundled = new Set((read('out/main/notices.json') as { name: string }[]).map(({ name }) => name));
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['better-sqlite3', 'react', 'zod']));
    const misplaced = Object.keys(devDependencies).filter((name) => bundled.has(name));
    expect(misplaced.filter((name) => ![...HELPERS, 'electron'].includes(name))).toEqual([]);
    // Loaded where it is installed.
    const apart = ['@napi-rs/keyring', 'better-sqlite3', 'open'];
    expect(Object.keys(dependencies).filter((name) => !bundled.has(name) && !apart.includes(name))).toEqual(
      [],
    );
  });

  it('becomes one description per system, signed so that the program accepts it, and no other key’s', () => {
    const to = folder();
    gather(built(), to);
    const { publicKey, privateKey } = keys();
    expect(signUpdates(to, privateKey, publicKey)).toEqual(['latest-mac.yml']);
    const described = updateInfoSchema.parse(load(readFileSync(join(to, 'latest-mac.yml'), 'utf8')));
    expect(described.files.map(({ url }) => url)).toEqual(['Milepost-arm64.zip', 'Milepost-x64.zip']);
    expect(isSigned(described, publicKey)).toBe(true);
    expect(isSigned(described, keys().publicKey)).toBe(false);
    expect(() => signUpdates(to, keys().privateKey, publicKey)).toThrow('another key');
  });

  it('is not assembled from two versions, or two files of one name', () => {
    expect(() => gather(built(['1.2.0', '1.3.0']), folder())).toThrow(
      'of 1.3.0 on one machine and 1.2.0 on another',
    );
    const from = built();
    writeFileSync(join(from, 'release-mac-x64', 'Milepost-arm64.zip'), 'another');
    expect(() => gather(from, folder())).toThrow('Two machines built Milepost-arm64.zip');
  });

  it('has checksums that sha256sum accepts', () => {
    const to = folder();
    writeFileSync(join(to, 'one.zip'), 'one');
    writeFileSync(join(to, 'two.zip'), 'two');
    const made = spawnSync(process.execPath, [join(root, 'electron/commands/release/checksums.ts'), to]);
    expect(made.status).toBe(0);
    expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).toBe(
      '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed  one.zip\n3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3  two.zip\n',
    );
  });

  it.skipIf(process.platform !== 'linux').each([
    [
      'answers',
      `read hello; echo '{"jsonrpc":"2.0","id":1,"error":{}}'; read more; [ "$1 $4" = '--mcp --no-sandbox' ]`,
      0,
    ],
    ['ends at once', 'exit 0', 1],
    ['is refused by its system', 'kill -KILL $$', 1],
    ['answers and fails', `read hello; echo '{"id":1}'; exit 4`, 1],
  ])('is released only where the package starts: one that %s', (_what, script, status) => {
    const dist = folder();
    mkdirSync(join(dist, 'linux-arm64-unpacked'));
    const program = join(dist, 'linux-arm64-unpacked', 'milepost');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const command = join(root, 'electron/commands/release/start-packed.ts');
    const ended = spawnSync(process.execPath, [command, dist, 'linux', 'arm64'], {
      env: { ...process.env, DISPLAY: ':0' },
      encoding: 'utf8',
    });
    expect(ended.status, ended.stderr).toBe(status);
    expect(status === 0 ? ended.stdout : ended.stderr).toContain(program);
  });

  it('has a bill of materials: all that was built in, with relations, and nothing that only builds', () => {
    const file = join(folder(), 'bill.json');
    const command = join(root, 'electron/commands/release/bill-of-materials.ts');
    execFileSync(process.execPath, [command, file]);
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const bill = read(file);
    type Named = { name: string; version: string; supplier?: object; hashes?: { content: string }[] };
    const components = new Map<string, Named>(bill.components.map((each: Named) => [each.name, each]));
    const notices: Named[] = read(join(root, 'out/main/notices.json'));
    expect(notices.filter(({ name }) => !components.has(name))).toEqual([]);
    expect(components.has('vitest')).toBe(false);
    const react = components.get('react');
    expect(react?.hashes?.[0]?.content).toMatch(/^[\da-f]{128}$/u);
    expect(components.get('react-dom')?.version).toBe(react?.version);
    const { dependsOn } = bill.dependencies.find(({ ref }: { ref: string }) => ref.startsWith('react-dom@'));
    expect(dependsOn).toContain(`react@${react?.version}`);
    expect([...components.values()].some(({ supplier }) => supplier !== undefined)).toBe(true);
  });

  const env = {
    CSC_LINK: 'a',
    CSC_KEY_PASSWORD: 'b',
    APPLE_API_KEY_BASE64: 'c',
    APPLE_API_KEY_ID: 'd',
    APPLE_API_ISSUER: 'e',
  };
  const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T12:00:00+00:00`;
  const electron = {
    version: '45.4.1',
    published: {
      created: day(1),
      '45.4.1': day(5),
      '45.5.0': day(20),
      '46.0.0-beta.1': day(1),
      '44.9.9': day(2),
    },
    now: Date.parse(day(30)),
  };
  const ready = { system: 'mac', tag: 'v1.2.0', version: '1.2.0', publicKey: 'key', env, electron };

  it('is not built on an Electron that is more than two weeks behind', () => {
    expect(releaseProblems(ready)).toEqual([]);
    const older = (published: Record<string, string>) =>
      releaseProblems({
        ...ready,
        electron: { ...electron, published: { ...electron.published, ...published } },
      });
    expect(older({ '45.10.0': day(10), '45.9.1': day(9) })).toEqual([expect.stringContaining('45.10.0')]);
    expect(older({ '45.4.2': day(15) })).toEqual([expect.stringContaining('45.4.2')]);
    expect(older({ '46.0.0': day(17) })).toEqual([]);
  });

  it('is built only from its own tag, signed, and with a key for verifying updates', () => {
    expect(releaseProblems(ready)).toEqual([]);
    expect(releaseProblems({ ...ready, tag: 'v1.2.1' })).toEqual([expect.stringContaining('not v1.2.0')]);
    expect(releaseProblems({ ...ready, publicKey: null })).toEqual([expect.stringContaining('holds no key')]);
    expect(releaseProblems({ ...ready, env: { ...env, APPLE_API_ISSUER: '' } })).toEqual([
      expect.stringContaining('APPLE_API_ISSUER'),
    ]);
    expect(releaseProblems({ ...ready, system: 'win', env: {} })).toEqual([
      expect.stringContaining('CSC_LINK, CSC_KEY_PASSWORD'),
    ]);
    expect(releaseProblems({ ...ready, system: 'linux' })).toEqual([
      expect.stringContaining('MILEPOST_MAINTAINER'),
    ]);
    expect(releaseProblems({ ...ready, system: 'beos' })).toEqual([expect.stringContaining('no system')]);
  });

  it('has its AppImage started by a runtime of its own, which needs no libfuse2 of the system', () => {
    const { toolsets } = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
      toolsets?: { appimage?: string };
    };
    const { appimageChecksums } = createRequire(import.meta.url)(
      join(root, 'node_modules/app-builder-lib/out/toolsets/linux.js'),
    ) as { appimageChecksums: Record<string, Record<string, string>> };
    const files = Object.keys(appimageChecksums[toolsets?.appimage ?? '0.0.0'] ?? {});
    expect(files).toEqual([expect.stringContaining('runtime')]);
  });

  it('describes its flatpak for the shops of Linux, which gives it no folder of the user', () => {
    const { linux, flatpak } = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
      linux: { appId: string };
      flatpak: { finishArgs: string[]; files: [string, string][] };
    };
    const [[file, place]] = flatpak.files as [[string, string]];
    expect(place).toBe(`/share/metainfo/${linux.appId}.metainfo.xml`);
    expect(flatpak.finishArgs.filter((arg) => /filesystem|pulseaudio|devel|=all/u.test(arg))).toEqual([]);
    const text = readFileSync(join(root, file), 'utf8');
    expect(text).toContain(`<id>${linux.appId}</id>`);
    expect(text).toContain(`<launchable type="desktop-id">${linux.appId}.desktop</launchable>`);
    const checked = spawnSync('appstreamcli', ['validate', '--no-net', join(root, file)], {
      encoding: 'utf8',
    });
    if (checked.error === undefined) expect(checked.status, checked.stdout).toBe(0);
  });

  it('names its update channel, and is never unsigned where the system checks', () => {
    const mac = buildArguments({ system: 'mac', arch: 'arm64', repository: 'somebody/milepost' });
    expect(mac.ok && mac.homepage).toBe('https://github.com/somebody/milepost');
    expect(mac.ok && mac.args).toEqual([
      '--release',
      '--mac',
      '--arm64',
      '--config.publish.provider=github',
      '--config.publish.owner=somebody',
      '--config.publish.repo=milepost',
      '--config.mac.notarize=true',
    ]);
    for (const wrong of [
      { system: 'mac', arch: 'ia32', repository: 'a/b' },
      { system: '', arch: 'x64', repository: 'a/b' },
      { system: 'win', arch: 'x64', repository: '' },
      { system: 'win', arch: 'x64', repository: 'a/b --publish=always' },
    ])
      expect(buildArguments(wrong).ok).toBe(false);
  });
});
