/** What a user expects of a desktop program: it starts or states why not, manages its windows, and writes files. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Purchase } from '#shared/contract/purchases.ts';
import { programmeSites } from '#shared/places/programmes.ts';
import { EVENT_CHANNEL } from '../../../electron/hosts/channels.ts';
import { EXIT_REPORTED } from '../../../electron/hosts/exit-codes.ts';
import { PAGE_PLACE } from '../../electron-stand-in/messages.ts';
import { shownOf } from '../../support/product.ts';
import { becomeReady, quit } from './built-program.ts';
import {
  chooseFromMenu,
  click,
  invoke,
  open,
  opens,
  quitAfterEach,
  sent,
  start,
  windowOf,
} from './opened-program.ts';

quitAfterEach();

const folder = () => mkdtempSync(join(tmpdir(), 'milepost-desktop-'));

describe('a start', () => {
  it('resolves a relative folder against the working directory', async () => {
    const dataDir = folder();
    const program = await open([], { dataDir: relative(process.cwd(), dataDir) });
    expect(program.paths.get('userData')).toBe(dataDir);
    expect(program.windows.open).toHaveLength(1);
  });

  it('that cannot have its folder is reported in a dialog, and ends', async () => {
    const dataDir = join(folder(), 'a-file');
    writeFileSync(dataDir, '');
    const program = await open([], { dataDir });
    expect(program.windows.open).toHaveLength(0);
    const words = `The data file cannot be opened. Check that its folder exists and belongs to you. The data folder is ${dataDir}.`;
    expect(program.wanted('error-box')).toEqual([{ kind: 'error-box', words }]);
    expect(program.exits).toEqual([EXIT_REPORTED]);
  });

  it('that fails later is reported in a dialog, and ends', async () => {
    const program = await open(['--marketplace', 'no address at all']);
    expect(program.windows.open).toHaveLength(0);
    expect(program.wanted('error-box')).toHaveLength(1);
    expect(program.exits).toEqual([EXIT_REPORTED]);
  });

  it.runIf(process.platform === 'linux')(
    'in a folder that cannot be written to is distinguished from one beside another Milepost',
    async () => {
      // Electron refuses its lock in both.
      const program = await open([], { dataDir: '/proc/self', holdsLock: false });
      expect(program.wanted('error-box')).toEqual([
        {
          kind: 'error-box',
          words: expect.stringMatching(/^The data file .*The data folder is \/proc\/self\.$/u),
        },
      ]);
      expect(program.exits).toEqual([EXIT_REPORTED]);
    },
  );

  it('with a switch that exposes it to another program is refused before Electron is ready', async () => {
    const program = await start(['--remote-debugging-port=9222'], { packaged: true });
    expect(program.exits).toEqual([EXIT_REPORTED]);
    expect(program.wanted('error-box')[0]?.words).toContain('--remote-debugging-port');
    expect(program.windows.open).toHaveLength(0);
  });

  it('without a sandbox is refused with its reason, and changes nothing', async () => {
    const dataDir = join(folder(), 'never-made');
    const program = await open(['--no-sandbox'], { packaged: true, dataDir });
    expect(program.windows.open).toHaveLength(0);
    expect(program.wanted('error-box')[0]?.words).toMatch(/sandbox.*could read your key/u);
    expect(program.exits).toEqual([EXIT_REPORTED]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('leaves its folder and files to its user alone', async () => {
    if (process.platform === 'win32') return;
    const dataDir = folder();
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const program = await open([], { dataDir });
    await invoke(program, 'settings', 'read');
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['milepost.sqlite-wal', 'milepost.lock', 'logs/milepost.log']),
    );
    for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0);
  });
});

describe('going to a screen', () => {
  it('waits for a page that can navigate there', async () => {
    const program = await open();
    const went = () => sent(program).filter(([, name]) => name === 'navigate');
    chooseFromMenu(program, 'View', 'Results');
    chooseFromMenu(program, 'View', 'Purchases');
    expect(went()).toEqual([]);
    program.connection.listen(() => {});
    await expect.poll(went).toEqual([[EVENT_CHANNEL, 'navigate', { to: '/purchases' }]]);
  });

  it('or running a command of the menu is the page’s, and a new window the program’s', async () => {
    const program = await open();
    chooseFromMenu(program, 'Edit', 'Find in page');
    program.connection.listen(() => {});
    await expect
      .poll(() => sent(program).filter(([, name]) => name === 'command'))
      .toEqual([[EVENT_CHANNEL, 'command', { id: 'find' }]]);
    chooseFromMenu(program, 'File', 'New window');
    expect(program.windows.open).toHaveLength(2);
    chooseFromMenu(program, 'Help', 'Show log');
    expect(program.wanted('file-shown')).toEqual([
      { kind: 'file-shown', path: join(program.dataDir, 'logs', 'milepost.log') },
    ]);
  });

  it('opens one further window for a Ctrl-click, and none without one', async () => {
    const program = await open();
    const addresses = () => program.windows.open.map(({ webContents }) => webContents.getURL());
    expect(opens(program, `${PAGE_PLACE}/results?scope=1`)).toEqual({ action: 'deny' });
    expect(addresses()).toHaveLength(1);
    click(program);
    expect(opens(program, `${PAGE_PLACE}/results?scope=1`)).toEqual({ action: 'deny' });
    expect(addresses()).toEqual([`${PAGE_PLACE}/`, `${PAGE_PLACE}/results?scope=1`]);
    for (let each = 0; each < 25; each += 1) opens(program, `${PAGE_PLACE}/`);
    expect(addresses()).toHaveLength(2);
    for (let each = 0; each < 25; each += 1) {
      click(program);
      opens(program, `${PAGE_PLACE}/`);
    }
    expect(addresses()).toHaveLength(6);
    const places = program.windows.open.map((window) => JSON.stringify(window.getNormalBounds()));
    expect(new Set(places).size).toBe(6);
  });

  it('closes although its page wants to stay', async () => {
    const program = await open();
    program.windows.wantsToStay(windowOf(program).id);
    await quit(program);
    expect(program.windows.open).toHaveLength(0);
    expect(program.exits).toEqual([0]);
  });

  it('opens no window once the program closes, whatever is requested', async () => {
    const program = await open();
    const closing = quit(program);
    for (const event of ['second-instance', 'activate']) program.electron.app.emit(event);
    expect(program.wanted('window')).toHaveLength(1);
    await closing;
    for (const event of ['second-instance', 'activate']) program.electron.app.emit(event);
    expect(program.wanted('window')).toHaveLength(1);
    expect(program.windows.open).toHaveLength(0);
  });
});

describe('what the system hands over', () => {
  const events = (program: Awaited<ReturnType<typeof open>>) =>
    sent(program).flatMap(([, name, payload]) =>
      name === 'navigate' || name === 'opened' ? [[name, payload]] : [],
    );

  it('before the program is ready waits for its page, and the latest is shown', async () => {
    const program = await start();
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    program.electron.app.emit('open-url', event, 'milepost:/trips');
    program.electron.app.emit('open-url', event, 'milepost:/results?text=united');
    await becomeReady(program);
    program.connection.listen(() => {});
    await expect.poll(() => events(program)).toEqual([['navigate', { to: '/results?text=united' }]]);
    expect(prevented).toBe(2);
  });

  it('as arguments of a first or a second start opens a screen, after the data folder', async () => {
    const program = await open(['milepost:/wallet']);
    program.connection.listen(() => {});
    await expect.poll(() => events(program)).toEqual([['navigate', { to: '/wallet' }]]);
    program.electron.app.emit('second-instance', {}, [], '/', { opens: ['milepost:/watchlist'] });
    await expect.poll(() => events(program).at(-1)).toEqual(['navigate', { to: '/watchlist' }]);
    expect(program.windows.open).toHaveLength(1);
  });

  it('as a link that leads elsewhere shows that, and asks, opens and stores nothing', async () => {
    const program = await open();
    program.connection.listen(() => {});
    for (const link of ['milepost://x/../../', 'milepost:/api/purchases/approve', 'milepost:/%2e%2e/%00'])
      program.electron.app.emit('open-url', { preventDefault: () => {} }, link);
    await expect.poll(() => events(program)).toEqual(Array(3).fill(['navigate', { to: '/link' }]));
    expect([...program.wanted('question'), ...program.wanted('external')]).toEqual([]);
  });

  it('as a file is read by the page once, in pieces, and nothing else is', async () => {
    const file = join(folder(), 'a.milepost');
    writeFileSync(file, 'SQLite format 3\0 and more');
    const program = await open();
    expect(await invoke(program, 'files', 'takeOpened')).toBeNull();
    program.connection.listen(() => {});
    program.electron.app.emit('open-file', { preventDefault: () => {} }, file);
    await expect.poll(() => events(program)).toEqual([['opened', {}]]);
    const opened = (await invoke(program, 'files', 'takeOpened')) as { fileId: string };
    expect(opened).toMatchObject({ name: 'a.milepost', bytes: 25 });
    expect(await invoke(program, 'files', 'readOpened', { fileId: opened.fileId, offset: 0 })).toEqual({
      data: readFileSync(file).toString('base64'),
      next: 25,
      done: true,
    });
    await expect(
      invoke(program, 'files', 'readOpened', { fileId: opened.fileId, offset: 0 }),
    ).rejects.toMatchObject({ failure: { code: 'file_unreadable' } });
    expect(await invoke(program, 'files', 'takeOpened')).toBeNull();
    program.electron.app.emit('open-file', { preventDefault: () => {} }, folder());
    await expect.poll(() => events(program)).toHaveLength(2);
    await expect(invoke(program, 'files', 'takeOpened')).rejects.toMatchObject({
      failure: { code: 'file_unreadable' },
    });
  });
});

describe('an approval without a gesture, as a screen reader makes it', () => {
  it('is asked about in the system’s dialog, and buys what was confirmed there alone', async () => {
    const program = await open();
    const { tools } = (await invoke(program, 'awards', 'tools', { refresh: true })) as {
      tools: { tool: { toolRef: string } }[];
    };
    const input = { origin_airport: 'JFK', destination_airport: 'LHR', cabin: 'business' };
    const toolRef = tools[0]?.tool.toolRef ?? '';
    const quoted = (await invoke(program, 'purchases', 'quote', { toolRef, input })) as Purchase;
    const { purchaseId } = quoted;
    const approve = () => invoke(program, 'purchases', 'approve', { purchaseId, shown: shownOf(quoted) });
    await expect(approve()).rejects.toMatchObject({ failure: { code: 'not_confirmed' } });
    program.user.button = 1;
    expect(await approve()).toMatchObject({ purchaseId, state: expect.not.stringMatching(/^quoted$/u) });
    expect(program.wanted('question').map(({ message }) => message)).toEqual(['Buy this?', 'Buy this?']);
  });
});

describe('a file', () => {
  it('is written where the system’s dialog says, and nowhere else', async () => {
    const program = await open();
    expect(await invoke(program, 'files', 'begin', { name: '../export.csv' })).toEqual({ by: 'cancelled' });
    expect(program.wanted('save-question')).toMatchObject([
      { name: 'export.csv', window: windowOf(program).id },
    ]);
    program.user.savePath = join(folder(), 'chosen.csv');
    const { fileId } = (await invoke(program, 'files', 'begin', { name: 'export.csv' })) as {
      fileId: string;
    };
    await invoke(program, 'files', 'write', { fileId, data: Buffer.from('a,b').toString('base64') });
    expect(await invoke(program, 'files', 'finish', { fileId })).toEqual({
      path: program.user.savePath,
      bytes: 3,
    });
    expect(readFileSync(program.user.savePath, 'utf8')).toBe('a,b');
  });
});

describe('a link', () => {
  it('is opened in the browser only after a click and with its whole address allowed outside the page', async () => {
    const program = await open();
    const { credits } = (await invoke(program, 'about', 'read')) as { credits: { url: string }[] };
    const url = new URL(credits.find((credit) => credit.url.startsWith('https://'))?.url ?? '').href;
    const questions = () => program.wanted('question').map(({ detail }) => detail.replaceAll('\n', ''));
    opens(program, url);
    await invoke(program, 'about', 'read');
    expect(questions()).toEqual([]);
    click(program);
    opens(program, url);
    await expect.poll(questions).toEqual([expect.stringContaining(url)]);
    expect(program.wanted('external')).toEqual([]);
    program.user.button = 1;
    opens(program, url);
    await invoke(program, 'about', 'read');
    expect(questions()).toHaveLength(1);
    click(program);
    opens(program, url);
    await expect.poll(() => program.wanted('external')).toMatchObject([{ url }]);
  });

  it('is opened at any address of a programme’s own site, and at none that only begins like it', async () => {
    const program = await open();
    const [site = ''] = programmeSites();
    const booking = `${new URL(site).origin}/book?from=LHR`;
    program.user.button = 1;
    click(program);
    opens(program, booking.replace(new URL(site).host, `${new URL(site).host}.example`));
    opens(program, booking);
    await expect.poll(() => program.wanted('external')).toMatchObject([{ url: booking }]);
  });
});

describe('what went wrong', () => {
  it('before a window was drawn is asked about in a visible window', async () => {
    const program = await open([], { draws: false });
    expect(program.wanted('show')).toEqual([]);
    windowOf(program).webContents.emit('preload-error', {}, '', new Error(''));
    await expect.poll(() => program.wanted('question')).toMatchObject([{ window: windowOf(program).id }]);
    expect(program.wanted('show')).toHaveLength(1);
  });

  it('is asked about with a page whose scripts never start, and not with one that starts', async () => {
    const program = await open([], { draws: false });
    const { id } = windowOf(program);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      program.windows.navigating(id);
      program.connection.listen(() => {});
      vi.advanceTimersByTime(600_000);
      program.windows.navigating(id);
      vi.advanceTimersByTime(600_000);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => program.wanted('question')).toHaveLength(1);
    const [question] = program.wanted('question');
    expect(question?.message).toBe('The window stays empty');
    expect(question?.detail).toContain(join(program.dataDir, 'logs', 'milepost.log'));
    expect(program.wanted('show')).toHaveLength(1);
  });

  it.each([
    ['as it was started', undefined, {}],
    [
      'from the file of the AppImage, whose inside is taken away with the process',
      '/opt/Milepost.AppImage',
      { execPath: '/opt/Milepost.AppImage', args: expect.arrayContaining(['--data-dir']) },
    ],
  ])('restarts the program %s', async (_how, appImage, options) => {
    const { argv } = process;
    vi.stubEnv('APPIMAGE', appImage);
    try {
      const program = await open();
      program.user.button = 0;
      process.argv = ['milepost', '--data-dir', program.dataDir];
      // Given to the program's own listener: the test runner listens as well.
      process.listeners('uncaughtException').at(-1)?.(new Error('it failed'), 'uncaughtException');
      await program.whenQuit;
      expect(program.wanted('relaunch')).toEqual([{ kind: 'relaunch', options }]);
    } finally {
      process.argv = argv;
      vi.unstubAllEnvs();
    }
  });

  it('is logged, reported with a way forward, and shown on request', async () => {
    const program = await open();
    const { webContents } = windowOf(program);
    webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    await expect.poll(() => program.wanted('open')).toHaveLength(2);
    expect(await invoke(program, 'diagnostics', 'details')).toMatchObject({
      text: expect.stringMatching(/^Milepost 9\.9\.9\n[\s\S]*the page ended: crashed, 11/u),
    });
    const logFile = join(program.dataDir, 'logs', 'milepost.log');
    const show = () => invoke(program, 'diagnostics', 'showLog');
    expect(await show()).toEqual({ shown: false, logFile });
    expect(program.wanted('file-shown')).toEqual([]);
    click(program);
    expect([await show(), await show()]).toEqual([
      { shown: true, logFile },
      { shown: false, logFile },
    ]);
    expect(program.wanted('file-shown').map(({ path }) => path)).toEqual([logFile]);
  });
});

/** Words of a failure long enough that a few hundred of them fill a log file and the older ones. */
const PADDING = ' 0123456789'.repeat(300);

