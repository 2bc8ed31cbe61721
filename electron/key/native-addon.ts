import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** An addon's build target. `musl` is the C library of Alpine Linux and similar. */
export type AddonTarget = { platform: NodeJS.Platform; arch: string; musl: boolean };

let found: AddonTarget | undefined;

/**
 * This machine's target, found once. Node's report contains the glibc version if it runs on glibc. It is made without the
 * network: the whole report looks up the names of both ends of every open socket, for as long as that takes, and so would
 * tell the marketplace's address to whoever answers.
 */
function here(): AddonTarget {
  if (found !== undefined) return found;
  const { platform, arch } = process;
  if (platform !== 'linux') {
    found = { platform, arch, musl: false };
    return found;
  }
  // Node's types lack it.
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  report.excludeNetwork = true;
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  found = { platform, arch, musl: header?.glibcVersionRuntime === undefined };
  return found;
}

/** The target's name in the addon's packages: `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`. */
export function keychainTarget({ platform, arch, musl }: AddonTarget): string {
  if (platform === 'linux') return `linux-${arch}-${musl ? 'musl' : 'gnu'}`;
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`;
}

/** The program's folder or archive: the nearest ancestor of `from` with a package.json. */
function programFolder(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the program has no package.json');
    folder = above;
  }
  return folder;
}

/** The path of the keychain addon in the program's folder. */
function keychainAddonFile(program: string, target: AddonTarget): string {
  const name = keychainTarget(target);
  return join(program, `node_modules/@napi-rs/keyring-${name}`, `keyring.${name}.node`);
}

/**
 * Loads the keychain addon from its fixed path. The package's own loader would load any file named by an environment
 * variable, and search every parent folder.
 */
export function loadKeychainAddon(): unknown {
  const file = keychainAddonFile(programFolder(import.meta.dirname), here());
  return createRequire(import.meta.url)(file);
}
