/**
 * `npm run test:mutation -- wallet`: alters the source of a module in one place at a time and reports what its tests do
 * not notice. Without a name: every module. What was tried before is not tried again while neither source nor tests
 * changed. Its tools are a package of their own, installed on first use.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULES } from './modules.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const cache = join(root, 'node_modules/.cache/mutation');
const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** The share of faults that the tests of a module have to find. */
const LEAST = 85;

type Report = { files: Record<string, { mutants: readonly { status: string }[] }> };

const run = (command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status;

/** How many faults a module had, and how many of them its tests found. */
function figures(name: string): { all: number; found: number } {
  const { files }: Report = JSON.parse(readFileSync(join(cache, `${name}.json`), 'utf8'));
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const counted = statuses.filter((status) => status !== 'Ignored' && status !== 'CompileError');
  return {
    all: counted.length,
    found: counted.filter((status) => ['Killed', 'Timeout', 'RuntimeError'].includes(status)).length,
  };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(MODULES, name));
if (unknown.length > 0)
  throw new Error(`No module is called ${unknown.join(', ')}. Modules: ${Object.keys(MODULES).join(', ')}.`);

mkdirSync(cache, { recursive: true });
if (!existsSync(stryker) && run('npm', ['ci', '--no-audit', '--no-fund'], here) !== 0) process.exit(1);
for (const [name, { folder, tests }] of Object.entries(MODULES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const sources = `${folder}/**/!(*.test).ts,!${folder}/**/testing/**`;
  const incremental = join(cache, `${name}.json`);
  const status = run(
    process.execPath,
    [
      stryker,
      'run',
      'test/mutation/stryker.config.json',
      '--mutate',
      sources,
      '--incrementalFile',
      incremental,
    ],
    root,
    { MILEPOST_MUTATION_TESTS: tests.join(',') },
  );
  if (status !== 0) process.exit(1);
  const { all, found } = figures(name);
  const share = (100 * found) / Math.max(all, 1);
  console.log(`${name}: ${found} of ${all} faults found, ${share.toFixed(1)} %`);
  if (share < LEAST) process.exitCode = 1;
}
