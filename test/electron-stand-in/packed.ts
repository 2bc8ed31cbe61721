import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll } from '@electron/asar';
import { layOutElectron } from '../integration/packaging/electron-stand-in.ts';
import { systemFolder } from '../passing-files.ts';

const root = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** What electron-builder made for this machine, unpacked. */
export type Packed = {
  /** The folder beside the archive, as `process.resourcesPath` names it. */
  resources: string;
  /** The archive's content, under the path that the archive itself has. */
  app: string;
  version: string;
};

/**
 * Packs the built program for this machine with electron-builder, over an Electron that holds nothing but fuses, and
 * unpacks the archive far from this repository, so that what was not packed is not found. Throws with what
 * electron-builder said where it fails. `out/` must be built.
 */
export function packAndUnpack(): Packed {
  const project = mkdtempSync(join(tmpdir(), 'milepost-packing-'));
  for (const name of [
    'package.json',
    'package-lock.json',
    'LICENSE',
    'electron-builder.yml',
    'electron',
    'out',
  ])
    cpSync(join(root, name), join(project, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  const electronDist = join(project, 'electron-stand-in');
  layOutElectron(electronDist, require('electron/package.json').version);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      '--linux',
      '--dir',
      `--${process.arch}`,
      `--config.electronDist=${electronDist}`,
      '--publish=never',
    ],
    // It takes linked files from the system's folder for passing files, where a checkout may lie, and from none else.
    { cwd: project, encoding: 'utf8', env: { ...process.env, TMPDIR: systemFolder() } },
  );
  if (status !== 0) throw new Error(`electron-builder failed:\n${stdout}${stderr}`);
  const unpacked = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`;
  const built = join(project, 'dist', unpacked, 'resources');
  const resources = join(mkdtempSync(join(tmpdir(), 'milepost-packed-')), 'resources');
  mkdirSync(resources);
  cpSync(built, resources, { recursive: true, filter: (path) => !path.endsWith('app.asar') });
  const app = join(resources, 'app.asar');
  extractAll(join(built, 'app.asar'), app);
  rmSync(project, { recursive: true, force: true });
  return { resources, app, version: JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).version };
}
