/**
 * `node ready.ts mac|win|linux`: fails if a release would have the wrong version, not be signed, or not be able to verify
 * updates.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root } from './command.ts';
import { releaseProblems } from './readiness.ts';

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const problems = releaseProblems({
  system: process.argv[2] ?? '',
  tag: process.env.GITHUB_REF_NAME ?? '',
  version: read('package.json').version,
  publicKey: read('electron/desktop/update-key.json').publicKey,
  env: process.env,
});
if (problems.length > 0) exitWith(problems.join('\n'));
