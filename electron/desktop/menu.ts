import type { MenuItemConstructorOptions } from 'electron';
import { MAIN_SCREENS } from '#shared/screens.ts';

export type MenuDeps = {
  platform: NodeJS.Platform;
  /** Development has the developer tools; what is shipped has not. */
  development: boolean;
  goTo: (path: string) => void;
};

/** The menu of the program on macOS: what the system puts there, with Settings where everybody looks for it. */
const applicationMenu = (settings: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    { type: 'separator' },
    settings,
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ],
});

/** The application menu: the usual roles of each platform, and every screen by its number. */
export function menuTemplate({ platform, development, goTo }: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const screens: MenuItemConstructorOptions[] = MAIN_SCREENS.map(({ name, path }, position) => ({
    label: name,
    accelerator: `CmdOrCtrl+${position + 1}`,
    click: () => goTo(path),
  }));
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => goTo('/settings'),
  };
  return [
    ...(mac ? [applicationMenu(settings)] : []),
    mac
      ? { role: 'fileMenu' }
      : { label: 'File', submenu: [settings, { type: 'separator' }, { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        ...(development ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Go', submenu: screens },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ role: 'about' }] },
  ];
}
