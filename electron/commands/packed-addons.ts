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

/** The first bytes of programs and libraries of any system and processor: ELF, archives, Mach-O for one and for several. */
const NATIVE_MAGIC = /^(?:7f454c46|213c6172|feedfac[ef]|c[ef]faedfe|cafebab[ef])/u;

/** Whether a file is native code by its first bytes, for whatever machine. */
export const isNative = (bytes: Buffer): boolean =>
  NATIVE_MAGIC.test(bytes.toString('hex', 0, 4)) || portableAt(bytes) !== null;

/** The place of Windows' header, which follows a DOS program; null if there is none. */
function portableAt(bytes: Buffer): number | null {
  if (bytes.length < 64 || bytes.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = bytes.readUInt32LE(0x3c);
  return bytes.toString('latin1', at, at + 4) === 'PE\0\0' ? at : null;
}

/** The target of a native library or program by its header, such as `linux-x64`; null if unknown. */
export function targetOf(bytes: Buffer): string | null {
  if (bytes.length < 64) return null;
  const named = (platform: string, arch: string | undefined) =>
    arch === undefined ? null : `${platform}-${arch}`;
  if (bytes.readUInt32BE(0) === 0x7f454c46) {
    // Of 64 bits and little-endian, for System V or Linux, a program or a shared object.
    const isLoadable =
      bytes[4] === 2 &&
      bytes[5] === 1 &&
      (bytes[7] === 0 || bytes[7] === 3) &&
      (bytes[16] === 2 || bytes[16] === 3);
    // Each of musl's libraries names it, by the file that it needs.
    const system = bytes.includes('libc.musl-') ? 'linux-musl' : 'linux';
    return isLoadable ? named(system, ELF_MACHINES[bytes.readUInt16LE(18)]) : null;
  }
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return named('darwin', MACH_PROCESSORS[bytes.readUInt32LE(4)]);
  const at = portableAt(bytes);
  return at === null || at + 6 > bytes.length
    ? null
    : named('win32', PE_MACHINES[bytes.readUInt16LE(at + 4)]);
}

/** Native code in a package. */
export type PackedCode = {
  /** Within the program, with slashes. */
  path: string;
  bytes: Buffer;
  /** Whether the archive names it as a file outside. The system loads nothing else. */
  isOutside: boolean;
  /** It may lead out of the package. */
  isLink: boolean;
};

/** What is wrong with the native code of a package, one sentence each; empty if it is exactly the required addons. */
export function addonProblems(target: PackTarget, packed: readonly PackedCode[]): string[] {
  const required = requiredAddons(target);
  const name = `${target.platform}-${target.arch}`;
  return [
    ...required
      .filter((path) => packed.every((code) => code.path !== path))
      .map(
        (path) =>
          `${path} is missing. Install it first: npm install --no-save --force --os=${target.platform} --cpu=${target.arch}${target.platform === 'linux' ? ' --libc=glibc' : ''}`,
      ),
    ...packed.flatMap(({ path, bytes, isOutside, isLink }) => {
      if (!required.includes(path)) return [`${path} does not belong into ${name}.`];
      if (!isOutside) return [`${path} is inside the archive, where it cannot be loaded.`];
      if (isLink) return [`${path} is a link, and what it leads to is not packed.`];
      const built = targetOf(bytes);
      return built === name ? [] : [`${path} is built for ${built ?? 'nothing known'}, not for ${name}.`];
    }),
  ];
}
