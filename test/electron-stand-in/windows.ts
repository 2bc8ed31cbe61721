import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { PAGE_PLACE, type ToProgram, type ToSystem } from './messages.ts';
import { BINDING, type FromPreload, PRELOAD_WORLD, pageScript, preloadScript } from './worlds.ts';

type Question = Extract<ToSystem, { kind: 'question' }>;

/** Milepost's packed main process, and its windows in a browser. */
export type StandInApplication = {
  /** Resolves once the first window shows the program's page; rejects where the program ends before. */
  firstWindow(): Promise<Page>;
  /** The open windows, in the order of their creation. */
  windows(): Promise<Page[]>;
  /** Puts a text on the system's clipboard. */
  copy(text: string): void;
  clickNotification(id: number): void;
  /** How the user answers the questions outside the page, by the number of the button. */
  answer(button: (question: Question) => number): void;
  /** Resolves once the process next answers a request on this channel. */
  answered(channel: string): Promise<unknown>;
  /** All requests of the program to its windows and to the system so far. */
  wanted: readonly ToSystem[];
  close(): Promise<void>;
};

export type StandInStart = {
  browser: Browser;
  /** The unpacked archive. */
  app: string;
  version: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Where the user saves the file of this name. */
  savePath: (name: string) => string;
  onOutput: (words: string) => void;
};

/** One window: a page with the preload in a separate world. */
async function windowIn(page: Page, preload: string, receive: (message: FromPreload) => void) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  let world: number | null = null;
  /** Messages during a navigation are for the previous page, which no longer exists. */
  const run = (expression: string) => {
    if (world === null) return;
    void devtools.send('Runtime.evaluate', { contextId: world, expression }).catch(() => {});
  };
  devtools.on('Runtime.executionContextCreated', ({ context: created }) => {
    if (created.name === PRELOAD_WORLD && created.auxData?.frameId === mainFrame) world = created.id;
  });
  devtools.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId === world) world = null;
  });
  devtools.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name === BINDING && executionContextId === world) receive(JSON.parse(payload));
  });
  await devtools.send('Page.enable');
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  await devtools.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD });
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadScript(preload),
    worldName: PRELOAD_WORLD,
  });
  await page.addInitScript(pageScript());
  await devtools.send('Runtime.enable');
  return { page, devtools, run };
}

type Shown = { page: Page; run: (expression: string) => void };

/** Processes the messages to windows in order: each waits until its page exists. */
function showWindows(start: StandInStart, context: BrowserContext, notify: (message: ToProgram) => void) {
  const preload = readFileSync(join(start.app, 'out/preload/preload.cjs'), 'utf8');
  const shown = new Map<number, Promise<Shown>>();
  /** Pages being created for windows; any other was opened by a page. */
  let making = 0;
  let place = '';
  const nameOf = (address: string) =>
    address.startsWith(`${place}/`) ? `${PAGE_PLACE}${address.slice(place.length)}` : address;

  async function make(window: number): Promise<Shown> {
    making += 1;
    const page = await context.newPage();
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        notify({ kind: 'navigating', window });
    });
    page.on('load', () => notify({ kind: 'loaded', window }));
    const { devtools, ...shownHere } = await windowIn(page, preload, (message) =>
      notify({ ...message, window }),
    );
    // A navigation of a page: Electron asks the program first.
    devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
      const own = request.url.startsWith(`${place}/`);
      if (!own) notify({ kind: 'led-away', window, url: request.url });
      void devtools
        .send(own ? 'Fetch.continueRequest' : 'Fetch.failRequest', {
          requestId,
          errorReason: 'Aborted',
        } as never)
        .catch(() => {});
    });
    await devtools.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
    return shownHere;
  }
  // A window opened by a page: Electron asks the program, which shows one of its own or none.
  context.on('page', async (page) => {
    if (making > 0) {
      making -= 1;
      return;
    }
    const opener = await page.opener();
    if (page.url() === 'about:blank') await page.waitForURL(/^(?!about:)/u).catch(() => {});
    const [[first] = []] = shown;
    for (const [window, showing] of shown)
      if ((await showing).page === opener || (opener === null && window === first))
        notify({ kind: 'window-open', window, url: nameOf(page.url()) });
    await page.close();
  });

  return {
    at: (port: number) => {
      place = `http://127.0.0.1:${port}`;
    },
    make: (window: number) => void shown.set(window, make(window)),
    open: async (window: number, url: string): Promise<Page> => {
      const showing = await shown.get(window);
      if (showing === undefined) throw new Error(`window ${window} is not there`);
      await showing.page.goto(`${place}${url.slice(PAGE_PLACE.length)}`);
      return showing.page;
    },
    run: (window: number, expression: string) => void shown.get(window)?.then(({ run }) => run(expression)),
    close: (window: number) => {
      void shown.get(window)?.then(({ page }) => page.close());
      shown.delete(window);
    },
    pages: async () => (await Promise.all(shown.values())).map(({ page }) => page),
  };
}

