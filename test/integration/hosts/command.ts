import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../../..');

type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };
export type Command = {
  child: ChildProcess;
  /** Everything printed so far. */
  printed: { stdout: string; stderr: string };
  /** Resolves once standard output has a complete line. */
  firstLine: Promise<string>;
  finished: Promise<Finished>;
};

const execute = promisify(execFile);

export const newFolder = () => mkdtempSync(join(tmpdir(), 'milepost-host-'));

/** Runs one of the commands in a process of its own. */
export function run(
  file: string,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Command {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, MILEPOST_CHECK_OUTPUT: '1', ...env },
  });
  const printed = { stdout: '', stderr: '' };
  const line = Promise.withResolvers<string>();
  // A command that ends before printing states why on its standard error, which rejects the line.
  line.promise.catch(() => {});
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
    const [first, rest] = printed.stdout.split('\n', 2);
    if (rest !== undefined && first !== undefined) line.resolve(first);
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  child.stdin.end(input);
  const finished = new Promise<Finished>((done) => {
    child.once('close', (code, signal) => {
      line.reject(new Error(`ended without a line: ${printed.stderr}`));
      done({ code, signal, ...printed });
    });
  });
  return { child, printed, firstLine: line.promise, finished };
}

/**
 * Opens a printed address as the page does. Resolves to one with the launch's secret; fails where it was already used.
 */
export async function opened(url: string): Promise<string> {
  const { origin, pathname, hash } = new URL(url);
  const response = await fetch(`${origin}/api/-/launch`, {
    method: 'POST',
    headers: { 'x-milepost-secret': hash.slice(1) },
  });
  if (!response.ok) throw new Error(`the address was refused with status ${response.status}`);
  const { secret } = (await response.json()) as { secret: string };
  return `${origin}${pathname}#${secret}`;
}

/** Sends one request of the contract to a host. */
export async function call(url: string, group: string, name: string, input?: unknown): Promise<unknown> {
  const { origin, hash } = new URL(url);
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-milepost-secret': hash.slice(1) },
      body: JSON.stringify(body),
    });
  let response = await post(`${group}/${name}`, { input });
  // A slow answer is fetched later, as the page does it.
  while (response.status === 202) {
    const { later } = (await response.json()) as { later: string };
    response = await post(`-/later/${encodeURIComponent(later)}`, {});
  }
  return response.json();
}

/** Runs a shell's lines in a home and a session of their own; without a session bus if `bus` is false. */
export async function inSession(lines: readonly string[], { bus }: { bus: boolean }): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'milepost-keyring-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
  };
  const script = lines.join('; ');
  const { stdout } = bus
    ? await execute('dbus-run-session', ['--', 'sh', '-c', script], { env, cwd: home })
    : await execute('sh', ['-c', script], { env, cwd: home });
  return stdout.trim();
}
