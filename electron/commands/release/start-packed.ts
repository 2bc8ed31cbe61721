/**
 * `node start-packed.ts FOLDER mac|win|linux x64|arm64`: starts the program that electron-builder left unpacked in FOLDER, as
 * an assistant does, and fails where it gives no answer: an archive that does not hold together, or a signature that the
 * system does not take, ends it before.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownEntry } from '#shared/own-entry.ts';
import { refuse } from './command.ts';

const [folder = '', system = '', arch = ''] = process.argv.slice(2);
const other = arch === 'x64' ? '' : `-${arch}`;
const programs: Readonly<Record<string, string>> = {
  linux: `linux${other}-unpacked/milepost`,
  mac: `mac${other}/Milepost.app/Contents/MacOS/Milepost`,
  win: `win${other}-unpacked/Milepost.exe`,
};
const program = resolve(
  folder,
  ownEntry(programs, system) ?? refuse(`There is no system "${system}": mac, win or linux.`),
);

/** A start without a window and with nothing of a page takes no more; a machine that is busy gets its time. */
const LONGEST_MS = 120_000;
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'release', version: '1' } },
};
const dataDir = mkdtempSync(join(tmpdir(), 'milepost-started-'));
// What serves an assistant opens no page. The machines that build give programs no sandbox and have no display.
const args = ['--mcp', '--data-dir', dataDir, ...(system === 'linux' ? ['--no-sandbox'] : [])];
const needsDisplay = system === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
const [command = '', ...before] = needsDisplay ? ['xvfb-run', '--auto-servernum', program] : [program];
const child = spawn(command, [...before, ...args], { timeout: LONGEST_MS });
let said = '';
const hear = (chunk: Buffer) => {
  said += String(chunk);
};
child.stderr.on('data', hear);
child.stdout.on('data', (chunk: Buffer) => {
  hear(chunk);
  // It ends with its input, in the middle of an answer too.
  if (/"id":1\b/u.test(said)) child.stdin.end();
});
// One that has ended already hears nothing.
child.stdin.on('error', () => {}).write(`${JSON.stringify(hello)}\n`);
const status = await once(child, 'close').then(
  ([code]) => code,
  (error: Error) => error.message,
);
rmSync(dataDir, { recursive: true, force: true });
if (status !== 0 || !/"id":1\b/u.test(said)) refuse(`${program} gave no answer (${status}).\n${said}`);
process.stdout.write(`${program} starts and answers.\n`);
