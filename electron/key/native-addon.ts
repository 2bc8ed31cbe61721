import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What an addon is built for. `musl` is the C library of Alpine Linux and its like. */
export type AddonTarget = { platform: NodeJS.Platform; arch: string; musl: boolean };

/** This machine. Node names the version of glibc in its report where that is what it runs on. */
function here(): AddonTarget {
  const { platform, arch } = process;
  if (platform !== 'linux') return { platform, arch, musl: false };
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return { platform, arch, musl: header?.glibcVersionRuntime === undefined };
}

/** As the packages of the keychain's addon are named: `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`. */
export function keychainTarget({ platform, arch, musl }: AddonTarget): string {
  if (platform === 'linux') return `linux-${arch}-${musl ? 'musl' : 'gnu'}`;
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`;
}

/** The program's own folder, or its archive: the nearest one above `from` that holds package.json. */
function programFolder(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the program has no package.json');
    folder = above;
  }
  return folder;
}

/** The file of the keychain's addon within the program's folder. */
function keychainAddonFile(program: string, target: AddonTarget): string {
  const name = keychainTarget(target);
  return join(program, `node_modules/@napi-rs/keyring-${name}`, `keyring.${name}.node`);
}

/**
 * Loads the keychain's addon from its one place. The package's own loader would load whatever file a variable of the
 * environment names, and would look in every folder above this one.
 */
export function loadKeychainAddon(): unknown {
  const file = keychainAddonFile(programFolder(import.meta.dirname), here());
  return createRequire(import.meta.url)(file);
}
