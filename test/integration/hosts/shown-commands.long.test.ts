import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#shared/purchase/limits.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Command, call, newFolder, root, run } from './command.ts';

const MARKETPLACE = 'https://market.example';
const KEY_TEXT = 'aek_of_this_test_0123456789';
/** No test stores a key in the real keychain. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

const started: Command[] = [];
afterEach(async () => {
  for (const { child, finished } of started.splice(0)) {
    child.kill('SIGTERM');
    await finished;
  }
});

async function openHost(args: readonly string[]): Promise<string> {
  const command = run('out/main/host.js', ['--json', '--no-open', ...args], { env: NO_KEYCHAIN });
  started.push(command);
  return (JSON.parse(await command.firstLine) as { url: string }).url;
}

/** The command without npm: what npm would run is already there. */
function withoutNpm(command: string): string {
  const [whole = '', prefix, script = ''] = /^npm --prefix (\S+) run (\S+) -- /.exec(command) ?? [];
  expect(prefix).toBe(root);
  expect(packageJson.scripts).toHaveProperty(script);
  return `'${process.execPath}' '${join(root, `out/main/${script}.js`)}' ${command.slice(whole.length)}`;
}

/** Runs a command as a user pastes it into a shell. */
async function inShell(command: string, input: string) {
  const running = promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...NO_KEYCHAIN } });
  running.child.stdin?.end(input);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** A folder whose name contains shell syntax. */
function awkwardFolder(): string {
  const folder = join(newFolder(), "Kim's data & $HOME");
  mkdirSync(folder);
  return folder;
}

it.runIf(process.platform === 'linux')(
  'without a keychain Settings shows the command that starts Milepost with a key, and it works unchanged',
  async () => {
    const dataDir = awkwardFolder();
    const url = await openHost(['--data-dir', dataDir, '--marketplace', MARKETPLACE]);
    const shown = (await call(url, 'key', 'status')) as { value: { clipboard: { command: string } } };
    const { command } = shown.value.clipboard;
    expect(command).toContain(`run host -- --key-stdin --marketplace ${MARKETPLACE} --data-dir `);
    for (const { child, finished } of started.splice(0)) {
      child.kill('SIGTERM');
      await finished;
    }
    const again = run('test/integration/hosts/pasted.ts', [`${withoutNpm(command)} --json --no-open`], {
      input: KEY_TEXT,
      env: NO_KEYCHAIN,
    });
    started.push(again);
    const { url: own } = JSON.parse(await again.firstLine) as { url: string };
    expect(await call(own, 'key', 'status')).toMatchObject({
      value: { state: 'memory', origin: MARKETPLACE },
    });
    expect(await call(own, 'settings', 'read')).toMatchObject({ value: { dataFolder: dataDir } });
  },
);

it.runIf(process.platform !== 'win32')('the command that stores a key is complete', async () => {
  const { terminalCommands } = await import('../../../electron/app/terminal-commands.ts');
  const commands = terminalCommands({
    programRoot: root,
    dataDir: awkwardFolder(),
    platform: process.platform,
  });
  const { code, stderr } = await inShell(withoutNpm(commands.storeKey(MARKETPLACE) ?? ''), KEY_TEXT);
  // It got as far as the keychain, which this test makes unavailable.
  expect(stderr).toContain('There is no keychain on this machine');
  expect(code).toBe(1);
});

it.runIf(process.platform !== 'win32')(
  'the command for limits sets what was requested, once it is allowed',
  async () => {
    const dataDir = awkwardFolder();
    const url = await openHost(['--data-dir', dataDir]);
    const limits = { ...DEFAULT_LIMITS, perCall: { currency: 'USD', units: '75000', exponent: 6 } };
    const refused = await call(url, 'settings', 'setLimits', { limits });
    expect(refused).toMatchObject({ failure: { code: 'confirmation_unavailable' } });
    const shown = (await call(url, 'settings', 'limitsCommand', { limits })) as {
      value: { command: string };
    };
    const command = withoutNpm(shown.value.command);
    // Without a terminal to ask in, it states what to add.
    expect(await inShell(command, '')).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect(await inShell(`${command} --yes`, '')).toMatchObject({ code: 0 });
    expect(await call(url, 'settings', 'read')).toMatchObject({
      value: { limits: { perCall: { units: '75000' } } },
    });
  },
);
