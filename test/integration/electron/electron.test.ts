import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ContractFailure } from '#shared/contract/failure.ts';
import { type ContractClient, requests } from '#shared/contract/index.ts';
import { channelOf, EVENT_CHANNEL, everyRequest } from '../../../electron/hosts/channels.ts';
import { holdDataFolder } from '../../../electron/single-instance.ts';
import { becomeReady, OWN_FRAME, type Program, quit, startProgram } from './built-program.ts';
import { contractInputs } from './contract-inputs.ts';

let running: Program | null = null;

async function open(...args: Parameters<typeof startProgram>): Promise<Program> {
  running = await startProgram(...args);
  await becomeReady(running);
  return running;
}

afterEach(async () => {
  if (running !== null && running.calls.exits.length === 0) await quit(running);
  running = null;
});

const windowOf = (program: Program) => {
  const [window] = program.windows;
  if (window === undefined) throw new Error('no window');
  return window;
};
const pageAt = async (program: Program, url: string, method = 'GET') => {
  const serve = program.pages.get('app');
  if (serve === undefined) throw new Error('app:// is not served');
  return serve(new Request(url, { method }));
};

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
    const credited = credits.find(({ url }) => url.startsWith('https://'))?.url ?? 'nothing is credited';
    expect(webContents.openHandler({ url: credited })).toEqual({ action: 'deny' });
    await expect.poll(() => program.calls.opened).toEqual([new URL(credited).href]);
  });

  it('opens no other window, whatever is asked', async () => {
    const program = await open();
    const { webContents } = windowOf(program);
    for (const url of ['https://evil.example/', 'app://milepost/', 'about:blank', 'javascript:alert(1)'])
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
    const [menu] = program.calls.menu as { label?: string; submenu: { label: string; click(): void }[] }[][];
    const go = menu?.find((item) => item.label === 'Go');
    go?.submenu.find((item) => item.label === 'Purchases')?.click();
    expect(windowOf(program).webContents.sent.at(-1)).toEqual([
      EVENT_CHANNEL,
      'navigate',
      { to: '/purchases' },
    ]);
  });
});

describe('app://', () => {
  it('is registered as a place of its own before Electron is ready', async () => {
    running = await startProgram();
    expect(running.calls.schemes).toEqual([
      [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }],
    ]);
    await becomeReady(running);
  });

  it('serves the built page with a policy that runs no inline script and loads nothing from elsewhere', async () => {
    const program = await open();
    for (const path of ['', 'results', 'catalogue/operation:v1:x']) {
      const response = await pageAt(program, `app://milepost/${path}`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('<div id="root">');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'(?:;|$)/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it('serves what the page loads, each by its type', async () => {
    const program = await open();
    const html = await (await pageAt(program, 'app://milepost/')).text();
    const assets = [...html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/gu)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(1);
    for (const path of assets) {
      const response = await pageAt(program, `app://milepost${path}`);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/(?:javascript|css)/);
    }
  });

  it.each([
    'app://milepost/..%2f..%2fpackage.json',
    'app://milepost/%2e%2e%2f%2e%2e%2fmain%2fmain.js',
    'app://milepost/assets/..%5c..%5c..%5cmain%5cmain.js',
    'app://milepost/..%2fpreload%2fpreload.cjs%00.js',
    'app://other/index.html',
  ])('does not climb out by %s', async (url) => {
    const response = await pageAt(await open(), url);
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).not.toMatch(/import|require|"name"/);
  });

  it('is for reading alone', async () => {
    expect((await pageAt(await open(), 'app://milepost/', 'POST')).status).toBe(404);
  });
});

/** Through the preload as the page would, and the failure thrown where one is told. */
async function invoke(program: Program, group: string, name: string, input?: unknown): Promise<unknown> {
  const crossing = (await program.connection.call(group, name, input)) as
    | { ok: true; value: unknown }
    | { ok: false; failure: ConstructorParameters<typeof ContractFailure>[0] };
  if (crossing.ok) return crossing.value;
  throw new ContractFailure(crossing.failure);
}

