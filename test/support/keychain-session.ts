import { execFileSync } from 'node:child_process';

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

/** What a test of the system's real keychain lacks on this machine. */
export const missingForKeychain =
  process.platform === 'linux'
    ? ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !isInstalled(command))
    : ['a Linux system'];

/** In a shell within `dbus-run-session`: opens an empty keychain for it. */
export const UNLOCKED = 'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null';
