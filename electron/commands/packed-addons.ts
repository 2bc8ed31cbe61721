import { closeSync, openSync, readSync } from 'node:fs';
import { keychainTarget } from '../key/native-addon.ts';

/** The platform and architecture of a package, in electron-builder's names. */
export type PackTarget = { platform: 'darwin' | 'linux' | 'win32'; arch: 'x64' | 'arm64' };

/** The paths of the addons that a package must contain, and no others. */
export function requiredAddons({ platform, arch }: PackTarget): string[] {
  const keychain = keychainTarget({ platform, arch, musl: false });
  return [
    `node_modules/@napi-rs/keyring-${keychain}/keyring.${keychain}.node`,
    `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
  ];
}

const ELF_MACHINES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
const MACH_PROCESSORS: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };
const PE_MACHINES: Readonly<Record<number, string>> = { 34404: 'x64', 43620: 'arm64' };

/** The target of a native library by its header, such as `linux-x64`; null if unknown. */
export function targetOf(header: Buffer): string | null {
  if (header.length < 64) return null;
  const named = (platform: string, arch: string | undefined) =>
    arch === undefined ? null : `${platform}-${arch}`;
  if (header.readUInt32BE(0) === 0x7f454c46) return named('linux', ELF_MACHINES[header.readUInt16LE(18)]);
  if (header.readUInt32LE(0) === 0xfeedfacf) return named('darwin', MACH_PROCESSORS[header.readUInt32LE(4)]);
  if (header.toString('latin1', 0, 2) === 'MZ') {
    const at = header.readUInt32LE(0x3c);
    if (at + 6 > header.length || header.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
    return named('win32', PE_MACHINES[header.readUInt16LE(at + 4)]);
  }
  return null;
}

/** Enough for the header of a library, which on Windows follows a DOS program. */
const HEADER_BYTES = 4096;

export function readHeader(file: string): Buffer {
  const fd = openSync(file, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(fd, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}

/**
 * What is wrong with the native addons of a package, one sentence each; empty if it contains exactly the required ones.
 * @param packed the paths of all native addons in the package, with slashes
 * @param headerOf the first bytes of an addon
 */
export function addonProblems(
  target: PackTarget,
  packed: readonly string[],
  headerOf: (path: string) => Buffer,
): string[] {
  const required = requiredAddons(target);
  const name = `${target.platform}-${target.arch}`;
  return [
    ...required
      .filter((path) => !packed.includes(path))
      .map(
        (path) =>
          `${path} is missing. Install it first: npm install --no-save --force --os=${target.platform} --cpu=${target.arch}${target.platform === 'linux' ? ' --libc=glibc' : ''}`,
      ),
    ...packed
      .filter((path) => !required.includes(path))
      .map((path) => `${path} does not belong into ${name}.`),
    ...required
      .filter((path) => packed.includes(path) && targetOf(headerOf(path)) !== name)
      .map((path) => `${path} is built for ${targetOf(headerOf(path)) ?? 'nothing known'}, not for ${name}.`),
  ];
}
