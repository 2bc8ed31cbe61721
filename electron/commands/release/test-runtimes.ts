/** `node test-runtimes.ts`: downloads Electron's runtime and Playwright's Chromium for the end-to-end tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRuntime } from '../electron-runtime.ts';
import { exitWith, root, run } from './command.ts';

const packageDir = join(root, 'node_modules/electron');
run(process.execPath, [join(packageDir, 'install.js')]);
const runtime = findRuntime({ packageDir, env: process.env, platform: process.platform });
if (runtime === null || !existsSync(runtime)) exitWith("Electron's runtime was not fetched.");
run('npx', ['playwright', 'install', ...(process.platform === 'linux' ? ['--with-deps'] : []), 'chromium']);
