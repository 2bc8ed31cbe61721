/**
 * `npm run test:mutation -- wallet`: alters the source of a module in one place at a time and reports what its tests do
 * not notice. Without a name: every module. `--sample 120 --seed 3` tries only so many faults, which the seed draws.
 * Without a sample, what was tried before is not tried again while neither source nor tests changed. Its tools are a
 * package of their own, installed on first use.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faultsIn } from './faults.ts';
import { MODULES } from './modules.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const cache = join(root, 'node_modules/.cache/mutation');
const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** The share of faults that the tests of a module have to find. */
const LEAST = 85;

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(MODULES, name));
if (unknown.length > 0)
  throw new Error(`No module is called ${unknown.join(', ')}. Modules: ${Object.keys(MODULES).join(', ')}.`);

function run(command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(1);
}

/** Plants the faults that `chosen` names, or all, and writes to `report` which of them `tests` find. */
function tryFaults(
  { folder, tests, report }: { folder: string; tests: readonly string[]; report: string },
  chosen: Record<string, string> | null,
): void {
  run(
    process.execPath,
    [
      stryker,
      'run',
      'test/mutation/stryker.config.json',
      '--mutate',
      `${folder}/**/!(*.test).ts,!${folder}/**/testing/**`,
      '--incrementalFile',
      report,
      ...(chosen === null ? [] : ['--checkers', 'chosen', '--force']),
    ],
    root,
    { MILEPOST_MUTATION_TESTS: tests.join('\n'), ...chosen },
  );
}

mkdirSync(cache, { recursive: true });
if (!existsSync(stryker)) run('npm', ['ci', '--no-audit', '--no-fund'], here);
// Tests beyond a module run the program's threads from the build, which must be of this source.
run('npm', ['run', '-s', 'build'], root);
const { sample, seed } = values;
for (const [name, { folder, tests, beyond = [] }] of Object.entries(MODULES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const reports = [tests, ...beyond].map((_, at) =>
    join(cache, [name, ...(sample === undefined ? [] : [sample, seed]), at].join('-').concat('.json')),
  );
  const drawn = sample === undefined ? null : { MILEPOST_FAULTS_SAMPLE: sample, MILEPOST_FAULTS_SEED: seed };
  const figures: string[] = [];
  let all = 0;
  let left = 0;
  for (const [at, report] of reports.entries()) {
    const earlier = reports[at - 1];
    if (earlier !== undefined && left === 0) break;
    tryFaults(
      { folder, tests: at === 0 ? tests : (beyond[at - 1] ?? []), report },
      earlier === undefined ? drawn : { MILEPOST_FAULTS_LEFT: earlier },
    );
    const tried = faultsIn(report);
    if (at === 0) all = tried.length;
    left = tried.filter(({ isFound }) => !isFound).length;
    figures.push(`${all - left}`);
  }
  const share = (100 * (all - left)) / Math.max(all, 1);
  console.log(`${name}: ${figures.join(', then ')} of ${all} faults found, ${share.toFixed(1)} %`);
  if (share < LEAST) process.exitCode = 1;
}
