import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { findRuntime } from '../../electron/commands/electron-runtime.ts';

/** The installed Electron runtime; undefined if it was not downloaded. */
export function findElectron(): string | undefined {
  const packageDir = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  return findRuntime({ packageDir, env: process.env, platform: process.platform }) ?? undefined;
}
