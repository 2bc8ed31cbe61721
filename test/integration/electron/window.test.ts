import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_CHANNEL } from '../../../electron/hosts/channels.ts';
import { quit } from './built-program.ts';
import { invoke, open, quitAfterEach, windowOf } from './opened-program.ts';

quitAfterEach();

describe('the window', () => {
  it('is shut off from Node and from other sites', async () => {
    const program = await open();
    expect(program.windows).toHaveLength(1);
    const { webPreferences } = windowOf(program).options;
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
    expect(program.calls.sandboxed).toBe(true);
  });

  it('opens the page at app://milepost and is shown when it is drawn', async () => {
    const window = windowOf(await open());
    expect(window.options.show).toBe(false);
    expect(window.options.backgroundColor).toBe('#ffffff');
    expect(window.webContents.url).toBe('app://milepost/');
    expect(window.shown).toBe(true);
  });

  it('opens where it was and as large as it was', async () => {
    const first = await open();
    windowOf(first).bounds = { x: 70, y: 80, width: 1111, height: 777 };
    windowOf(first).maximized = true;
    await quit(first);
    const window = windowOf(await open([], { dataDir: first.dataDir }));
    expect(window.options).toMatchObject({ x: 70, y: 80, width: 1111, height: 777 });
    expect(window.maximized).toBe(true);
  });

  it('cannot be led away, and hands links on its list to the browser', async () => {
    const program = await open();
    const { webContents } = windowOf(program);
    const navigate = (url: string, isMainFrame = true) => {
      let prevented = false;
      webContents.emit('will-frame-navigate', {
        url,
        isMainFrame,
        preventDefault: () => {
          prevented = true;
        },
      });
      return prevented;
    };
    expect(navigate('app://milepost/results')).toBe(false);
    expect(navigate('app://milepost/results', false)).toBe(true);
    for (const url of [
      'https://evil.example/',
      'file:///etc/passwd',
      'app://other/',
      'app://milepost.evil/',
      'data:text/html,x',
    ])
      expect(navigate(url), url).toBe(true);
    const { credits } = (await invoke(program, 'about', 'read')) as { credits: { url: string }[] };
    program.calls.answer = 1;
    webContents.emit('input-event', {}, { type: 'mouseUp' });
    const credited = credits.find(({ url }) => url.startsWith('https://'))?.url ?? 'nothing is credited';
    expect(webContents.openHandler({ url: credited })).toEqual({ action: 'deny' });
    await expect.poll(() => program.calls.opened).toEqual([new URL(credited).href]);
  });

  it('opens no other window, whatever is asked', async () => {
    const program = await open();
    const { webContents } = windowOf(program);
    for (const url of ['https://evil.example/', 'app://other/', 'about:blank', 'javascript:alert(1)'])
      expect(webContents.openHandler({ url })).toEqual({ action: 'deny' });
    let prevented = false;
    webContents.emit('will-attach-webview', {
      preventDefault: () => {
        prevented = true;
      },
    });
    expect(prevented).toBe(true);
    // The list was asked for and answered before a further request of the same app is.
    await invoke(program, 'about', 'read');
    expect(program.calls.opened).toEqual([]);
  });

  it('is given no permission', async () => {
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
      permissions.request?.(
        ...([{}, permission, (granted: boolean) => answers.push(granted), {}] as never[]),
      );
      expect(answers, permission).toEqual([false]);
      expect(permissions.check?.(...([{}, permission, 'app://milepost', {}] as never[]))).toBe(false);
    }
    expect(permissions.device?.(...([{ deviceType: 'usb' }] as never[]))).toBe(false);
  });

  it('has a menu that goes to the screens', async () => {
    const program = await open();
    program.connection.listen(() => {});
    const [menu] = program.calls.menu as { label?: string; submenu: { label: string; click(): void }[] }[][];
    const go = menu?.find((item) => item.label === 'Go');
    go?.submenu.find((item) => item.label === 'Purchases')?.click();
    await expect
      .poll(() => windowOf(program).webContents.sent.at(-1))
      .toEqual([EVENT_CHANNEL, 'navigate', { to: '/purchases' }]);
  });
});
