/** `npm run build`: builds main process, preload and renderer into `out/`, unless they are up to date. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { bringUpToDate } from './up-to-date.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Builds the program if needed, with output to standard error only. Returns the exit status. */
export const buildProgram = (): number =>
  bringUpToDate({
    root,
    inputs: [
      'electron',
      'renderer',
      'shared',
      // Built in: what is new, and the examples for schedulers.
      'CHANGELOG.md',
      'docs/watching.md',
      'electron.vite.config.ts',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
      // The installed versions, which may differ from package-lock.json.
      'node_modules/.package-lock.json',
    ],
    circumstances: [process.version, process.platform, process.arch, process.env.NODE_ENV ?? ''],
    outputs: ['out/main', 'out/preload', 'out/renderer', 'out/notices'],
    stampFolder: 'out/stamp',
    build: () =>
      spawnSync(
        process.execPath,
        [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'],
        { cwd: root, stdio: ['ignore', 2, 2] },
      ).status ?? 1,
  });

if (import.meta.main) process.exitCode = buildProgram();
