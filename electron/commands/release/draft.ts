/** `node draft.ts FOLDER`: drafts the GitHub release of the tag in GITHUB_REF_NAME with the files of a folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, run } from './command.ts';

const [folder = ''] = process.argv.slice(2);
const tag = process.env.GITHUB_REF_NAME ?? exitWith('GITHUB_REF_NAME names no tag.');
const files = readdirSync(folder).map((name) => join(folder, name));
run('gh', [
  'release',
  'create',
  tag,
  '--draft',
  '--verify-tag',
  '--generate-notes',
  '--title',
  `Milepost ${tag.slice(1)}`,
  ...files,
]);