describe('the contract over Electron', () => {
  it('has one channel for each request and no other', async () => {
    const program = await open();
    expect([...program.handlers.keys()].sort()).toEqual(
      everyRequest.map(({ group, name }) => channelOf(group, name)).sort(),
    );
  });

  it('crosses preload and main process whole: each request is answered as the contract says, or told why not', async () => {
    const program = await open();
    const told: Record<string, string> = {};
    for (const { group, name } of everyRequest) {
      const input = (contractInputs as Record<string, Record<string, unknown>>)[group]?.[name];
      try {
        const value = await invoke(program, group, name, input);
        const { output } =
          (requests as Record<string, Record<string, { output: { parse(value: unknown): unknown } }>>)[
            group
          ]?.[name] ?? {};
        output?.parse(value);
        told[`${group}.${name}`] = 'answered';
      } catch (error) {
        if (!(error instanceof ContractFailure)) throw new Error(`${group}.${name}`, { cause: error });
        expect(error.failure.message, `${group}.${name}`).not.toBe('');
        told[`${group}.${name}`] = error.failure.code;
      }
    }
    const wrong = ['internal', 'invalid_input', 'invalid_output', 'unknown_request', 'wrong_place'];
    expect(Object.entries(told).filter(([, code]) => wrong.includes(code))).toEqual([]);
    expect(Object.values(told).filter((code) => code === 'answered').length).toBeGreaterThan(25);
  });

  it('refuses every request of a frame that is not the top one of its own page', async () => {
    const program = await open();
    const frames = [
      { url: 'https://evil.example/', parent: null },
      { url: 'app://other/', parent: null },
      { url: 'about:blank', parent: null },
      { url: 'http://app//milepost/', parent: null },
      { url: OWN_FRAME.url, parent: {} },
    ];
    for (const { group, name } of everyRequest)
      for (const frame of frames)
        expect(await program.invoke(channelOf(group, name), undefined, frame)).toMatchObject({
          ok: false,
          failure: { code: 'wrong_place' },
        });
  });

  it('has a preload that names no channel of its own and passes nothing of Electron on', async () => {
    const { connection } = await open();
    expect(Object.keys(connection).sort()).toEqual(['call', 'listen']);
    for (const [group, name] of [
      ['about', 'write'],
      ['__proto__', 'toString'],
      ['milepost:about', 'read'],
      ['event', ''],
    ] as const)
      expect(await connection.call(group, name, undefined)).toMatchObject({
        ok: false,
        failure: { code: 'unknown_request' },
      });
  });

  it('tells the page of events until it stops listening', async () => {
    const program = await open();
    const heard: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const stop = program.connection.listen((name, payload) => {
      heard.push([name, payload]);
      first.resolve();
    });
    const limits = contractInputs.settings.setLimits;
    await invoke(program, 'settings', 'setLimits', limits);
    await first.promise;
    expect(heard[0]).toEqual(['changed', expect.objectContaining({ topics: expect.any(Array) })]);
    stop();
    const before = heard.length;
    await invoke(program, 'settings', 'setLimits', limits);
    expect(heard).toHaveLength(before);
  });

  it('takes the key from the clipboard without it ever crossing', async () => {
    const program = await open(['--marketplace', 'http://127.0.0.1:9']);
    const { clipboard } = program.electron;
    clipboard.text = 'aek_live_1';
    const status = await invoke(program, 'key', 'storeFromClipboard');
    expect(clipboard.text).toBe('');
    expect(JSON.stringify([status, await invoke(program, 'status', 'read')])).not.toContain('aek_live_1');
    await invoke(program, 'key', 'forget').catch((error: unknown) =>
      expect(error).toBeInstanceOf(ContractFailure),
    );
    for (const file of ['milepost.sqlite', 'milepost.sqlite-wal']) {
      const path = join(program.dataDir, file);
      if (existsSync(path)) expect(readFileSync(path).includes('aek_live_1')).toBe(false);
    }
  });

  it("reaches the network through the system's proxy and certificates, without cookies or a cache", async () => {
    const program = await open();
    await invoke(program, 'catalogue', 'freshness', { from: 'service' } satisfies Parameters<
      ContractClient['catalogue']['freshness']
    >[0]);
    expect(program.calls.fetched.length).toBeGreaterThan(0);
    for (const [, init] of program.calls.fetched)
      expect(init).toMatchObject({
        credentials: 'omit',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true,
      });
  });
});

describe('the program', () => {
  it('keeps everything in the folder that was named', async () => {
    const program = await open();
    expect(program.paths.get('userData')).toBe(program.dataDir);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite'))).toBe(true);
  });

  it('gives way to one that runs already, which comes to the front', async () => {
    const second = await startProgram([], { holdsLock: false });
    await second.gone;
    expect(second.windows).toHaveLength(0);
    const program = await open();
    program.electron.app.emit('second-instance');
    expect(windowOf(program).focused).toBe(1);
    expect(program.windows).toHaveLength(1);
  });

  it('does not open on a data folder that the browser host holds, and says so', async () => {
    const first = await open();
    await quit(first);
    const held = holdDataFolder(first.dataDir);
    const program = await open([], { dataDir: first.dataDir });
    expect(program.windows).toHaveLength(0);
    expect(program.calls.errors.join()).toContain('Milepost is already running on this data folder');
    expect(program.calls.exits).toEqual([1]);
    if (held.ok) held.release();
  });

  it('quits cleanly when the system asks it to', async () => {
    const program = await open();
    for (const listener of program.signalListeners.get('SIGTERM') ?? []) listener();
    await program.gone;
    expect(program.windows).toHaveLength(0);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite-wal'))).toBe(false);
    running = null;
  });

  it('quits when its window is closed, everything written and the folder free', async () => {
    const program = await open();
    windowOf(program).close();
    await program.gone;
    expect(program.handlers.size).toBe(0);
    expect(existsSync(join(program.dataDir, 'milepost.sqlite-wal'))).toBe(false);
    const held = holdDataFolder(program.dataDir);
    expect(held.ok).toBe(true);
    if (held.ok) held.release();
    running = null;
  });
});
