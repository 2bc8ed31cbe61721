/**
 * `npm run package [-- --release and electron-builder's arguments]`: builds the installers. Needs Electron's runtime; a
 * release must be signed.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ensureRuntime } from './electron-runtime.ts';
import { packagePlan } from './package-arguments.ts';

const root = resolve(import.meta.dirname, '../..');
const say = (words: string) => process.stderr.write(`${words}\n`);

function run(command: string, args: readonly string[]): number {
  const { status, error } = spawnSync(process.execPath, [join(root, 'node_modules', command), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}

const runtime = await ensureRuntime(
  { packageDir: join(root, 'node_modules/electron'), env: process.env, platform: process.platform },
  say,
);
const plan = packagePlan(process.argv.slice(2), process.env, process.platform);
if (!plan.ok) {
  say(plan.words);
  process.exitCode = 1;
} else if (!runtime.ok) {
  say(
    `${runtime.words}: no installers can be built here. Try again where it can be fetched, or name a folder that holds it in ELECTRON_OVERRIDE_DIST_PATH.`,
  );
  process.exitCode = 1;
} else {
  for (const note of plan.notes) say(note);
  process.exitCode =
    run('electron-vite/bin/electron-vite.js', ['build']) ||
    run('electron-builder/cli.js', ['--config', 'electron-builder.yml', '--publish', 'never', ...plan.args]);
}
