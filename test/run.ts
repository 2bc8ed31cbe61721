/**
 * `npm test`: every check in turn, each of which also runs alone. All of them run even where one fails, and the last
 * line counts them.
 */
import { spawnSync } from 'node:child_process';

const CHECKS = [
  'test:types',
  'test:lint',
  'test:unused',
  'test:unit',
  'test:property',
  'build',
  'test:integration:built',
  'test:faults',
  'test:simulation',
  'test:e2e:built',
] as const;

const failed: string[] = [];
for (const check of CHECKS) {
  const started = performance.now();
  console.log(`\n── ${check}`);
  const { status } = spawnSync('npm', ['run', '--silent', check], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status !== 0) failed.push(check);
  console.log(`── ${check}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`\nChecks: ${CHECKS.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