it('writes no key into a log file that is full and set aside, wherever in a failure the key is', async () => {
  const key = 'Qz.7/plain+words=9';
  const before = new Set(process.listeners('uncaughtException'));
  const beforeRejections = new Set(process.listeners('unhandledRejection'));
  const program = await open(['--marketplace', 'http://127.0.0.1:9']);
  program.user.button = 1;
  program.receive({ kind: 'clipboard', text: key });
  await invoke(program, 'key', 'storeFromClipboard');
  await invoke(program, 'key', 'check').catch(() => undefined);
  const [thrown] = process.listeners('uncaughtException').filter((each) => !before.has(each));
  const [rejected] = process.listeners('unhandledRejection').filter((each) => !beforeRejections.has(each));
  const { [key]: named } = {
    [key]: () => {
      throw new TypeError(`no ${key}`, { cause: new Error(key) });
    },
  };
  const inFrames = () => {
    try {
      named?.();
    } catch (error) {
      return error;
    }
  };
  const cut = Object.assign(new Error(`no\n    at ${key} (x.js:1:2)`), { message: 'no' });
  const odd = [
    inFrames(),
    cut,
    Object.assign(new Error(key), { name: key, code: key }),
    Object.assign(new Error('x'), { stack: null, name: Symbol(key) }),
    new AggregateError([new Error(key)], key),
    key,
    { key },
    null,
  ];
  const { webContents } = windowOf(program);
  for (let round = 0; round < 100; round++) {
    for (const error of odd) {
      thrown?.(error as Error, 'uncaughtException');
      rejected?.(error, Promise.resolve());
    }
    const reason = `${key}${PADDING}`;
    webContents.emit('render-process-gone', {}, { reason, exitCode: 11 });
    webContents.emit('did-fail-load', {}, -6, reason, `app://milepost/?${key}`, true);
    webContents.emit('preload-error', {}, key, inFrames());
    const of = {
      level: 'error',
      message: `TypeError: ${key}`,
      lineNumber: 1,
      sourceId: `app://milepost/${key}`,
    };
    webContents.emit('console-message', of);
    program.electron.app.emit(
      'child-process-gone',
      {},
      { type: 'Utility', name: reason, reason: 'killed', exitCode: 9 },
    );
    const encoded = `${key.replaceAll('/', '%2F')}${PADDING}`;
    webContents.emit('render-process-gone', {}, { reason: encoded, exitCode: 11 });
  }
  const folder = join(program.dataDir, 'logs');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(files.length).toBe(4);
  expect(files.join('')).toContain('an error that nothing caught: TypeError');
  expect(files.map((file) => file.match(/.{10}(?:plain\+words|%2Fplain)/iu)?.[0])).toEqual(
    files.map(() => undefined),
  );
  expect(await invoke(program, 'diagnostics', 'details')).not.toMatchObject({
    text: expect.stringMatching(/plain\+words/iu),
  });
});

