import type { MenuItemConstructorOptions } from 'electron';

/** The screens in the order of the rail, with the renderer's own paths. */
export const MENU_SCREENS = [
  { name: 'Search', path: '/' },
  { name: 'Results', path: '/results' },
  { name: 'Compare', path: '/compare' },
  { name: 'Watchlist', path: '/watchlist' },
  { name: 'Catalogue', path: '/catalogue' },
  { name: 'Purchases', path: '/purchases' },
  { name: 'Activity', path: '/activity' },
  { name: 'Settings', path: '/settings' },
] as const;

export type MenuDeps = {
  platform: NodeJS.Platform;
  /** Development has the developer tools; what is shipped has not. */
  development: boolean;
  goTo: (path: string) => void;
};

/** The application menu: the usual roles of each platform, and every screen by its number. */
export function menuTemplate({ platform, development, goTo }: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const screens: MenuItemConstructorOptions[] = MENU_SCREENS.map(({ name, path }, position) => ({
    label: name,
    accelerator: `CmdOrCtrl+${position + 1}`,
    click: () => goTo(path),
  }));
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
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
