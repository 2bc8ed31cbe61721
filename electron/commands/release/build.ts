/**
 * `node build.ts mac|win|linux x64|arm64`: builds a release's installers for one system and architecture. Signs them by
 * CSC_LINK and CSC_KEY_PASSWORD, notarises by APPLE_API_KEY_BASE64, APPLE_API_KEY_ID and APPLE_API_ISSUER, and fails if it
 * cannot. Updates come from GITHUB_REPOSITORY. The deb and the rpm name MILEPOST_MAINTAINER and MILEPOST_HOMEPAGE, by default the
 * repository.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArguments } from './build-arguments.ts';
import { exitWith, root, run } from './command.ts';

const [system = '', arch = ''] = process.argv.slice(2);
const args = buildArguments({ system, arch, repository: process.env.GITHUB_REPOSITORY ?? '' });
if (!args.ok) exitWith(args.words);

const env: Record<string, string> = { MILEPOST_HOMEPAGE: process.env.MILEPOST_HOMEPAGE || args.homepage };
const keys = mkdtempSync(join(tmpdir(), 'milepost-signing-'));
process.once('exit', () => rmSync(keys, { recursive: true, force: true }));
if (system === 'mac') {
  // Apple's tool reads the key from a file.
  env.APPLE_API_KEY = join(keys, 'key.p8');
  writeFileSync(env.APPLE_API_KEY, Buffer.from(process.env.APPLE_API_KEY_BASE64 ?? '', 'base64'), {
    mode: 0o600,
  });
}
run(process.execPath, [join(root, 'electron/commands/package.ts'), ...args.args], env);