/** Every socket that this process opens towards something while `work` runs. */
async function socketsDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const sockets: unknown[] = [];
  const heard = (message: unknown) => void sockets.push(message);
  const channels = ['net.client.socket', 'udp.socket'];
  for (const channel of channels) subscribe(channel, heard);
  try {
    await work();
  } finally {
    for (const channel of channels) unsubscribe(channel, heard);
  }
  return sockets;
}

it('sends nothing from the machine where a page or a process of the program fails', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Opened sockets are published on this channel.
  expect(await socketsDuring(async () => connect(port, '127.0.0.1').destroy())).toHaveLength(1);
  server.close();

  // Its port is never connected to, so no request of the marketplace's is among them.
  const sockets = await socketsDuring(async () => {
    const program = await open(['--marketplace', 'http://127.0.0.1:7']);
    const { webContents } = windowOf(program);
    program.user.button = 1;
    webContents.emit('preload-error', {}, '', new Error('aek_secret'));
    webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    program.electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 });
    await expect.poll(() => program.wanted('question').length).toBeGreaterThan(0);
    expect(await invoke(program, 'diagnostics', 'details')).toMatchObject({
      text: expect.stringContaining('the page ended: crashed, 11'),
    });
    await quit(program);
  });
  expect(sockets).toEqual([]);
});

