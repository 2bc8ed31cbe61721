import { execFileSync } from 'node:child_process';
import { chmodSync, fchmodSync, fstatSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';

/** Names of the program's own files and folders in a data folder, which may hold others. */
const OWN =
  /^(?:milepost\.(?:sqlite|lock).*|demo-marketplace\.sqlite.*|opening\.json.*|window\.json.*|assistant(?:\.json|-events).*|starting|backup-files|compiled-code|logs)$/u;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Shared folders such as /tmp have this bit; their permissions are not changed. */
const STICKY = 0o1000;

export type PrivateFilesMachine = { platform: NodeJS.Platform; user: number | undefined; home: string };

const here = (): PrivateFilesMachine => ({
  platform: process.platform,
  user: process.getuid?.(),
  home: homedir(),
});

/** Makes all files that this process creates private to its user. Only for the main thread. */
export function writePrivately(): void {
  if (process.platform !== 'win32') process.umask(0o077);
}

/**
 * Removes the permissions of group and others. Links and other users' files are skipped.
 * @returns the names in a folder that belongs to the user; empty otherwise
 */
function restrict(path: string, user: number | undefined): string[] {
  try {
    const there = lstatSync(path);
    const wanted = there.isDirectory() ? FOLDER_MODE : there.isFile() ? FILE_MODE : null;
    if (wanted === null || there.uid !== user || (there.mode & STICKY) !== 0) return [];
    if ((there.mode & 0o777) !== wanted) chmodSync(path, wanted);
    return there.isDirectory() ? readdirSync(path) : [];
  } catch {
    // Removed in the meantime, or no permissions on this file system; opening the data file reports real problems.
    return [];
  }
}

/** Makes a file that output is redirected to private, since the output may hold a secret that gives access. */
export function restrictOutput(outputs: readonly number[] = [1, 2], user = process.getuid?.()): void {
  if (user === undefined) return;
  for (const fd of outputs)
    try {
      const there = fstatSync(fd);
      if (there.isFile() && there.uid === user && (there.mode & 0o077) !== 0) fchmodSync(fd, FILE_MODE);
    } catch {
      // Closed, or no permissions on this file system.
    }
}

/** Arguments of `icacls` that make a folder and its contents private to the user. */
export const icaclsArguments = (folder: string, account: string): string[] => [
  folder,
  '/inheritance:r',
  '/grant:r',
  `${account}:(OI)(CI)F`,
  '*S-1-5-18:(OI)(CI)F', // the system itself
  '/T',
  '/C',
  '/Q',
];

/** Whether `folder` is within the user's profile, which Windows keeps private. */
export function isWithin(folder: string, home: string): boolean {
  const way = relative(resolve(home), resolve(folder));
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(home, way) === resolve(folder);
}

/** Restricts a folder outside the user's profile; inside it is private already. */
function restrictOnWindows(folder: string, home: string): void {
  const { SystemRoot, USERDOMAIN, USERNAME } = process.env;
  if (isWithin(folder, home) || !SystemRoot || !USERNAME) return;
  try {
    execFileSync(
      join(SystemRoot, 'System32', 'icacls.exe'),
      icaclsArguments(folder, USERDOMAIN ? `${USERDOMAIN}\\${USERNAME}` : USERNAME),
      { stdio: 'ignore', timeout: 10_000, windowsHide: true },
    );
  } catch {
    // No permissions on this file system, as on a USB stick.
  }
}

/** The data folder, or a file of the program's in it, belongs to another user, who can read and change it at any time. */
export class StrangersFileError extends Error {
  constructor() {
    super(
      'Another user of this machine owns the data folder or a file in it, and could read and change it. Use a data folder of your own.',
    );
    this.name = 'StrangersFileError';
  }
}

/** Root, who can read everything anyway, is no stranger; and as root, Milepost runs in containers over others' folders. */
const isStrangers = ({ uid }: { uid: number }, user: number | undefined): boolean =>
  user !== undefined && user !== 0 && uid !== user && uid !== 0;

/**
 * Whoever made the folder or the program's files in it before the first start, as in a shared folder, would own what is
 * stored there, and could name a program or a socket there to be used with this user's rights.
 * @returns the names in the folder
 * @throws the file system's error if the folder cannot be read, and `StrangersFileError`
 */
export function refuseStrangers(dataDir: string, user: number | undefined = process.getuid?.()): string[] {
  const names = readdirSync(dataDir);
  const there = names
    .filter((name) => OWN.test(name))
    .map((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false }));
  if ([statSync(dataDir), ...there].some((one) => one !== undefined && isStrangers(one, user)))
    throw new StrangersFileError();
  return names;
}

/**
 * Creates the data folder and corrects the permissions of an existing one: 0700 for folders and 0600 for the program's
 * own files, journals and copies included.
 * @throws the file system's error if the folder cannot be created, and `StrangersFileError`
 */
export function makePrivate(dataDir: string, machine: PrivateFilesMachine = here()): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  if (machine.platform === 'win32') {
    restrictOnWindows(dataDir, machine.home);
    return;
  }
  const names = refuseStrangers(dataDir, machine.user);
  const own = names.filter((name) => OWN.test(name));
  // A folder without the program's files may have been named by mistake and is not restricted.
  if (own.length > 0 || names.length === 0) restrict(dataDir, machine.user);
  for (const name of own) {
    const within = restrict(join(dataDir, name), machine.user);
    if (name === 'logs') for (const log of within) restrict(join(dataDir, name, log), machine.user);
  }
}
