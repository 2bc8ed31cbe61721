import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { placesOf } from '../integration/packaging/laid-out-electron.ts';
import { HERE, pack, project } from '../integration/packaging/pack.ts';

/** What electron-builder made for this machine, unpacked. */
export type Packed = {
  /** The folder beside the archive, as `process.resourcesPath` names it. */
  resources: string;
  /** The archive's content, under the path that the archive itself has. */
  app: string;
  version: string;
};

/**
 * Packs the built program for this machine with electron-builder, over an Electron that contains only fuses, and
 * unpacks the archive far from this repository, so that files missing from the package are not found. Throws with
 * electron-builder's output if it fails. `out/` must be built.
 */
export function packAndUnpack(): Packed {
  if (HERE === undefined) throw new Error(`Milepost is not packed for ${process.platform} ${process.arch}.`);
  const dir = project();
  const { status, said } = pack(dir, HERE);
  if (status !== 0) throw new Error(`electron-builder failed:\n${said}`);
  const built = placesOf(dir, HERE).resources;
  const resources = join(mkdtempSync(join(tmpdir(), 'milepost-packed-')), 'resources');
  mkdirSync(resources);
  cpSync(built, resources, { recursive: true, filter: (path) => !path.endsWith('app.asar') });
  const app = join(resources, 'app.asar');
  extractAll(join(built, 'app.asar'), app);
  rmSync(dir, { recursive: true, force: true });
  return { resources, app, version: JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).version };
}
