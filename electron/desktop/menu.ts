import type { MenuItemConstructorOptions } from 'electron';
import { COMMANDS, type CommandId, type ProgramCommand } from '#shared/commands.ts';
import { MAIN_SCREENS } from '#shared/screens.ts';

export type MenuDeps = {
  platform: NodeJS.Platform;
  /** Adds the developer tools, which are not shipped. */
  development: boolean;
  goTo: (path: string) => void;
  /** Has the front window's page run a command. */
  run: (command: CommandId) => void;
  /** Commands that need no page. */
  own: Partial<Record<CommandId, () => void>>;
};

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The application menu on macOS: the system's items and Settings. */
const applicationMenu = (settings: Item): Item => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    LINE,
    settings,
    LINE,
    { role: 'services' },
    LINE,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    LINE,
    { role: 'quit' },
  ],
});

/** A hidden item that adds a shortcut to a visible one. */
const hidden = (item: Item): Item => ({ ...item, visible: false, acceleratorWorksWhenHidden: true });

/** The menu bar: the program's commands, the usual roles of each platform, and a numbered shortcut for every screen. */
export function menuTemplate({ platform, development, goTo, run, own }: MenuDeps): Item[] {
  const mac = platform === 'darwin';
  const commandsOf = (menu: ProgramCommand['menu']): Item[] =>
    COMMANDS.filter((command) => command.menu === menu).flatMap(({ id, label, accelerator, to, begins }) => [
      ...(begins ? [LINE] : []),
      {
        id,
        label,
        ...(accelerator && { accelerator }),
        click: own[id] ?? (() => (to === undefined ? run(id) : goTo(to))),
      },
    ]);
  const screens: Item[] = MAIN_SCREENS.map(({ name, path }, position) => ({
    label: name,
    accelerator: `CmdOrCtrl+${position + 1}`,
    click: () => goTo(path),
  }));
  const settings: Item = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => goTo('/settings'),
  };
  return [
    ...(mac ? [applicationMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        ...commandsOf('file'),
        LINE,
        ...(mac ? [] : [settings, LINE]),
        { role: 'close' },
        ...(mac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        LINE,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        { role: 'selectAll' },
        ...commandsOf('edit'),
      ],
    },
    {
      label: 'View',
      submenu: [
        ...screens,
        ...commandsOf('view'),
        LINE,
        { role: 'reload' },
        ...(development ? [{ role: 'toggleDevTools' } as const] : []),
        LINE,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The role's own shortcut is "+", which needs Shift on most keyboards.
        ...['CmdOrCtrl+=', 'CmdOrCtrl+numadd'].map((accelerator) => hidden({ role: 'zoomIn', accelerator })),
        { role: 'zoomOut' },
        hidden({ role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub' }),
        LINE,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    // On macOS the system adds its search here, and "about" is in the application menu.
    { role: 'help', submenu: [...commandsOf('help'), ...(mac ? [] : [LINE, { role: 'about' } as const])] },
  ];
}
