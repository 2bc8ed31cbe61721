/**
 * `npm test`: runs every check, even if one fails, and ends with the time of each and their count. Each can also be run
 * alone. `npm test -- --all` also runs what takes long: more samples of each property and fault, and the long tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const isAll = process.argv.includes('--all');

/** Run in this order; those on one line run in parallel, since each uses at most one core or mostly waits. */
const CHECKS: readonly (readonly string[])[] = [
  ['test:types', 'test:lint', 'test:unused'],
  ['test:unit'],
  ['test:property', 'test:faults'],
  ['build'],
  ['test:integration:built', 'test:simulation'],
  ...(isAll ? [['test:long:built']] : []),
  ['test:e2e:built'],
];

const env = {
  ...process.env,
  ...(isAll && { MILEPOST_ALL: '1' }),
  // A check writes to a pipe.
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
};
/** Each of the tools names what failed in the last of its lines. */
const LINES_OF_A_FAILURE = 80;

type CheckResult = { check: string; passed: boolean; seconds: string; output: string };

/** Runs a check. Its output is shown immediately, or at its end if others run in parallel. */
async function run(check: string, alone: boolean): Promise<CheckResult> {
  const started = performance.now();
  if (alone) console.log(`\n── ${check}`);
  const child = spawn('npm', ['run', '--silent', check], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (alone) process.stdout.write(text);
    });
  const code = await once(child, 'close').then(
    ([exit]) => exit,
    () => null,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = code === 0;
  if (!alone) console.log(`\n── ${check}\n${output}`);
  console.log(`── ${check}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return { check, passed, seconds, output };
}

const results: CheckResult[] = [];
const started = performance.now();
for (const parallel of CHECKS)
  results.push(...(await Promise.all(parallel.map((check) => run(check, parallel.length === 1)))));

const failed = results.filter(({ passed }) => !passed);
// Once more, beside the verdict: a log may keep nothing but its end.
for (const { check, output } of failed)
  console.log(
    `\n── ${check}, its end again\n${output.trimEnd().split('\n').slice(-LINES_OF_A_FAILURE).join('\n')}`,
  );

console.log(`\nEach check in seconds, ${((performance.now() - started) / 1000).toFixed(0)} in all:`);
for (const { check, passed, seconds } of results)
  console.log(`  ${check.padEnd(24)}${seconds.padStart(7)}${passed ? '' : '  FAILED'}`);
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ check }) => check).join(', ')}`);
console.log(`\nChecks: ${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
