import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAGE_PLACE } from '../../electron-stand-in/messages.ts';
import { type Program, quit } from './built-program.ts';
import { click, invoke, open, opens, quitAfterEach, windowOf } from './opened-program.ts';

quitAfterEach();

/** The options that the first window was made with. */
const optionsOf = (program: Program) =>
  program.wanted('window')[0]?.options as Electron.BrowserWindowConstructorOptions;

describe('the window', () => {
  it('has no access to Node or to other sites', async () => {
    const program = await open();
    expect(program.windows.open).toHaveLength(1);
    const { webPreferences } = optionsOf(program);
    expect(webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    });
    const { preload } = webPreferences as { preload: string };
    expect(existsSync(preload)).toBe(true);
    expect(preload).toMatch(/preload\.cjs$/);
    expect(program.wanted('sandboxed')).toHaveLength(1);
  });

  it('opens the page at app://milepost and is shown when it is rendered', async () => {
    const program = await open();
    expect(optionsOf(program)).toMatchObject({ show: false, backgroundColor: '#ffffff' });
    expect(windowOf(program).webContents.getURL()).toBe(`${PAGE_PLACE}/`);
    await expect.poll(() => program.wanted('show')).toHaveLength(1);
  });

  it('is dark from the start where the page’s theme is, whatever the system’s', async () => {
    const first = await open();
    const preferences = (await invoke(first, 'preferences', 'read')) as object;
    await invoke(first, 'preferences', 'save', { ...preferences, theme: 'dark' });
    await quit(first);
    const program = await open([], { dataDir: first.dataDir });
    expect(optionsOf(program)).toMatchObject({ backgroundColor: '#1b1d1f' });
  });

  it('opens at its last position and size', async () => {
    const first = await open();
    const bounds = { x: 70, y: 80, width: 1111, height: 777 };
    first.windows.moved(windowOf(first).id, bounds, true);
    await quit(first);
    const program = await open([], { dataDir: first.dataDir });
    expect(optionsOf(program)).toMatchObject(bounds);
    // Maximizing shows a window, which is empty before its page is ready.
    expect(program.wanted('maximize')).toHaveLength(0);
    program.windows.loaded(windowOf(program).id);
    expect(program.wanted('maximize')).toHaveLength(1);
  });

  it('cannot be navigated away, and passes links on its list to the browser', async () => {
    const program = await open();
    const mayGo = (url: string, isMainFrame?: boolean) =>
      program.windows.mayGo(windowOf(program).id, url, isMainFrame);
    expect(mayGo(`${PAGE_PLACE}/results`)).toBe(true);
    expect(mayGo(`${PAGE_PLACE}/results`, false)).toBe(false);
    for (const url of [
      'https://evil.example/',
      'file:///etc/passwd',
      'app://other/',
      'app://milepost.evil/',
      'data:text/html,x',
    ])
      expect(mayGo(url), url).toBe(false);
    const { credits } = (await invoke(program, 'about', 'read')) as { credits: { url: string }[] };
    program.user.button = 1;
    click(program);
    const credited = credits.find(({ url }) => url.startsWith('https://'))?.url ?? 'nothing is credited';
    expect(opens(program, credited)).toEqual({ action: 'deny' });
    await expect
      .poll(() => program.wanted('external').map(({ url }) => url))
      .toEqual([new URL(credited).href]);
  });

  it('opens no other window, whatever is requested', async () => {
    const program = await open();
    for (const url of ['https://evil.example/', 'app://other/', 'about:blank', 'javascript:alert(1)'])
      expect(opens(program, url)).toEqual({ action: 'deny' });
    expect(program.windows.mayAttachWebview(windowOf(program).id)).toBe(false);
    // The list was requested and answered before a further request of the same app is.
    await invoke(program, 'about', 'read');
    expect(program.wanted('external')).toEqual([]);
  });

  it('has no permission', async () => {
    const { permissions } = await open();
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'midi',
      'openExternal',
    ]) {
      const answers: boolean[] = [];
      permissions.request?.({}, permission, (granted: boolean) => answers.push(granted), {});
      expect(answers, permission).toEqual([false]);
      expect(permissions.check?.({}, permission, PAGE_PLACE, {})).toBe(false);
    }
    expect(permissions.device?.({ deviceType: 'usb' })).toBe(false);
  });

  it('reaches no network and saves no file, even with a page without a policy', async () => {
    const program = await open();
    const filter = program.permissions.network?.('filter');
    // It is not asked only about what the program serves itself.
    expect(filter).toEqual({
      urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'],
    });
    const answers: unknown[] = [];
    program.permissions.network?.('ask', { url: 'https://evil.example/?what-is-shown' }, (answer: unknown) =>
      answers.push(answer),
    );
    expect(answers).toEqual([{ cancel: true }]);
    expect(program.wanted('webrtc')).toMatchObject([{ policy: 'disable_non_proxied_udp' }]);
    let prevented = false;
    program.electron.session.defaultSession.emit('will-download', {
      preventDefault: () => {
        prevented = true;
      },
    });
    expect(prevented).toBe(true);
  });
});
