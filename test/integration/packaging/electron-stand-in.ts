import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What @electron/fuses looks for in a runtime: this sentence, a version, a count, and one character per fuse. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The fuses in their order in Electron's executable (version 1 of their format). */
export const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

/**
 * A folder that electron-builder takes for an unpacked Electron: the files that it touches, and an executable that holds
 * nothing but fuses, as Electron ships them. So the packaging runs for real where the runtime cannot be had.
 */
export function layOutElectron(dir: string, version: string): void {
  mkdirSync(join(dir, 'resources'), { recursive: true });
  mkdirSync(join(dir, 'locales'));
  const padding = Buffer.alloc(4_096);
  const fuses = Buffer.concat([
    Buffer.from(FUSE_SENTINEL),
    Buffer.from([1, FUSES.length]),
    Buffer.from('1'.repeat(FUSES.length)),
  ]);
  writeFileSync(join(dir, 'electron'), Buffer.concat([padding, fuses, padding]));
  chmodSync(join(dir, 'electron'), 0o755);
  writeFileSync(join(dir, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(dir, name), '');
}

/** Which fuses are on in an executable. */
export function readFuses(executable: Buffer): Record<string, boolean> {
  const at = executable.indexOf(FUSE_SENTINEL) + FUSE_SENTINEL.length + 2;
  return Object.fromEntries(
    FUSES.map((name, position) => [name, executable[at + position] === '1'.charCodeAt(0)]),
  );
}

/** The same for macOS: a program's folder with its property lists and the helpers beside it. */
export function layOutElectronForMac(dir: string, version: string): void {
  layOutElectron(dir, version);
  const contents = join(dir, 'Electron.app', 'Contents');
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
  const plist = (name: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>`;
  for (const name of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = join(contents, 'Frameworks', `Electron Helper${name}.app`, 'Contents');
    mkdirSync(join(helper, 'MacOS'), { recursive: true });
    writeFileSync(join(helper, 'Info.plist'), plist(`Electron Helper${name}`));
    writeFileSync(join(helper, 'MacOS', `Electron Helper${name}`), '');
  }
  mkdirSync(join(contents, 'MacOS'), { recursive: true });
  mkdirSync(join(contents, 'Resources'), { recursive: true });
  mkdirSync(join(framework, 'Versions', 'A', 'Resources', 'en.lproj'), { recursive: true });
  writeFileSync(join(contents, 'Info.plist'), plist('Electron'));
  writeFileSync(join(contents, 'MacOS', 'Electron'), '');
  copyFileSync(join(dir, 'electron'), join(framework, 'Electron Framework'));
}

/** The same for Windows. */
export function layOutElectronForWindows(dir: string, version: string): void {
  layOutElectron(dir, version);
  copyFileSync(join(dir, 'electron'), join(dir, 'electron.exe'));
}
