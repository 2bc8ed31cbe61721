import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** Runs a command in the repository and ends this one with its status where it fails. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm and npx are scripts on Windows; what is given to them here holds no character of a shell.
    shell: process.platform === 'win32' && ['npm', 'npx'].includes(command),
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Ends this command with a sentence. */
export function refuse(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
