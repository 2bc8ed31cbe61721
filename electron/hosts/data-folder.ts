import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

const NAME = 'Milepost';

export type Machine = { platform: NodeJS.Platform; env: NodeJS.ProcessEnv; home: string };

const here = (): Machine => ({ platform: process.platform, env: process.env, home: homedir() });

/** The default data folder: Electron's default for this program, so that the window and the browser host share data. */
export function defaultDataFolder({ platform, env, home }: Machine = here()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), NAME);
  // Relative paths are ignored (XDG Base Directory Specification).
  const { XDG_CONFIG_HOME: config = '' } = env;
  return join(isAbsolute(config) ? config : join(home, '.config'), NAME);
}

export type NamedFolder = { ok: true; dataDir: string } | { ok: false; words: string };

const wrong = (words: string): NamedFolder => ({ ok: false, words });

/** An address, whose scheme would otherwise become a folder; a drive has one letter. */
const ADDRESS = /^(?:file:|[a-z][a-z\d+.-]+:\/\/)/iu;

/**
 * The absolute path of the named or default data folder.
 * @param from returns the working directory; only called for a relative folder
 */
export function dataFolder(
  named: string | undefined,
  from: () => string = () => process.cwd(),
  machine: Machine = here(),
): NamedFolder {
  if (named === undefined) return { ok: true, dataDir: defaultDataFolder(machine) };
  if (named === '') return wrong('The data folder must have a name.');
  if (ADDRESS.test(named))
    return wrong('The data folder is named by its path, as in /home/ada/Milepost, and not by an address.');
  // Shells do not expand "~" after "=", and shortcuts and desktop files have no shell.
  const path = named.replace(/^~(?=$|[/\\])/u, () => machine.home);
  if (isAbsolute(path)) return { ok: true, dataDir: resolve(path) };
  try {
    return { ok: true, dataDir: resolve(from(), path) };
  } catch {
    return wrong(
      'The folder that Milepost was started in is not there any more. Start it in another, or name the whole path of the data folder.',
    );
  }
}
