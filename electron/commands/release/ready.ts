/**
 * `node ready.ts mac|win|linux`: refuses to build a release that would carry the wrong version, would not be signed, or
 * could not check its own updates.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './command.ts';
import { whyNotReady } from './readiness.ts';

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const why = whyNotReady({
  system: process.argv[2] ?? '',
  tag: process.env.GITHUB_REF_NAME ?? '',
  version: read('package.json').version,
  publicKey: read('electron/desktop/update-key.json').publicKey,
  env: process.env,
});
if (why.length > 0) refuse(why.join('\n'));
