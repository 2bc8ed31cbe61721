import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** Runs a command in the repository; exits with its status if it fails. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm and npx are scripts on Windows. Their arguments here contain no special characters.
    shell: process.platform === 'win32' && ['npm', 'npx'].includes(command),
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Prints a message and exits with status 1. */
export function exitWith(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
