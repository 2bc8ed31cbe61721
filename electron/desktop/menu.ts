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

/** A further key for what the menu shows already. */
const hidden = (item: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  ...item,
  visible: false,
  acceleratorWorksWhenHidden: true,
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
        // The role's own key is "+", which takes Shift on most keyboards.
        ...['CmdOrCtrl+=', 'CmdOrCtrl+numadd'].map((accelerator) => hidden({ role: 'zoomIn', accelerator })),
        { role: 'zoomOut' },
        hidden({ role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub' }),
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Go', submenu: screens },
    { role: 'windowMenu' },
    // On macOS the system puts its search there, and "about" stands in the program's own menu.
    { role: 'help', submenu: mac ? [] : [{ role: 'about' }] },
  ];
}
