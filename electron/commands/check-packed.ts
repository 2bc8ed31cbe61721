/** electron-builder's hook after packing: fails unless the package has exactly the required native addons, and all notices. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { addonProblems, isNative, type PackedCode, type PackTarget } from './packed-addons.ts';

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
    ...addonProblems(target, nativeCodeIn(join(resources, 'app.asar'))),
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

/** All native code of the program, by name or by content, in its archive and in the folder outside it. */
function nativeCodeIn(archive: string): PackedCode[] {
  const outside = `${archive}.unpacked`;
  const { header, headerSize } = getRawHeader(archive);
  const found: PackedCode[] = [];
  const named = new Set<string>();
  const add = (path: string, bytes: Buffer, more: Pick<PackedCode, 'isOutside' | 'isLink'>) => {
    if (path.endsWith('.node') || isNative(bytes)) found.push({ path, bytes, ...more });
  };
  const fd = openSync(archive, 'r');
  const walk = (entry: Entry, path: string): void => {
    if ('files' in entry) {
      for (const [name, inner] of Object.entries(entry.files))
        walk(inner, path === '' ? name : `${path}/${name}`);
    } else if (entry.unpacked) named.add(path);
    else if ('link' in entry) add(path, Buffer.alloc(0), { isOutside: false, isLink: true });
    else {
      const bytes = Buffer.alloc(entry.size);
      // The archive begins with two numbers and its header.
      readSync(fd, bytes, 0, entry.size, 8 + headerSize + Number(entry.offset));
      add(path, bytes, { isOutside: false, isLink: false });
    }
  };
  walk(header, '');
  closeSync(fd);
  const files = existsSync(outside) ? readdirSync(outside, { recursive: true, withFileTypes: true }) : [];
  for (const file of files.filter((each) => !each.isDirectory())) {
    const place = join(file.parentPath, file.name);
    const path = relative(outside, place).replaceAll('\\', '/');
    const bytes = file.isFile() ? readFileSync(place) : Buffer.alloc(0);
    add(path, bytes, { isOutside: named.has(path), isLink: file.isSymbolicLink() });
  }
  return found;
}

const isTarget = (target: { platform: string; arch: string | undefined }): target is PackTarget =>
  ['darwin', 'linux', 'win32'].includes(target.platform) && target.arch !== undefined;
