import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PackTarget } from '../../../electron/commands/packed-addons.ts';

const require = createRequire(import.meta.url);
/** The parts of electron-builder are not dependencies of this project, and are resolved from its location. */
export const builderRequire = createRequire(
  createRequire(require.resolve('electron-builder')).resolve('app-builder-lib'),
);

/** What @electron/fuses looks for in a runtime: this sentinel, a version, a count, and one character per fuse. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The fuses in their order in Electron's executable (version 1 of their format), and whether it ships them on. */
export const FUSES = {
  runAsNode: true,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: true,
  enableNodeCliInspectArguments: true,
  enableEmbeddedAsarIntegrityValidation: false,
  onlyLoadAppFromAsar: false,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: true,
  wasmTrapHandlers: true,
};

/** Their state in every package: closed as in Electron's checklist, the others as shipped. */
export const CLOSED_FUSES = {
  ...FUSES,
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};

const PADDING = Buffer.alloc(4_096);

/** An executable that contains only fuses. */
const executable = () =>
  Buffer.concat([
    PADDING,
    Buffer.from(FUSE_SENTINEL),
    Buffer.from([1, Object.keys(FUSES).length]),
    Buffer.from(
      Object.values(FUSES)
        .map((on) => (on ? '1' : '0'))
        .join(''),
    ),
    PADDING,
  ]);

/** Which fuses are on in an executable. */
export function readFuses(file: string): Record<string, boolean> {
  const bytes = readFileSync(file);
  const at = bytes.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2;
  return Object.fromEntries(
    Object.keys(FUSES).map((name, position) => [name, bytes[at + position] === '1'.charCodeAt(0)]),
  );
}

/** Writes a file and its parent folders. */
function put(dir: string, path: string, content: string | Uint8Array = ''): void {
  const file = join(dir, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}

const forLinux = (dir: string) => put(dir, 'electron', executable());

/** A program with a version, in which electron-builder puts the archive's checksum. */
function forWindows(dir: string): void {
  const { NtExecutable, NtExecutableResource, Resource } = builderRequire('resedit');
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const about = Resource.VersionInfo.createEmpty();
  about.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  about.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(executable());
  put(dir, 'electron.exe', Buffer.from(program.generate()));
}

/** A program's folder with its property lists, its framework and the helpers beside it. */
function forMac(dir: string): void {
  const contents = join(dir, 'Electron.app/Contents');
  const plist = (name: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`;
  put(contents, 'Info.plist', plist('Electron'));
  put(contents, 'MacOS/Electron');
  put(contents, 'Resources/electron.icns');
  // electron-builder moves them here from a zip; of a folder it takes the program alone.
  for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) put(contents, `Resources/${name}`);
  for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`)) {
    put(contents, `Frameworks/${name}.app/Contents/Info.plist`, plist(name));
    put(contents, `Frameworks/${name}.app/Contents/MacOS/${name}`);
  }
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  put(framework, 'Electron Framework', executable());
  for (const language of ['en', 'en_GB', 'de'])
    put(framework, `Versions/A/Resources/${language}.lproj/locale.pak`);
}

const SYSTEMS = { linux: forLinux, darwin: forMac, win32: forWindows };

/**
 * A folder that electron-builder accepts as an unpacked Electron: the files that it touches, and an executable that
 * contains only fuses, as Electron ships them. So the packaging really runs where the runtime cannot be downloaded.
 */
export function layOutElectron(dir: string, platform: PackTarget['platform']): void {
  put(dir, 'version', require('electron/package.json').version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) put(dir, name);
  for (const language of ['en-US', 'en-GB', 'de']) put(dir, `locales/${language}.pak`);
  mkdirSync(join(dir, 'resources'));
  SYSTEMS[platform](dir);
}

/** The packed folder, its resources folder, and the file that contains its fuses. */
export function placesOf(project: string, { platform, arch }: PackTarget) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'darwin') {
    const contents = join(project, `dist/mac${suffix}/Milepost.app/Contents`);
    const framework = join(contents, 'Frameworks/Electron Framework.framework');
    return {
      resources: join(contents, 'Resources'),
      fuses: join(framework, 'Electron Framework'),
      languages: join(framework, 'Versions/A/Resources'),
    };
  }
  const folder = join(project, `dist/${platform === 'win32' ? 'win' : 'linux'}${suffix}-unpacked`);
  return {
    resources: join(folder, 'resources'),
    fuses: join(folder, platform === 'win32' ? 'Milepost.exe' : 'milepost'),
    languages: join(folder, 'locales'),
  };
}
