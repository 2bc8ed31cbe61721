import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const probe = join(import.meta.dirname, 'keychain-probe.ts');

function isThere(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

const missing =
  process.platform === 'linux'
    ? ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !isThere(command))
    : ['a Linux system'];
const required = (process.env['MILEPOST_TESTS_REQUIRE'] ?? '').split(',').includes('keychain');
const words = `the real keychain is not tested here: ${missing.join(' and ')} missing`;
if (missing.length > 0 && !required) console.log(`skipped: ${words}`);

/** Runs the keychain in a process of its own, in a home and a session of its own, and reads what it printed. */
async function inSession(shell: string | null): Promise<unknown> {
  const home = mkdtempSync(join(tmpdir(), 'milepost-keyring-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
  };
  const node = `'${process.execPath}' '${probe}'`;
  const { stdout } =
    shell === null
      ? await run('sh', ['-c', node], { env })
      : await run('dbus-run-session', ['--', 'sh', '-c', `${shell}; ${node}`], { env });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const UNLOCKED = 'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null';

describe('the keychain of the system', () => {
  it.runIf(missing.length > 0 && required)('is required by MILEPOST_TESTS_REQUIRE', () => {
    expect.fail(words);
  });

  it.skipIf(missing.length > 0)('stores, reads and forgets a key for each exact origin', async () => {
    expect(await inSession(UNLOCKED)).toEqual({
      works: { works: true, words: 'The keychain of this machine works.' },
      before: null,
      stored: { ok: true },
      read: 'aek_probe',
      otherPort: null,
      replaced: 'aek_second',
      forgotten: { ok: true },
      after: null,
      forgottenAgain: { ok: true },
    });
  });

  it.skipIf(process.platform !== 'linux')('is said not to be there where there is no session', async () => {
    const words = 'There is no keychain on this machine that Milepost can use.';
    expect(await inSession(null)).toEqual({
      works: { works: false, words },
      before: null,
      stored: { ok: false, words },
      read: null,
      otherPort: null,
      replaced: null,
      forgotten: { ok: false, words },
      after: null,
      forgottenAgain: { ok: false, words },
    });
  });
});
