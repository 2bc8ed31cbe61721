/** electron-builder's hook after packing: fails unless the package contains exactly the required native addons. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addonProblems, type PackTarget, readHeader } from './packed-addons.ts';

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
  // Addons are outside the archive, since the system loads them as files.
  const unpacked = join(resources, 'app.asar.unpacked');
  const addons = existsSync(unpacked)
    ? readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => path.endsWith('.node'))
    : [];
  const problems = addonProblems(target, addons, (path) => readHeader(join(unpacked, path)));
  if (problems.length > 0)
    throw new Error(
      `The package for ${target.platform}-${target.arch} is not right:\n${problems.join('\n')}`,
    );
}

const isTarget = (target: { platform: string; arch: string | undefined }): target is PackTarget =>
  ['darwin', 'linux', 'win32'].includes(target.platform) && target.arch !== undefined;
