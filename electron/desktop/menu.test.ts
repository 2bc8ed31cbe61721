import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MENU_SCREENS, menuTemplate } from './menu.ts';

const rolesOf = (template: ReturnType<typeof menuTemplate>): (string | undefined)[] =>
  template.flatMap((item) => [
    item.role,
    ...(Array.isArray(item.submenu) ? item.submenu.map((each) => each.role) : []),
  ]);

describe('the application menu', () => {
  it('has the screens of the rail, in its order and with its paths', () => {
    const screens = readFileSync(join(import.meta.dirname, '../../renderer/frame/screens.ts'), 'utf8');
    const [rail = ''] = screens.split('INNER_SCREENS');
    const entries = [...rail.matchAll(/name: '([^']+)',\s+path: '([^']+)'/gu)].map(([, name, path]) => ({
      name,
      path,
    }));
    expect(entries).toEqual(MENU_SCREENS);
  });

  it('goes to each screen', () => {
    const gone: string[] = [];
    const template = menuTemplate({ platform: 'linux', development: false, goTo: (path) => gone.push(path) });
    const go = template.find((item) => item.label === 'Go');
    if (!Array.isArray(go?.submenu)) throw new Error('no screens');
    for (const item of go.submenu) (item.click as () => void)();
    expect(gone).toEqual(MENU_SCREENS.map(({ path }) => path));
  });

  it('has the usual roles, and an application menu on macOS', () => {
    const usual = ['fileMenu', 'editMenu', 'windowMenu', 'help'];
    const on = (platform: NodeJS.Platform) =>
      rolesOf(menuTemplate({ platform, development: false, goTo: () => {} }));
    expect(on('linux')).toEqual(expect.arrayContaining(usual));
    expect(on('linux')).not.toContain('appMenu');
    expect(on('darwin')[0]).toBe('appMenu');
  });

  it('has developer tools in development alone', () => {
    const roles = (development: boolean) =>
      rolesOf(menuTemplate({ platform: 'linux', development, goTo: () => {} }));
    expect(roles(true)).toContain('toggleDevTools');
    expect(roles(false)).not.toContain('toggleDevTools');
  });
});
