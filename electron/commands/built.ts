/**
 * `node electron/commands/built.ts host|key|limits|start […]`: builds what has to be built, says what goes wrong with it on
 * standard error alone, and becomes the command itself, with npm's standard input and output.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const COMMANDS: Readonly<Record<string, string>> = {
  host: 'out/main/host.js',
  key: 'out/main/key.js',
  limits: 'out/main/limits.js',
  start: 'electron/commands/start.ts',
};

const [name] = process.argv.splice(2, 1);
const command = COMMANDS[name ?? ''];
if (command === undefined) throw new Error(`Name one of: ${Object.keys(COMMANDS).join(', ')}.`);

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
  { cwd: root, stdio: ['ignore', 2, 2] },
);
if (status === 0) await import(join(root, command));
else process.exitCode = status ?? 1;
