/** electron-builder's hook after packing: fails unless the package has exactly the required native addons, and all notices. */
import { existsSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { addonProblems, type PackedAddon, type PackTarget } from './packed-addons.ts';

/** The part of electron-builder's context that is used here. */
export type Packed = {
  appOutDir: string;
  electronPlatformName: string;
  /** electron-builder's number of the architecture. */
  arch: number;
  packager: { appInfo: { productFilename: string } };
};

const ARCHES: Readonly<Record<number, string>> = { 1: 'x64', 3: 'arm64' };

export function afterPack({ appOutDir, electronPlatformName, arch, packager }: Packed): void {
  const target = { platform: electronPlatformName, arch: ARCHES[arch] };
  if (!isTarget(target))
    throw new Error(`Milepost is not built for ${electronPlatformName}, architecture ${arch}.`);
  const resources =
    target.platform === 'darwin'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources');
  // On macOS only the program itself is packed, and nothing beside it.
  const runtime = target.platform === 'darwin' ? resources : appOutDir;
  const notices = [
    join(resources, 'THIRD-PARTY-NOTICES.txt'),
    join(runtime, 'LICENSE.electron.txt'),
    join(runtime, 'LICENSES.chromium.html'),
  ];
  const problems = [
    ...addonProblems(target, addonsIn(join(resources, 'app.asar'))),
    ...notices
      .filter((file) => !existsSync(file))
      .map((file) => `The licence notices ${basename(file)} are missing.`),
  ];
  if (problems.length > 0)
    throw new Error(
      `The package for ${target.platform}-${target.arch} is not right:\n${problems.join('\n')}`,
    );
}

type Directory = ReturnType<typeof getRawHeader>['header'];
type Entry = Directory | Directory['files'][string];

/** All native addons that the archive of the program names. */
function addonsIn(archive: string): PackedAddon[] {
  const isFile = (path: string) =>
    lstatSync(join(`${archive}.unpacked`, path), { throwIfNoEntry: false })?.isFile() === true;
  const below = (entry: Entry, path: string): PackedAddon[] => {
    if ('files' in entry)
      return Object.entries(entry.files).flatMap(([name, inner]) =>
        below(inner, path === '' ? name : `${path}/${name}`),
      );
    return path.endsWith('.node') ? [{ path, isOutside: entry.unpacked === true && isFile(path) }] : [];
  };
  return below(getRawHeader(archive).header, '');
}

const isTarget = (target: { platform: string; arch: string | undefined }): target is PackTarget =>
  ['darwin', 'linux', 'win32'].includes(target.platform) && target.arch !== undefined;
