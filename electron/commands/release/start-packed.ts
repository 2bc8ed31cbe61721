/**
 * `node start-packed.ts FOLDER mac|win|linux x64|arm64`: starts the unpacked program in FOLDER as an assistant does, and
 * fails if it does not answer: with a corrupt archive or an invalid signature it would not start.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownEntry } from '#shared/own-entry.ts';
import { exitWith } from './command.ts';

const [folder = '', system = '', arch = ''] = process.argv.slice(2);
const suffix = arch === 'x64' ? '' : `-${arch}`;
const programs: Readonly<Record<string, string>> = {
  linux: `linux${suffix}-unpacked/milepost`,
  mac: `mac${suffix}/Milepost.app/Contents/MacOS/Milepost`,
  win: `win${suffix}-unpacked/Milepost.exe`,
};
const program = resolve(
  folder,
  ownEntry(programs, system) ?? exitWith(`There is no system "${system}": mac, win or linux.`),
);

/** Time limit, generous for a busy machine. */
const TIMEOUT_MS = 120_000;
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'release', version: '1' } },
};
const dataDir = mkdtempSync(join(tmpdir(), 'milepost-started-'));
// Build machines have neither a sandbox for programs nor a display.
const args = ['--mcp', '--data-dir', dataDir, ...(system === 'linux' ? ['--no-sandbox'] : [])];
const needsDisplay = system === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
const [command = '', ...before] = needsDisplay ? ['xvfb-run', '--auto-servernum', program] : [program];
const child = spawn(command, [...before, ...args], { timeout: TIMEOUT_MS });
let output = '';
const record = (chunk: Buffer) => {
  output += String(chunk);
};
child.stderr.on('data', record);
child.stdout.on('data', (chunk: Buffer) => {
  record(chunk);
  // It exits when its input ends, even before it has answered.
  if (/"id":1\b/u.test(output)) child.stdin.end();
});
// Writing to an exited process fails.
child.stdin.on('error', () => {}).write(`${JSON.stringify(hello)}\n`);
const status = await once(child, 'close').then(
  ([code]) => code,
  (error: Error) => error.message,
);
rmSync(dataDir, { recursive: true, force: true });
if (status !== 0 || !/"id":1\b/u.test(output)) exitWith(`${program} gave no answer (${status}).\n${output}`);
process.stdout.write(`${program} starts and answers.\n`);
