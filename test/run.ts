/**
 * `npm test`: every check, each of which also runs alone. All of them run even if one fails; the last lines give the
 * time of each and count them. `npm test -- --all` tries the properties at full length.
 */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** In turn; those on one line need one core each, or wait for half of their time, and run side by side. */
const CHECKS = [
  ['test:types', 'test:lint', 'test:unused'],
  ['test:unit'],
  ['test:property', 'test:faults'],
  ['build'],
  ['test:integration:built'],
  ['test:simulation'],
  ['test:e2e:built'],
] as const;

const env = { ...process.env, ...(process.argv.includes('--all') && { MILEPOST_ALL: '1' }) };

type Ended = { check: string; passed: boolean; seconds: string };

/** Runs a check. Its output is shown as it comes, or at its end where others run at the same time. */
async function run(check: string, alone: boolean): Promise<Ended> {
  const started = performance.now();
  if (alone) console.log(`\n── ${check}`);
  const child = spawn('npm', ['run', '--silent', check], {
    stdio: ['ignore', ...(alone ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    shell: process.platform === 'win32',
    env,
  });
  const said = Promise.all(
    [child.stdout, child.stderr].map((stream) => (stream === null ? '' : buffer(stream))),
  );
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = code === 0;
  if (!alone) console.log(`\n── ${check}\n${(await said).join('')}`);
  console.log(`── ${check}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return { check, passed, seconds };
}

const ended: Ended[] = [];
const started = performance.now();
for (const together of CHECKS)
  ended.push(...(await Promise.all(together.map((check) => run(check, together.length === 1)))));

console.log(`\nEach check in seconds, ${((performance.now() - started) / 1000).toFixed(0)} in all:`);
for (const { check, passed, seconds } of ended)
  console.log(`  ${check.padEnd(24)}${seconds.padStart(7)}${passed ? '' : '  FAILED'}`);
const failed = ended.filter(({ passed }) => !passed);
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ check }) => check).join(', ')}`);
console.log(`\nChecks: ${ended.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
