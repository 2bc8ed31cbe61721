import { execFile } from 'node:child_process';
import type { Menu, MenuItemConstructorOptions, NativeImage, Tray } from 'electron';
import type { Background } from '#shared/contract/program/background.ts';
import { formatNumber } from '#shared/formats.ts';

/** A milestone as PNG images of 16 and 32 pixels, in base 64. macOS colours the black one itself, as a template. */
// biome-ignore format: one line each
const TRAY_ICONS = {
  template: [
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAWElEQVR42mNgGKxAA4g3A/F3KN4MFSNa82cg/o+GPxNryGYsmmF4MzEGfMdjwHdiDIApdkDDMHGiDZiPhkk2YD8aJtkAYsVxKsSFB7EB+0nEGGA+iZg6AAD1M1fXb11HFwAAAABJRU5ErkJggg==',
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAiklEQVR42u2SwQ2AIAxFGcBhGIFR3IsDwzBEx6kcaqKnivymCelP3sUQ/6M0pUhkPnlQBzRggeRbtiw+pIQVqpyFl/cP5TcdLVEnyp+TgL05/yR73R46BVoQIIQALwIXOBXMBdDnp39YFMwF3HfAXaAp7L+E7gKxhCGwv0AzxvzGyxNxFyjGRF65ALIGYmDIDxvIAAAAAElFTkSuQmCC',
  ],
  colour: [
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAZElEQVR42mPQ7jrNQAlmoJUBGkC8GYi/Q/FmqBhRBoAUfgbi/2j4MzZDsBmwGYtmGN5MjAHf8RjwnRgDYIod0DBMnGgD5qNhkg3Yj4ZJNoAocXwG4MKD2ID9JGIMA+aTiKmTGwFC9tfmLngYawAAAABJRU5ErkJggg==',
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAmklEQVR42u3XwQ2AIAxAUQZwEy+MwCjO4wo9MAxHB+g4FRNI9FSENijh8C+G2BfSC2bdD9MzMwF/BNgYxDBGKUzfrCZgSUOICdJZUcD1w1AwPBdKEaUAeDH8fhMiAFsxPGclANAAAAkANgBQAkCNiQM2JnWA6PkagGNSB3Tfge4AzzT+EnYHzCWcgPEBXjkWQMp9H+CUm2/DRycH4mK6r+aAGgAAAABJRU5ErkJggg==',
  ],
} as const;

/** What the tray's menu says. */
export type TrayFacts = { unread: number; isPaused: boolean };

export type TrayDeps = {
  platform: NodeJS.Platform;
  tray: (image: NativeImage) => Tray;
  images: { createFromBuffer: (png: Buffer, options: { scaleFactor: number }) => NativeImage };
  menu: Pick<typeof Menu, 'buildFromTemplate'>;
  /** Shows a window, at a path if one is given. */
  open: (path?: string) => void;
  pause: (today: boolean) => void;
  quit: () => void;
};

/** Where what is new stands. */
const NEW = '/watchlist';

/** Whether the desktop shows a tray. On Linux that is a service of the desktop, which some do not have. */
export async function findTray(
  platform: NodeJS.Platform,
  ask: (program: string, args: readonly string[]) => Promise<boolean> = succeeds,
): Promise<Background['tray']> {
  if (platform !== 'linux') return { works: true, words: '' };
  const watcher = 'org.kde.StatusNotifierWatcher';
  const found =
    (await ask('busctl', ['--user', 'status', watcher])) ||
    (await ask('gdbus', [
      'introspect',
      '--session',
      '--dest',
      watcher,
      '--object-path',
      '/StatusNotifierWatcher',
    ]));
  return found
    ? { works: true, words: '' }
    : {
        works: false,
        words:
          'This desktop shows no tray, so Milepost ends with its last window. Some desktops have one as an extension, such as AppIndicator for GNOME; start Milepost again once it is there. “milepost --watch” refreshes what is due without a window.',
      };
}

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 1_000 }, (error) => resolve(error === null));
  });

function templateOf({ unread, isPaused }: TrayFacts, deps: TrayDeps): MenuItemConstructorOptions[] {
  return [
    { label: 'Open Milepost', click: () => deps.open() },
    unread === 0
      ? { label: 'Nothing new', enabled: false }
      : { label: `${formatNumber(unread)} new`, click: () => deps.open(NEW) },
    { type: 'separator' },
    {
      label: 'Pause watching for today',
      type: 'checkbox',
      checked: isPaused,
      click: () => deps.pause(!isPaused),
    },
    { type: 'separator' },
    { label: 'Quit Milepost', click: deps.quit },
  ];
}

/** The icon in the tray, or in the menu bar on macOS: there from `show` on. Never the only way back to a window. */
export function createTray(deps: TrayDeps) {
  // Without a reference, the icon would go with the next garbage collection.
  let tray: Tray | null = null;
  let facts: TrayFacts = { unread: 0, isPaused: false };

  function image(): NativeImage {
    const isMac = deps.platform === 'darwin';
    const [small, large] = TRAY_ICONS[isMac ? 'template' : 'colour'];
    const made = deps.images.createFromBuffer(Buffer.from(small, 'base64'), { scaleFactor: 1 });
    made.addRepresentation({ scaleFactor: 2, buffer: Buffer.from(large, 'base64') });
    if (isMac) made.setTemplateImage(true);
    return made;
  }

  function write(): void {
    tray?.setToolTip(facts.unread === 0 ? 'Milepost' : `Milepost: ${formatNumber(facts.unread)} new`);
    // On Linux a menu that changes has to be set again.
    tray?.setContextMenu(deps.menu.buildFromTemplate(templateOf(facts, deps)));
  }

  return {
    show(): void {
      if (tray !== null) return;
      tray = deps.tray(image());
      // On macOS a click opens the menu.
      if (deps.platform !== 'darwin') tray.on('click', () => deps.open());
      write();
    },
    hide(): void {
      tray?.destroy();
      tray = null;
    },
    update(changed: Partial<TrayFacts>): void {
      const next = { ...facts, ...changed };
      if (next.unread === facts.unread && next.isPaused === facts.isPaused) return;
      facts = next;
      write();
    },
  };
}
