import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions, NativeImage, Tray } from 'electron';
import { describe, expect, it } from 'vitest';
import { createTray, findTray } from './tray.ts';

describe('a tray', () => {
  it('is there on macOS and Windows, and on Linux where the desktop has one', async () => {
    const never = async () => false;
    for (const platform of ['darwin', 'win32'] as const)
      expect((await findTray(platform, never)).works).toBe(true);
    expect(await findTray('linux', never)).toEqual({
      works: false,
      words: expect.stringContaining('no tray'),
    });
    expect((await findTray('linux', async (program) => program === 'gdbus')).works).toBe(true);
    expect((await findTray('linux', async (program) => program === 'busctl')).works).toBe(true);
  });

  function made(platform: NodeJS.Platform) {
    const menus: MenuItemConstructorOptions[][] = [];
    const acts: string[] = [];
    let isTemplate = false;
    const icon = Object.assign(new EventEmitter(), {
      setContextMenu: (menu: unknown) => void menus.push(menu as MenuItemConstructorOptions[]),
      setToolTip: () => {},
      destroy: () => void acts.push('destroyed'),
    });
    const tray = createTray({
      platform,
      tray: () => icon as unknown as Tray,
      images: {
        createFromBuffer: () =>
          ({
            addRepresentation: () => {},
            setTemplateImage: (option: boolean) => {
              isTemplate = option;
            },
          }) as unknown as NativeImage,
      },
      menu: { buildFromTemplate: (template) => template as never },
      open: (path = '') => void acts.push(`open ${path}`),
      pause: (today) => void acts.push(`pause ${today}`),
      quit: () => void acts.push('quit'),
    });
    const choose = (label: string) =>
      (menus.at(-1)?.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
    return { tray, menus, acts, icon, choose, isTemplate: () => isTemplate };
  }

  it('opens, shows what is new, pauses for today and quits', () => {
    const { tray, menus, acts, choose } = made('linux');
    tray.show();
    expect(menus.at(-1)?.map(({ label }) => label)).toEqual([
      'Open Milepost',
      'Nothing new',
      undefined,
      'Pause watching for today',
      undefined,
      'Quit Milepost',
    ]);
    tray.update({ unread: 3, isPaused: true });
    // Linux shows a changed menu only if it is set again.
    expect(menus).toHaveLength(2);
    for (const label of ['Open Milepost', '3 new', 'Pause watching for today', 'Quit Milepost'])
      choose(label);
    expect(acts).toEqual(['open ', 'open /watchlist', 'pause false', 'quit']);
    tray.update({ unread: 3, isPaused: true });
    expect(menus).toHaveLength(2);
    tray.hide();
    expect(acts.at(-1)).toBe('destroyed');
  });

  it('opens with a click, except on macOS, where its icon is a template', () => {
    for (const [platform, opened] of [
      ['win32', ['open ']],
      ['darwin', []],
    ] as const) {
      const { tray, acts, icon, isTemplate } = made(platform);
      tray.show();
      icon.emit('click');
      expect(acts).toEqual(opened);
      expect(isTemplate()).toBe(platform === 'darwin');
    }
  });
});
