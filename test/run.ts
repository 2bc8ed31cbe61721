/**
 * `npm test`: runs every check, even if one fails, and ends with the time of each and their count. Each can also be run
 * alone. `npm test -- --all` also runs what takes long: more samples of each property and fault, and the long tests.
 */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

const isAll = process.argv.includes('--all');

/** Run in this order; those on one line run in parallel, since each uses at most one core or mostly waits. */
const CHECKS: readonly (readonly string[])[] = [
  ['test:types', 'test:lint', 'test:unused'],
  ['test:unit'],
  ['test:property', 'test:faults'],
  ['build'],
  ['test:integration:built'],
  ...(isAll ? [['test:long:built']] : []),
  ['test:simulation'],
  ['test:e2e:built'],
];

const env = { ...process.env, ...(isAll && { MILEPOST_ALL: '1' }) };

type CheckResult = { check: string; passed: boolean; seconds: string };

/** Runs a check. Its output is shown immediately, or at its end if others run in parallel. */
async function run(check: string, alone: boolean): Promise<CheckResult> {
  const started = performance.now();
  if (alone) console.log(`\n── ${check}`);
  const child = spawn('npm', ['run', '--silent', check], {
    stdio: ['ignore', ...(alone ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    shell: process.platform === 'win32',
    env,
  });
  const output = Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? '' : buffer(stream))),
  );
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = code === 0;
  if (!alone) console.log(`\n── ${check}\n${(await output).join('')}`);
  console.log(`── ${check}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return { check, passed, seconds };
}

const results: CheckResult[] = [];
const started = performance.now();
for (const parallel of CHECKS)
  results.push(...(await Promise.all(parallel.map((check) => run(check, parallel.length === 1)))));

console.log(`\nEach check in seconds, ${((performance.now() - started) / 1000).toFixed(0)} in all:`);
for (const { check, passed, seconds } of results)
  console.log(`  ${check.padEnd(24)}${seconds.padStart(7)}${passed ? '' : '  FAILED'}`);
const failed = results.filter(({ passed }) => !passed);
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ check }) => check).join(', ')}`);
console.log(`\nChecks: ${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
