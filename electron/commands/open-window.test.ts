/** What `npm start` says of a runtime that ends early: programs stand in for Electron, each of which ends in one way. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_REPORTED } from '../hosts/exit-codes.ts';
import { type OpenWindowDeps, runElectron } from './open-window.ts';

/** An installed `electron` package, whose runtime is a script of the shell. */
function runtimeThat(script: string, mode = 0o755): string {
  const packageDir = mkdtempSync(join(tmpdir(), 'milepost-early-end-'));
  mkdirSync(join(packageDir, 'dist'));
  writeFileSync(join(packageDir, 'dist/electron'), `#!/bin/sh\n${script}\n`, { mode });
  writeFileSync(join(packageDir, 'path.txt'), 'electron');
  return packageDir;
}

async function start(packageDir: string, more: Partial<OpenWindowDeps> = {}) {
  const said: string[] = [];
  const opened = await runElectron(['--marketplace', 'demo'], {
    root: '/milepost',
    packageDir,
    env: { ...process.env, DISPLAY: ':0' },
    platform: 'linux',
    isRoot: false,
    namespacesRestricted: () => false,
    fetchRuntime: () => Promise.reject(new TypeError('fetch failed')),
    say: (words) => said.push(words),
    ...more,
  });
  return { opened, said: said.join('\n') };
}

const complains = (words: string, then: string) => `echo '${words}' >&2\n${then}`;
const NO_SANDBOX = complains(
  '[1:0101/000000.000000:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!',
  'kill -TRAP $$',
);

describe.skipIf(process.platform === 'win32')('a window that ends early', () => {
  it.each([
    [
      'no runtime',
      () => mkdtempSync(join(tmpdir(), 'milepost-early-end-')),
      {},
      /not on this machine and could not be fetched/u,
    ],
    ['a runtime that may not be run', () => runtimeThat('exit 0', 0o644), {}, /cannot be started .*EACCES/u],
    [
      'a library that is missing',
      () =>
        runtimeThat(
          complains(
            'electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory',
            'exit 127',
          ),
        ),
      {},
      /code 127, after “electron: .* libnss3\.so/u,
    ],
    [
      'user namespaces that AppArmor restricts',
      () => runtimeThat(NO_SANDBOX),
      { namespacesRestricted: () => true },
      /AppArmor profile .* sudo sysctl kernel\.apparmor_restrict_unprivileged_userns=0/u,
    ],
    ['no display', () => runtimeThat('exit 9'), { env: {} }, /no display/u],
  ] as [string, () => string, Partial<OpenWindowDeps>, RegExp][])(
    'for %s says so, and leaves it to a browser',
    async (_name, runtime, more, words) => {
      const { opened, said } = await start(runtime(), more);
      expect(opened).toMatch(words);
      expect(opened).not.toMatch(/[.\n]$/u);
      expect(said).toBe('');
    },
  );

  it('by a crash is reported with where to read of it, and opens no browser in its place', async () => {
    const { opened, said } = await start(runtimeThat('kill -SEGV $$'));
    expect(opened).toBe(1);
    expect(said).toMatch(/ended by SIGSEGV/u);
    expect(said).toContain('logs/milepost.log');
    expect(said).toContain('npm run host');
  });

  it('because a dialog has said why says nothing more', async () => {
    expect(await start(runtimeThat(`exit ${EXIT_REPORTED}`))).toEqual({ opened: 1, said: '' });
  });

  it('that is told to end says nothing', async () => {
    expect(await start(runtimeThat('kill -TERM $$'))).toEqual({ opened: 0, said: '' });
  });

  it('was given the program and its arguments, and is no plain Node', async () => {
    const script = `[ "$*" = "/milepost --marketplace demo" ] && [ -z "\${ELECTRON_RUN_AS_NODE+set}" ] || exit 5`;
    const env = { ...process.env, DISPLAY: ':0', ELECTRON_RUN_AS_NODE: '1' };
    expect(await start(runtimeThat(script), { env })).toEqual({ opened: 0, said: '' });
  });
});
