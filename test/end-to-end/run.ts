/**
 * Runs the end-to-end specs in Chromium, and in Electron too where its runtime is installed. Without Chromium it
 * reports that in one sentence; that, or a missing Electron, is a failure only where MILEPOST_TESTS_REQUIRE names it
 * (`browser,electron`). Specs tagged `@long` run with `--all`, or by name.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'rolldown';
import { packAndUnpack } from '../electron-stand-in/packed.ts';
import { passingFiles } from '../passing-files.ts';
import { findChromium } from './chromium.ts';
import { findElectron } from './electron-runtime.ts';

const demanded = (process.env.MILEPOST_TESTS_REQUIRE ?? '').split(',');
const required = demanded.includes('browser');
const withoutElectron = findElectron() === undefined;

if (withoutElectron)
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
    input: 'test/support/marketplace/serve.ts',
    platform: 'node',
    external: [/^better-sqlite3$/, /^node:/],
    output: { file: program, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  });
  const clear = passingFiles();
  // Only by name, since packing and a second run of every spec take minutes.
  const standIn = process.argv.some((arg) => arg.includes('electron-stand-in'));
  const packed = standIn ? packAndUnpack() : undefined;
  const wanted = process.argv.slice(2).filter((argument) => argument !== '--all');
  const isAll = wanted.length > 0 || process.argv.includes('--all') || process.env.MILEPOST_ALL === '1';
  const { status } = spawnSync('npx', ['playwright', 'test', ...(isAll ? wanted : ['--grep-invert=@long'])], {
    stdio: 'inherit',
    // Every test starts new programs: code compiled for the first is cached for the others.
    env: {
      NODE_COMPILE_CACHE: resolve('out/end-to-end/compiled'),
      ...process.env,
      MILEPOST_MARKETPLACE_PROGRAM: program,
      ...(packed && { MILEPOST_PACKED_APP: packed.app, MILEPOST_PACKED_VERSION: packed.version }),
    },
    shell: process.platform === 'win32',
  });
  clear();
  process.exitCode = withoutElectron && demanded.includes('electron') ? 1 : (status ?? 1);
}
