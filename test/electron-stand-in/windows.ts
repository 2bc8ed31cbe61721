import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Answer, ToProcess, ToWindows } from './messages.ts';
import { BINDING, type FromPreload, PRELOAD_WORLD, pageScript, preloadScript } from './worlds.ts';

/** Milepost's packed main process, and the window that it opened, in a browser. */
export type StandInApplication = {
  /** Resolves once the first window shows the program's page; rejects where the program ends before. */
  firstWindow(): Promise<Page>;
  /** Puts a text where the system's clipboard is. */
  copy(text: string): void;
  /** How the user answers the questions outside the page, by the number of the button; 0 at first. */
  answer(button: (question: { message: string; detail: string; buttons: string[] }) => number): void;
  /** Addresses that went to the system's browser. */
  opened: readonly string[];
  /** What the system's error boxes said. */
  errors: readonly string[];
  close(): Promise<void>;
};

export type StandInStart = {
  browser: Browser;
  /** The unpacked archive. */
  app: string;
  version: string;
  args: readonly string[];
  env?: Record<string, string>;
  hear: (words: string) => void;
};

/** One window: a page of its own with the preload in a world beside the page's. */
async function windowIn(context: BrowserContext, preload: string, receive: (message: FromPreload) => void) {
  const page = await context.newPage();
  const devtools: CDPSession = await context.newCDPSession(page);
  let world: number | null = null;
  /** What the process says while a page changes is for the page that asked, which has gone. */
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
  return {
    page,
    answer: (id: number, answer: Answer) => run(`fromProcess(${JSON.stringify({ id, ...answer })})`),
    send: (channel: string, payload: unknown[]) =>
      run(`heardFromProcess(${JSON.stringify(channel)}, ${JSON.stringify(payload)})`),
  };
}

type Shown = Awaited<ReturnType<typeof windowIn>>;

/** Starts the main process of an unpacked archive in a process of its own and shows its windows in `browser`. */
export async function launchStandIn(start: StandInStart): Promise<StandInApplication> {
  const preload = readFileSync(join(start.app, 'out/preload/preload.cjs'), 'utf8');
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
      start.hear(String(chunk));
    });
  const notify = (message: ToProcess) => {
    if (child.connected) child.send(message);
  };
  const context = await start.browser.newContext();
  const shown = new Map<number, Promise<Shown>>();
  const first = Promise.withResolvers<Page>();
  const opened: string[] = [];
  const errors: string[] = [];
  let place = '';
  let chosen: Parameters<StandInApplication['answer']>[0] = () => 0;

  const show = async (window: number, url: string) => {
    const known = shown.get(window);
    const showing =
      known ??
      windowIn(context, preload, (message) => {
        if (message.kind === 'input') notify({ ...message, window });
        else
          void shown.get(window)?.then(() => {
            notify({ ...message, window });
          });
      });
    shown.set(window, showing);
    const { page } = await showing;
    if (known === undefined)
      page.on('popup', (popup) => {
        // A window that the page wanted: Electron asks the program, which opens none.
        const requested =
          popup.url() === '' || popup.url() === 'about:blank' ? popup.waitForURL(/^(?!about:)/u) : null;
        void Promise.resolve(requested)
          .catch(() => {})
          .then(() => notify({ kind: 'window-open', window, url: popup.url() }))
          .then(() => popup.close());
      });
    const { pathname, search, hash } = new URL(url);
    await page.goto(`${place}${pathname}${search}${hash}`);
    notify({ kind: 'loaded', window });
    first.resolve(page);
  };

  child.on('message', (message: ToWindows) => {
    switch (message.kind) {
      case 'listening':
        place = `http://127.0.0.1:${message.port}`;
        break;
      case 'open':
        show(message.window, message.url).catch(first.reject);
        break;
      case 'close':
        void shown.get(message.window)?.then(({ page }) => page.close());
        shown.delete(message.window);
        break;
      case 'answer':
        // Only one window of one process asks here; a second one would need the window's number beside the id.
        for (const window of shown.values())
          void window.then(({ answer }) => answer(message.id, message.answer));
        break;
      case 'send':
        void shown.get(message.window)?.then(({ send }) => send(message.channel, message.payload));
        break;
      case 'question':
        notify({ kind: 'reply', id: message.id, button: chosen(message) });
        break;
      case 'external':
        opened.push(message.url);
        break;
      case 'error-box':
        errors.push(`${message.title}: ${message.content}`);
        break;
    }
  });
  child.once('exit', (code) =>
    first.reject(
      new Error(`ended with ${String(code)} before a window was shown: ${said}${errors.join('\n')}`),
    ),
  );
  first.promise.catch(() => {});
  return {
    firstWindow: () => first.promise,
    copy: (text) => notify({ kind: 'clipboard', text }),
    answer: (button) => {
      chosen = button;
    },
    opened,
    errors,
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
