/** `npm run dev`: runs Milepost with hot reload, in a window: it needs Electron's runtime. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { findRuntime, whyNoWindow } from './electron-runtime.ts';

const root = resolve(import.meta.dirname, '../..');
const packageDir = join(root, 'node_modules/electron');
const { env, platform } = process;
const why =
  findRuntime({ packageDir, env, platform }) === null
    ? "Electron's runtime is not on this machine"
    : whyNoWindow(platform, env, process.getuid?.() === 0);
if (why === null) {
  const command = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const args = [command, 'dev', '--', ...process.argv.slice(2)];
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.stderr.write(`${why}. “npm start” opens Milepost in your browser, without hot reload.\n`);
  process.exitCode = 1;
}
