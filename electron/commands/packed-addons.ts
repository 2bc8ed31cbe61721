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

/** A native addon that a package's archive names. */
export type PackedAddon = {
  /** Within the program, with slashes. */
  path: string;
  /** Whether it lies outside the archive, as a file of the package. The system loads nothing else. */
  isOutside: boolean;
};

/** What is wrong with the addons of a package, one sentence each; empty if they are exactly the required ones. */
export function addonProblems(target: PackTarget, packed: readonly PackedAddon[]): string[] {
  const required = requiredAddons(target);
  return [
    ...required
      .filter((path) => packed.every((addon) => addon.path !== path))
      .map(
        (path) =>
          `${path} is missing. Install it first: npm install --no-save --force --os=${target.platform} --cpu=${target.arch}${target.platform === 'linux' ? ' --libc=glibc' : ''}`,
      ),
    ...packed.flatMap(({ path, isOutside }) => {
      if (!required.includes(path))
        return [`${path} does not belong into ${target.platform}-${target.arch}.`];
      return isOutside ? [] : [`${path} is inside the archive, where it cannot be loaded.`];
    }),
  ];
}
