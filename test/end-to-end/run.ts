/**
 * Runs the end-to-end specs in Chromium, and in Electron too where its runtime is installed. Where there is no
 * Chromium it says so in one sentence; that counts as a failure only where MILEPOST_TESTS_REQUIRE names the browser.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'rolldown';
import { passingFiles } from '../passing-files.ts';
import { findChromium } from './chromium.ts';
import { findElectron } from './electron-runtime.ts';

const required = (process.env.MILEPOST_TESTS_REQUIRE ?? '').split(',').includes('browser');

if (findElectron() === undefined)
  console.log(
    'End-to-end tests in Electron skipped: its runtime is not installed (npx install-electron fetches it).',
  );

if (findChromium() === undefined) {
  console.log(
    'End-to-end tests skipped: no Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name it in MILEPOST_CHROMIUM.',
  );
  process.exitCode = required ? 1 : 0;
} else {
  const program = resolve('out/end-to-end/marketplace.js');
  await build({
    input: 'electron/commands/marketplace.ts',
    platform: 'node',
    external: [/^better-sqlite3$/, /^node:/],
    output: { file: program, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  const clear = passingFiles();
  const { status } = spawnSync('npx', ['playwright', 'test', ...process.argv.slice(2)], {
    stdio: 'inherit',
    // Every test starts programs anew: what was compiled for the first is there for the others.
    env: {
      NODE_COMPILE_CACHE: resolve('out/end-to-end/compiled'),
      ...process.env,
      MILEPOST_MARKETPLACE_PROGRAM: program,
    },
    shell: process.platform === 'win32',
  });
  clear();
  process.exitCode = status ?? 1;
}