/** Starts the main process of an unpacked archive in a process of its own and shows its windows in `browser`. */
export async function launchStandIn(start: StandInStart): Promise<StandInApplication> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, 'process.ts'),
    [start.app, start.version, ...start.args],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...start.env },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += String(chunk);
      start.onOutput(String(chunk));
    });
  const notify = (message: ToProgram) => {
    if (child.connected) child.send(message);
  };
  const context = await start.browser.newContext();
  /** Channels of the pending requests, by window and number. */
  const waiting = new Map<string, string>();
  const answers = new EventEmitter();
  const windows = showWindows(start, context, (message) => {
    if (message.kind === 'invoke') waiting.set(`${message.window}.${message.id}`, message.channel);
    notify(message);
  });
  const first = Promise.withResolvers<Page>();
  first.promise.catch(() => {});
  const wanted: ToSystem[] = [];
  let chosen: (question: Question) => number = ({ cancelId }) => cancelId;

  child.on('message', (message: ToSystem) => {
    wanted.push(message);
    switch (message.kind) {
      case 'listening':
        windows.at(message.port);
        break;
      case 'window':
        windows.make(message.window);
        break;
      case 'open':
        windows.open(message.window, message.url).then(first.resolve, first.reject);
        break;
      case 'close':
        windows.close(message.window);
        break;
      case 'answer': {
        const { window, id, answer } = message;
        windows.run(window, `fromProcess(${JSON.stringify({ id, ...answer })})`);
        answers.emit(waiting.get(`${window}.${id}`) ?? '');
        waiting.delete(`${window}.${id}`);
        break;
      }
      case 'send': {
        const { window, channel, payload } = message;
        windows.run(window, `heardFromProcess(${JSON.stringify(channel)}, ${JSON.stringify(payload)})`);
        break;
      }
      case 'question':
        notify({ kind: 'reply', id: message.id, button: chosen(message) });
        break;
      case 'save-question':
        notify({ kind: 'save-reply', id: message.id, path: start.savePath(message.name) });
        break;
    }
  });
  child.once('exit', (code) => {
    const errors = wanted.flatMap((message) => (message.kind === 'error-box' ? message.words : []));
    first.reject(
      new Error(`ended with ${String(code)} before a window was shown: ${said}${errors.join('\n')}`),
    );
  });
  return {
    firstWindow: () => first.promise,
    windows: windows.pages,
    copy: (text) => notify({ kind: 'clipboard', text }),
    clickNotification: (id) => notify({ kind: 'notification-click', id }),
    answer: (button) => {
      chosen = button;
    },
    answered: (channel) => once(answers, channel),
    wanted,
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const removed = once(child, 'exit');
        child.kill('SIGTERM');
        await removed;
      }
      await context.close();
    },
  };
}
