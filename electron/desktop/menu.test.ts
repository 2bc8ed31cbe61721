import { describe, expect, it } from 'vitest';
import { COMMANDS } from '#shared/commands.ts';
import { MAIN_SCREENS } from '#shared/screens.ts';
import { type MenuDeps, menuTemplate as templateOf } from './menu.ts';

const menuTemplate = (deps: Pick<MenuDeps, 'platform' | 'development' | 'goTo'> & Partial<MenuDeps>) =>
  templateOf({ run: () => {}, own: {}, ...deps });

type Item = ReturnType<typeof templateOf>[number];
const submenuOf = (template: Item[], menu: string): Item[] => {
  const found = template.find(({ label, role }) => label === menu || role === menu)?.submenu;
  if (!Array.isArray(found)) throw new Error(`no menu ${menu}`);
  return found;
};
const press = (item: Item | undefined): void => {
  if (item?.click === undefined) throw new Error('no such item');
  (item.click as () => void)();
};
const PLATFORMS = ['darwin', 'linux', 'win32'] as const;

const rolesOf = (template: ReturnType<typeof menuTemplate>): (string | undefined)[] =>
  template.flatMap((item) => [
    item.role,
    ...(Array.isArray(item.submenu) ? item.submenu.map((each) => each.role) : []),
  ]);

describe('the application menu', () => {
  const screensOf = (template: Item[]) =>
    submenuOf(template, 'View').filter(({ accelerator }) => /^CmdOrCtrl\+\d$/u.test(accelerator ?? ''));

  it('has the screens of the rail, in its order and by its numbers, and goes to each', () => {
    const opened: string[] = [];
    const screens = screensOf(
      menuTemplate({ platform: 'linux', development: false, goTo: (path) => opened.push(path) }),
    );
    expect(screens.map(({ label, accelerator }) => [label, accelerator])).toEqual(
      MAIN_SCREENS.map(({ name }, place) => [name, `CmdOrCtrl+${place + 1}`]),
    );
    for (const item of screens) press(item);
    expect(opened).toEqual(MAIN_SCREENS.map(({ path }) => path));
  });

  it.each(PLATFORMS)(
    'has every command that names a menu, there and in the order of the list, on %s',
    (platform) => {
      const template = menuTemplate({ platform, development: false, goTo: () => {} });
      for (const menu of ['file', 'edit', 'view', 'help'] as const) {
        const name = menu === 'help' ? menu : `${menu.charAt(0).toUpperCase()}${menu.slice(1)}`;
        expect(submenuOf(template, name).flatMap(({ id }) => id ?? [])).toEqual(
          COMMANDS.filter((command) => command.menu === menu).map(({ id }) => id),
        );
      }
      expect(submenuOf(template, 'File').map(({ role }) => role)).toContain('close');
    },
  );

  it('opens an address, has the page act, or acts itself', () => {
    const done: string[] = [];
    const template = menuTemplate({
      platform: 'linux',
      development: false,
      goTo: (path) => done.push(path),
      run: (id) => done.push(id),
      own: { 'new-window': () => done.push('a window') },
    });
    const items = [...submenuOf(template, 'File'), ...submenuOf(template, 'help')];
    for (const id of ['new-window', 'export', 'back-up', 'what-is-new'])
      press(items.find((item) => item.id === id));
    expect(done).toEqual(['a window', 'export', '/settings/backup', 'what-is-new']);
  });

  it.each(PLATFORMS)('has no key twice on %s', (platform) => {
    const keys = menuTemplate({ platform, development: true, goTo: () => {} }).flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu.flatMap(({ accelerator }) => accelerator ?? []) : [],
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has the usual roles, and an application menu on macOS', () => {
    const usual = ['windowMenu', 'help', 'cut', 'copy', 'paste', 'selectAll', 'reload'];
    const on = (platform: NodeJS.Platform) =>
      rolesOf(menuTemplate({ platform, development: false, goTo: () => {} }));
    expect(on('linux')).toEqual(expect.arrayContaining(usual));
    expect(on('linux')).not.toContain('appMenu');
    expect(on('darwin')).toEqual(expect.arrayContaining(usual));
    expect(on('darwin')[0]).toBe('appMenu');
  });

  it.each(['darwin', 'linux', 'win32'] as const)('has Settings under the usual key on %s', (platform) => {
    const opened: string[] = [];
    const template = menuTemplate({ platform, development: false, goTo: (path) => opened.push(path) });
    const settings = submenuOf(template, platform === 'darwin' ? 'appMenu' : 'File').find(
      (item) => item.label === 'Settings…',
    );
    expect(settings?.accelerator).toBe('CmdOrCtrl+,');
    (settings as { click: () => void }).click();
    expect(opened).toEqual(['/settings']);
  });

  it('has developer tools in development alone', () => {
    const roles = (development: boolean) =>
      rolesOf(menuTemplate({ platform: 'linux', development, goTo: () => {} }));
    expect(roles(true)).toContain('toggleDevTools');
    expect(roles(false)).not.toContain('toggleDevTools');
  });
});
