/**
 * `node ready.ts mac|win|linux`: fails if a release would have the wrong version, an old Electron, not be signed, or not be
 * able to verify updates.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';
import { releaseProblems } from './readiness.ts';

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
/** When each version of Electron was published, as npm's registry says. */
const published = JSON.parse(
  execFileSync('npm', ['view', 'electron', 'time', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }),
);
const problems = releaseProblems({
  system: process.argv[2] ?? '',
  tag: process.env.GITHUB_REF_NAME ?? '',
  version: read('package.json').version,
  publicKey: read('electron/desktop/update-key.json').publicKey,
  env: process.env,
  electron: { version: read('node_modules/electron/package.json').version, published, now: Date.now() },
});
if (problems.length > 0) exitWith(problems.join('\n'));
