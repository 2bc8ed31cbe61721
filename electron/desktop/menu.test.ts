import { describe, expect, it } from 'vitest';
import { MAIN_SCREENS } from '#shared/screens.ts';
import { menuTemplate } from './menu.ts';

const rolesOf = (template: ReturnType<typeof menuTemplate>): (string | undefined)[] =>
  template.flatMap((item) => [
    item.role,
    ...(Array.isArray(item.submenu) ? item.submenu.map((each) => each.role) : []),
  ]);

describe('the application menu', () => {
  it('has the screens of the rail, in its order and by its numbers', () => {
    const template = menuTemplate({ platform: 'linux', development: false, goTo: () => {} });
    const go = template.find((item) => item.label === 'Go');
    if (!Array.isArray(go?.submenu)) throw new Error('no screens');
    expect(go.submenu.map(({ label, accelerator }) => [label, accelerator])).toEqual(
      MAIN_SCREENS.map(({ name }, place) => [name, `CmdOrCtrl+${place + 1}`]),
    );
  });

  it('goes to each screen', () => {
    const opened: string[] = [];
    const template = menuTemplate({
      platform: 'linux',
      development: false,
      goTo: (path) => opened.push(path),
    });
    const go = template.find((item) => item.label === 'Go');
    if (!Array.isArray(go?.submenu)) throw new Error('no screens');
    for (const item of go.submenu) (item.click as () => void)();
    expect(opened).toEqual(MAIN_SCREENS.map(({ path }) => path));
  });

  it('has the usual roles, and an application menu on macOS', () => {
    const usual = ['editMenu', 'windowMenu', 'help'];
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
    const [first] = template;
    if (!Array.isArray(first?.submenu)) throw new Error('no first menu');
    const settings = first.submenu.find((item) => item.label === 'Settings…');
    expect(settings?.accelerator).toBe('CmdOrCtrl+,');
    (settings as { click: () => void }).click();
    expect(opened).toEqual(['/settings']);
  });

  it.each(['darwin', 'linux', 'win32'] as const)('zooms by the keys of a browser on %s', (platform) => {
    const view = menuTemplate({ platform, development: false, goTo: () => {} }).find(
      ({ label }) => label === 'View',
    );
    if (!Array.isArray(view?.submenu)) throw new Error('no view');
    const keys = view.submenu.flatMap(({ role, accelerator, visible, acceleratorWorksWhenHidden }) =>
      accelerator === undefined ? [] : [[role, accelerator, visible, acceleratorWorksWhenHidden]],
    );
    expect(keys).toEqual([
      ['zoomIn', 'CmdOrCtrl+=', false, true],
      ['zoomIn', 'CmdOrCtrl+numadd', false, true],
      ['zoomOut', 'CmdOrCtrl+numsub', false, true],
    ]);
  });

  it.each(['darwin', 'linux', 'win32'] as const)('says once what the program is on %s', (platform) => {
    const roles = rolesOf(menuTemplate({ platform, development: false, goTo: () => {} }));
    expect(roles.filter((role) => role === 'about')).toHaveLength(1);
  });

  it('has developer tools in development alone', () => {
    const roles = (development: boolean) =>
      rolesOf(menuTemplate({ platform: 'linux', development, goTo: () => {} }));
    expect(roles(true)).toContain('toggleDevTools');
    expect(roles(false)).not.toContain('toggleDevTools');
  });
});
