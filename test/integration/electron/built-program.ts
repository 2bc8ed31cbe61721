import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { Connection } from '#shared/contract/index.ts';
import { standInForElectron } from '../../electron-stand-in/as-electron.ts';
import { electronOver, type Frame, type StandIn } from '../../electron-stand-in/electron.ts';
import { PAGE_PLACE, type ToSystem } from '../../electron-stand-in/messages.ts';

const out = resolve(import.meta.dirname, '../../../out');

/** Loads the built bundle as Electron would, bypassing the test runner's loader. */
const { importByNode }: { importByNode: (url: string) => Promise<unknown> } = createRequire(import.meta.url)(
  './import-by-node.cjs',
);

/** The frame of the program's own page. */
export const OWN_FRAME: Frame = { url: `${PAGE_PLACE}/results`, parent: null };

type Wanted<Kind extends ToSystem['kind']> = Extract<ToSystem, { kind: Kind }>;

export type Program = StandIn & {
  dataDir: string;
  /** All requests of one kind to windows and to the system, in order. */
  wanted<Kind extends ToSystem['kind']>(kind: Kind): Wanted<Kind>[];
  /** How the user answers: with which button, and where they save (nowhere if empty). */
  user: { button: number; savePath: string };
  /** The codes that the process was ended with. */
  exits: number[];
  /** Resolves when the process is ended. */
  whenQuit: Promise<void>;
  /** What the preload exposed as `window.milepost`. */
  connection: Connection;
  /** The program's signal handlers, removed from this process, which must not end with it. */
  signalListeners: ReadonlyMap<NodeJS.Signals, readonly (() => void)[]>;
};

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Removes the handlers added to this process's signals since `before`, and returns them. */
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
 * Starts the built main process against a stand-in for Electron, and its built preload in a bare context like a
 * sandboxed one: no Node, and no module but `electron`.
 */
export async function startProgram(
  args: readonly string[] = [],
  {
    dataDir = mkdtempSync(join(tmpdir(), 'milepost-electron-')),
    holdsLock = true,
    packaged = false,
    /** Whether its pages get rendered. */
    draws = true,
  } = {},
): Promise<Program> {
  const heard: ToSystem[] = [];
  const listeners = new Set<Hear>();
  const user = { button: 0, savePath: '' };
  const exits: number[] = [];
  const ended = Promise.withResolvers<void>();
  const stand = electronOver({
    version: '9.9.9',
    packaged,
    args,
    holdsLock,
    end: (code) => {
      exits.push(code);
      ended.resolve();
    },
    send: (message) => {
      heard.push(message);
      // Answered later, like everything outside the process.
      setImmediate(() => {
        if (message.kind === 'open') {
          if (draws) stand.receive({ kind: 'loaded', window: message.window });
        } else if (message.kind === 'send' && message.window === FIRST_WINDOW)
          for (const hear of listeners) hear(message.channel, ...message.payload);
        else if (message.kind === 'question')
          stand.receive({ kind: 'reply', id: message.id, button: user.button });
        else if (message.kind === 'save-question')
          stand.receive({ kind: 'save-reply', id: message.id, path: user.savePath });
      });
    },
  });
  const start = standInForElectron(stand);
  const argv = process.argv;
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)] as const));
  process.argv = packaged
    ? ['milepost', '--data-dir', dataDir, ...args]
    : ['electron', '.', '--data-dir', dataDir, ...args, '--remote-debugging-port=0'];
  try {
    await importByNode(`${pathToFileURL(join(out, 'main/main.js')).href}?start=${start}`);
  } finally {
    process.argv = argv;
  }
  const wanted: Program['wanted'] = (kind) =>
    heard.filter((message): message is Wanted<typeof kind> => message.kind === kind);
  return {
    ...stand,
    dataDir,
    wanted,
    user,
    exits,
    whenQuit: ended.promise,
    connection: loadPreload(stand, listeners),
    signalListeners: takeSignalListeners(before),
  };
}

/** Makes Electron ready, and waits until the program has opened its window or given up. */
export async function becomeReady(program: Program): Promise<void> {
  const opened = new Promise<void>((done) => program.electron.app.once('web-contents-created', () => done()));
  program.becomeReady();
  await Promise.race([opened, program.whenQuit]);
}

/** Quits as a user does, and waits until the process would have ended. */
export async function quit(program: Program): Promise<void> {
  program.electron.app.quit();
  await program.whenQuit;
}

/** What the preload of the first window receives, on any channel. */
type Hear = (channel: string, ...payload: unknown[]) => void;
const FIRST_WINDOW = 1;

function loadPreload(stand: StandIn, listeners: Set<Hear>): Connection {
  const exposed: Record<string, unknown> = {};
  const heard = new Map<unknown, Hear>();
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      invoke: (channel: string, input: unknown) => stand.invoke(FIRST_WINDOW, channel, input, OWN_FRAME),
      on: (channel: string, listener: (event: object, ...payload: unknown[]) => void) => {
        const hear: Hear = (sent, ...payload) => sent === channel && listener({}, ...payload);
        heard.set(listener, hear);
        listeners.add(hear);
      },
      off: (_channel: string, listener: unknown) => {
        const hear = heard.get(listener);
        if (hear !== undefined) listeners.delete(hear);
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
