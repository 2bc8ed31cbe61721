import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loginItem } from './login-item.ts';

const home = () => mkdtempSync(join(tmpdir(), 'milepost-login-'));
const stored: { openAtLogin?: boolean; path?: string; args?: string[] } = {};
const app = (isPackaged = true) => ({
  isPackaged,
  getLoginItemSettings: ({ path, args }: { path?: string; args?: string[] } = {}) =>
    ({
      openAtLogin:
        stored.openAtLogin === true && stored.path === path && stored.args?.join() === args?.join(),
      wasOpenedAtLogin: true,
    }) as Electron.LoginItemSettings,
  setLoginItemSettings: (settings: Electron.Settings) => void Object.assign(stored, settings),
});
const on = (platform: NodeJS.Platform, more: Partial<Parameters<typeof loginItem>[0]> = {}) =>
  loginItem({ app: app(), platform, env: {}, execPath: '/opt/Milepost/milepost', dataDir: '/data', ...more });

describe('start at login', () => {
  it('is off until chosen, and off again', () => {
    for (const item of [on('win32'), on('darwin'), on('linux', { home: home() })]) {
      expect(item.read()).toEqual({ works: true, on: false, words: '' });
      expect(item.set(true)).toBe(true);
      expect(item.read().on).toBe(true);
      expect(item.set(false)).toBe(true);
      expect(item.read().on).toBe(false);
    }
  });

  it('starts hidden, on the same data folder', () => {
    on('win32').set(true);
    expect(stored.args).toEqual(['--hidden', '--data-dir', '/data']);
    expect(on('darwin').wasOpenedByIt()).toBe(true);
    expect(on('win32').wasOpenedByIt()).toBe(false);
  });

  it('names the AppImage and not its mount, quoted for the desktop', () => {
    const at = home();
    on('linux', {
      home: at,
      env: { APPIMAGE: '/home/ada/My "apps"/Milepost $1.AppImage' },
      execPath: '/tmp/.mount_x/milepost',
      dataDir: '/home/ada/50%',
    }).set(true);
    const entry = readFileSync(join(at, '.config/autostart/milepost.desktop'), 'utf8');
    expect(entry).toContain(
      String.raw`Exec="/home/ada/My \\"apps\\"/Milepost \\$1.AppImage" "--hidden" "--data-dir" "/home/ada/50%%"`,
    );
    expect(entry).not.toContain('.mount');
  });

  it('follows XDG_CONFIG_HOME, and says when the file cannot be written', () => {
    const config = home();
    expect(on('linux', { env: { XDG_CONFIG_HOME: config } }).set(true)).toBe(true);
    expect(readFileSync(join(config, 'autostart/milepost.desktop'), 'utf8')).toContain('Exec=');
    expect(on('linux', { env: { XDG_CONFIG_HOME: '/dev/null' } }).set(true)).toBe(false);
  });

  it('is not offered from the source tree', () => {
    const item = on('linux', { app: app(false), home: home() });
    expect(item.read()).toMatchObject({ works: false, on: false });
    expect(item.set(true)).toBe(false);
  });
});