it.each([
  [
    'win32',
    [
      {
        kind: 'app-user-model-id',
        id: /^appId: (.+)$/mu.exec(readFileSync('electron-builder.yml', 'utf8'))?.[1],
      },
    ],
  ],
  ['linux', []],
  ['darwin', []],
] as const)(
  'uses its package’s name on %s, by which windows and notices are grouped',
  async (platform, taken) => {
    const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    Object.defineProperty(process, 'platform', { ...own, value: platform });
    try {
      expect((await start()).wanted('app-user-model-id')).toEqual(taken);
    } finally {
      Object.defineProperty(process, 'platform', own);
    }
  },
);

it('zooms with the wheel as with the keys', async () => {
  const program = await open();
  const { webContents } = windowOf(program);
  for (const direction of ['in', 'in', 'out']) webContents.emit('zoom-changed', {}, direction);
  expect(webContents.getZoomLevel()).toBe(0.5);
});

it('describes itself in the system’s panel, which has no information of its own on Linux', async () => {
  const program = await open();
  const [{ options } = { options: {} }] = program.wanted('about');
  expect(options).toMatchObject({ applicationName: 'Milepost', applicationVersion: '9.9.9' });
  expect(readFileSync('electron-builder.yml', 'utf8')).toContain(
    `copyright: ${(options as { copyright: string }).copyright}\n`,
  );
});
