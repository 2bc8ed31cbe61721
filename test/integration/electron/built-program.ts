import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { Connection } from '#shared/contract/index.ts';
import { type ElectronStandIn, electronStandIn } from './electron-stand-in.ts';

const out = resolve(import.meta.dirname, '../../../out');

declare global {
  /** The module that `electron` is, while a built bundle is loaded. */
  var electronOfTheTest: Record<string, unknown> | undefined;
}

const NAMES = [
  'app',
  'BrowserWindow',
  'clipboard',
  'dialog',
  'ipcMain',
  'Menu',
  'Notification',
  'nativeTheme',
  'net',
  'protocol',
  'screen',
  'session',
  'shell',
];
const source = NAMES.map(
  (name) => `export const ${name} = globalThis.electronOfTheTest[${JSON.stringify(name)}];`,
).join('\n');
let loaded = 0;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `electron-stand-in:${loaded}`, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith('electron-stand-in:')
      ? { format: 'module', source, shortCircuit: true }
      : next(url, context),
});

/** Takes the built bundle as Electron would, past the test runner's own loader. */
const { importByNode }: { importByNode: (url: string) => Promise<unknown> } = createRequire(import.meta.url)(
  './import-by-node.cjs',
);

/** The frame of the program's own page. */
export const OWN_FRAME = { url: 'app://milepost/results', parent: null };

export type Program = ElectronStandIn & {
  dataDir: string;
  /** What the preload put under `window.milepost`. */
  connection: Connection;
  /** What the program does on signals, taken from this process, which must not end with it. */
  signalListeners: ReadonlyMap<NodeJS.Signals, readonly (() => void)[]>;
};

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Takes away what was put on this process's signals since `before`, and hands it out. */
function takeSignalListeners(before: ReadonlyMap<NodeJS.Signals, readonly unknown[]>) {
  return new Map(
    SIGNALS.map((signal) => {
      const added = process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
      for (const listener of added) process.off(signal, listener);
      return [signal, added.map((listener) => () => listener(signal))] as const;
    }),
  );
}

/**
 * Starts the built main process against a stand-in for Electron, and its built preload in a bare context such as a
 * sandboxed one is: no Node, and no module but `electron`.
 */
export async function startProgram(
  args: readonly string[] = [],
  { dataDir = mkdtempSync(join(tmpdir(), 'milepost-electron-')), holdsLock = true, packaged = false } = {},
): Promise<Program> {
  const stand = electronStandIn({ userData: dataDir, holdsLock, packaged });
  globalThis.electronOfTheTest = stand.electron;
  loaded += 1;
  const argv = process.argv;
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)] as const));
  process.argv = packaged
    ? ['milepost', '--data-dir', dataDir, ...args]
    : ['electron', '.', '--data-dir', dataDir, ...args, '--remote-debugging-port=0'];
  try {
    await importByNode(`${pathToFileURL(join(out, 'main/main.js')).href}?start=${loaded}`);
  } finally {
    process.argv = argv;
  }
  return {
    ...stand,
    dataDir,
    connection: loadPreload(stand),
    signalListeners: takeSignalListeners(before),
  };
}

/** Lets Electron be ready, and waits until the program has opened its window or given up. */
export async function becomeReady(program: Program): Promise<void> {
  const opened = new Promise<void>((done) => program.electron.app.once('web-contents-created', () => done()));
  program.ready.resolve();
  await Promise.race([opened, program.whenQuit]);
}

/** Quits as a user does, and waits until the process would have ended. */
export async function quit(program: Program): Promise<void> {
  program.electron.app.quit();
  await program.whenQuit;
}

function loadPreload(stand: ElectronStandIn): Connection {
  const exposed: Record<string, unknown> = {};
  const heard = new Map<unknown, (channel: string, ...payload: unknown[]) => void>();
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      invoke: (channel: string, input: unknown) => stand.invoke(channel, input, OWN_FRAME),
      on: (channel: string, listener: (event: object, ...payload: unknown[]) => void) => {
        const hear = (sent: string, ...payload: unknown[]) => sent === channel && listener({}, ...payload);
        heard.set(listener, hear);
        for (const window of stand.windows) window.webContents.on('-sent', hear);
      },
      off: (_channel: string, listener: unknown) => {
        const hear = heard.get(listener);
        if (hear !== undefined) for (const window of stand.windows) window.webContents.off('-sent', hear);
      },
    },
  };
  const require = (name: string) => {
    if (name === 'electron') return electron;
    throw new Error(`a sandboxed preload cannot load ${name}`);
  };
  const module = { exports: {} };
  vm.runInNewContext(readFileSync(join(out, 'preload/preload.cjs'), 'utf8'), {
    require,
    module,
    exports: module.exports,
    URL,
  });
  if (Object.keys(exposed).join() !== 'milepost') throw new Error(`exposed: ${Object.keys(exposed).join()}`);
  return exposed.milepost as Connection;
}
