import type { MenuItemConstructorOptions } from 'electron';
import { MAIN_SCREENS } from '#shared/screens.ts';

export type MenuDeps = {
  platform: NodeJS.Platform;
  /** Adds the developer tools, which are not shipped. */
  development: boolean;
  goTo: (path: string) => void;
};

/** The application menu on macOS: the system's items and Settings. */
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

/** A hidden item that adds a shortcut to a visible one. */
const hidden = (item: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  ...item,
  visible: false,
  acceleratorWorksWhenHidden: true,
});

/** The menu bar: the usual roles of each platform, and a numbered shortcut for every screen. */
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
        // The role's own shortcut is "+", which needs Shift on most keyboards.
        ...['CmdOrCtrl+=', 'CmdOrCtrl+numadd'].map((accelerator) => hidden({ role: 'zoomIn', accelerator })),
        { role: 'zoomOut' },
        hidden({ role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub' }),
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Go', submenu: screens },
    { role: 'windowMenu' },
    // On macOS the system adds its search here, and "about" is in the application menu.
    { role: 'help', submenu: mac ? [] : [{ role: 'about' }] },
  ];
}
