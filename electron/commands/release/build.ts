/**
 * `node build.ts mac|win|linux x64|arm64`: the installers of a release for one system and architecture, signed with what
 * the environment holds (CSC_LINK, CSC_KEY_PASSWORD; for notarising APPLE_API_KEY_BASE64, APPLE_API_KEY_ID and
 * APPLE_API_ISSUER), with the update channel of the repository in GITHUB_REPOSITORY. An unsigned one is not a release.
 * The deb of Linux names MILEPOST_MAINTAINER, and the repository where MILEPOST_HOMEPAGE names nothing else.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArguments } from './build-arguments.ts';
import { refuse, root, run } from './command.ts';

const [system = '', arch = ''] = process.argv.slice(2);
const args = buildArguments({ system, arch, repository: process.env.GITHUB_REPOSITORY ?? '' });
if (!args.ok) refuse(args.words);

const env: Record<string, string> = { MILEPOST_HOMEPAGE: process.env.MILEPOST_HOMEPAGE || args.homepage };
const keys = mkdtempSync(join(tmpdir(), 'milepost-signing-'));
process.once('exit', () => rmSync(keys, { recursive: true, force: true }));
if (system === 'mac') {
  // Apple's tool takes a file, and a secret is a text.
  env.APPLE_API_KEY = join(keys, 'key.p8');
  writeFileSync(env.APPLE_API_KEY, Buffer.from(process.env.APPLE_API_KEY_BASE64 ?? '', 'base64'), {
    mode: 0o600,
  });
}
run(process.execPath, [join(root, 'electron/commands/package.ts'), ...args.args], env);
