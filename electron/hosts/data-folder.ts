import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

const NAME = 'Milepost';

export type Machine = { platform: NodeJS.Platform; env: NodeJS.ProcessEnv; home: string };

const here = (): Machine => ({ platform: process.platform, env: process.env, home: homedir() });

/**
 * Where this user's data lives unless another folder is named: the folder that Electron itself takes for a program of
 * this name, so that the window and the browser host share what was bought and found.
 */
export function defaultDataFolder({ platform, env, home }: Machine = here()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), NAME);
  // A path that is not whole is no path there (XDG Base Directory Specification).
  const { XDG_CONFIG_HOME: config = '' } = env;
  return join(isAbsolute(config) ? config : join(home, '.config'), NAME);
}

/**
 * The data folder as a whole path: the one that is named, or this user's.
 * @param from the working directory, against which a relative folder is resolved
 */
export function dataFolder(
  named: string | undefined,
  from: string = process.cwd(),
  machine: Machine = here(),
): string {
  if (named === undefined) return defaultDataFolder(machine);
  // No shell puts the user's own folder there behind "=", and a shortcut or a desktop file has no shell.
  return resolve(
    from,
    named.replace(/^~(?=$|[/\\])/u, () => machine.home),
  );
}
