import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import type { Background } from '#shared/contract/program/background.ts';

export type LoginItemDeps = {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  execPath: string;
  /** The absolute path of the data folder. */
  dataDir: string;
  home?: string;
};

export type LoginItem = { read(): Background['login']; set(on: boolean): boolean; wasOpenedByIt(): boolean };

const NOT_INSTALLED = 'Only an installed Milepost can start at login.';

/** One argument of `Exec` (Desktop Entry Specification, "The Exec key"): quoted, and quoted again as a string. */
const execArgument = (text: string): string =>
  [
    '',
    text
      .replaceAll(/["`$\\]/gu, '\\$&')
      .replaceAll('\\', '\\\\')
      .replaceAll('%', '%%'),
    '',
  ].join('"');

/** Start at login, hidden: the system's own list on macOS and Windows, a desktop entry on Linux. Off unless chosen. */
export function loginItem({
  app,
  platform,
  env,
  execPath,
  dataDir,
  home = homedir(),
}: LoginItemDeps): LoginItem {
  const args = ['--hidden', '--data-dir', dataDir];
  // Read with what it was set with, or Windows compares with another entry.
  const own = { path: execPath, args };
  const unavailable = { works: false, on: false, words: NOT_INSTALLED };
  if (!app.isPackaged) return { read: () => unavailable, set: () => false, wasOpenedByIt: () => false };
  if (platform !== 'linux')
    return {
      read: () => ({ works: true, on: app.getLoginItemSettings(own).openAtLogin, words: '' }),
      set(on) {
        app.setLoginItemSettings({ openAtLogin: on, ...own });
        return app.getLoginItemSettings(own).openAtLogin === on;
      },
      // macOS passes no arguments.
      wasOpenedByIt: () => platform === 'darwin' && app.getLoginItemSettings(own).wasOpenedAtLogin,
    };

  const config = env.XDG_CONFIG_HOME ?? '';
  const file = join(isAbsolute(config) ? config : join(home, '.config'), 'autostart/milepost.desktop');
  // An AppImage's own path is a mount that ends with it.
  const program = env.APPIMAGE ?? execPath;
  const entry = `[Desktop Entry]
Type=Application
Name=Milepost
Comment=Refreshes what you permitted
Exec=${[program, ...args].map(execArgument).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
  const isOn = () => {
    try {
      return readFileSync(file, 'utf8') === entry;
    } catch {
      return false;
    }
  };
  return {
    read: () => ({ works: true, on: isOn(), words: '' }),
    set(on) {
      try {
        if (on) {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, entry);
        } else rmSync(file, { force: true });
      } catch {
        // What was there is what is read.
      }
      return isOn() === on;
    },
    wasOpenedByIt: () => false,
  };
}
