import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The installed Electron runtime, or undefined: it is a download of its own that some machines cannot make. */
export function findElectron(): string | undefined {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(packageFolder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder, 'dist');
  const path = join(folder, readFileSync(pathFile, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}
