import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'Milepost';

export type Machine = { platform: NodeJS.Platform; env: NodeJS.ProcessEnv; home: string };

/**
 * Where this user's data lives unless another folder is named: the folder that Electron itself takes for a program of
 * this name, so that the window and the browser host share what was bought and found.
 */
export function defaultDataFolder(
  { platform, env, home }: Machine = { platform: process.platform, env: process.env, home: homedir() },
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), NAME);
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), NAME);
}
