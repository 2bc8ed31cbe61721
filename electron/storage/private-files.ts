import { execFileSync } from 'node:child_process';
import { chmodSync, fchmodSync, fstatSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';

/** Files and folders of the program's own making in a data folder; others may lie beside them. */
const OWN =
  /^(?:milepost\.(?:sqlite|lock).*|demo-marketplace\.sqlite.*|opening\.json.*|window\.json.*|assistant(?:\.json|-events).*|starting|backup-files|compiled-code|logs)$/u;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Others may put files there, as in /tmp: it belongs to everybody, and stays as it is. */
const STICKY = 0o1000;

export type PrivateFilesMachine = { platform: NodeJS.Platform; user: number | undefined; home: string };

const here = (): PrivateFilesMachine => ({
  platform: process.platform,
  user: process.getuid?.(),
  home: homedir(),
});

/** From here on, whatever this process writes is for its user alone. For the main thread of a program. */
export function writePrivately(): void {
  if (process.platform !== 'win32') process.umask(0o077);
}

/**
 * Takes everybody else's rights away; a link is not followed, and what belongs to somebody else is left.
 * @returns what lies in a folder that is the user's own; nothing of all else
 */
function narrow(path: string, user: number | undefined): string[] {
  try {
    const there = lstatSync(path);
    const wanted = there.isDirectory() ? FOLDER_MODE : there.isFile() ? FILE_MODE : null;
    if (wanted === null || there.uid !== user || (there.mode & STICKY) !== 0) return [];
    if ((there.mode & 0o777) !== wanted) chmodSync(path, wanted);
    return there.isDirectory() ? readdirSync(path) : [];
  } catch {
    // Removed meanwhile, or a file system without rights: the data file's own problem says what matters.
    return [];
  }
}

/**
 * What is printed may let into the program: a file that the terminal's output goes to is its user's alone from here on. Its
 * shell made it, with rights of its own.
 */
export function narrowOutput(outputs: readonly number[] = [1, 2], user = process.getuid?.()): void {
  if (user === undefined) return;
  for (const fd of outputs)
    try {
      const there = fstatSync(fd);
      if (there.isFile() && there.uid === user && (there.mode & 0o077) !== 0) fchmodSync(fd, FILE_MODE);
    } catch {
      // Closed, or a file system without rights.
    }
}

/** What makes a folder on Windows its user's alone, with everything below it. */
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

/** Whether `folder` lies in the user's own, which Windows gives to nobody else. */
export function isWithin(folder: string, home: string): boolean {
  const way = relative(resolve(home), resolve(folder));
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(home, way) === resolve(folder);
}

/** Windows: a folder in the profile is its user's already; one elsewhere is made so. */
function narrowOnWindows(folder: string, home: string): void {
  const { SystemRoot, USERDOMAIN, USERNAME } = process.env;
  if (isWithin(folder, home) || !SystemRoot || !USERNAME) return;
  try {
    execFileSync(
      join(SystemRoot, 'System32', 'icacls.exe'),
      icaclsArguments(folder, USERDOMAIN ? `${USERDOMAIN}\\${USERNAME}` : USERNAME),
      { stdio: 'ignore', timeout: 10_000, windowsHide: true },
    );
  } catch {
    // A file system without rights, such as a stick's.
  }
}

/**
 * Makes the data folder, and mends the rights of one that an earlier version or another program made: 0700 for folders
 * and 0600 for the program's own files, with the journal beside the data file and every copy.
 * @throws what the file system throws where the folder cannot be made
 */
export function makePrivate(dataDir: string, machine: PrivateFilesMachine = here()): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  if (machine.platform === 'win32') {
    narrowOnWindows(dataDir, machine.home);
    return;
  }
  const names = readdirSync(dataDir);
  const own = names.filter((name) => OWN.test(name));
  // A folder named by mistake, such as one of the system's own, is not shut to others.
  if (own.length > 0 || names.length === 0) narrow(dataDir, machine.user);
  for (const name of own) {
    const within = narrow(join(dataDir, name), machine.user);
    if (name === 'logs') for (const log of within) narrow(join(dataDir, name, log), machine.user);
  }
}
