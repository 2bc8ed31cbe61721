import { EventEmitter } from 'node:events';

type Handler = (event: unknown, input: unknown) => unknown;
type PageHandler = (request: Request) => Promise<Response>;
type Frame = { url: string; parent: object | null };

/** A window's contents: what was done to them is recorded, and events are sent by the tests. */
class Contents extends EventEmitter {
  readonly sent: unknown[][] = [];
  url = '';
  destroyed = false;
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  reloads = 0;
  reload() {
    this.reloads += 1;
  }
  crashes = 0;
  forcefullyCrashRenderer() {
    this.crashes += 1;
  }
  async loadURL(url: string) {
    this.url = url;
  }
  getURL() {
    return this.url;
  }
  isDestroyed() {
    return this.destroyed;
  }
  /** Like Electron's: payloads are cloned as they cross. */
  send(channel: string, ...payload: unknown[]) {
    this.sent.push([channel, ...structuredClone(payload)]);
    this.emit('-sent', channel, ...structuredClone(payload));
  }
  setWindowOpenHandler(handler: Contents['openHandler']) {
    this.openHandler = handler;
  }
}

/**
 * The parts of the `electron` module that Milepost uses, recording what is asked of them. It stands in where the runtime
 * cannot be had, so that the built bundles are what is tested.
 */
export function electronStandIn(options: { userData: string; holdsLock?: boolean; packaged?: boolean }) {
  const paths = new Map([['userData', options.userData]]);
  const windows: Window[] = [];
  const handlers = new Map<string, Handler>();
  const pages = new Map<string, PageHandler>();
  const calls = {
    schemes: [] as unknown[],
    menu: [] as unknown[],
    opened: [] as string[],
    errors: [] as string[],
    questions: [] as { message: string; detail: string; buttons: string[]; parent: object }[],
    /** Which button the user presses when asked. */
    answer: 0,
    exits: [] as number[],
    /** How often the program asked to be started again. */
    relaunched: 0,
    /** Where the user saves what they are asked about; empty where they cancel. */
    savePath: '',
    saveQuestions: [] as { defaultPath: string }[],
    popups: [] as unknown[],
    shownFiles: [] as string[],
    /** Notifications of the system that were shown. */
    notifications: [] as (EventEmitter & { options: { title: string; body: string } })[],
    fetched: [] as unknown[][],
    sandboxed: false,
  };
  const permissions: Record<string, (...args: never[]) => unknown> = {};
  const ready = Promise.withResolvers<void>();
  const whenQuit = Promise.withResolvers<void>();
  let hasQuit = false;
  void whenQuit.promise.then(() => {
    hasQuit = true;
  });

  const app = Object.assign(new EventEmitter(), {
    isPackaged: options.packaged === true,
    getVersion: () => '9.9.9',
    getPath: (name: string) => paths.get(name) ?? '',
    setPath: (name: string, path: string) => paths.set(name, path),
    enableSandbox: () => {
      calls.sandboxed = true;
    },
    requestSingleInstanceLock: () => options.holdsLock !== false,
    whenReady: () => ready.promise,
    exit: (code: number) => {
      calls.exits.push(code);
      whenQuit.resolve();
    },
    relaunch: () => {
      calls.relaunched += 1;
    },
    /** Closes the windows, then asks whether it may go, as Electron does. */
    quit: () => {
      app.emit('before-quit', {});
      for (const window of [...windows]) window.close();
      let prevented = false;
      app.emit('will-quit', {
        preventDefault: () => {
          prevented = true;
        },
      });
      if (!prevented) whenQuit.resolve();
    },
  });

  class Window extends EventEmitter {
    readonly webContents = new Contents();
    shown = false;
    focused = 0;
    maximized = false;
    bounds = { x: 10, y: 20, width: 1280, height: 800 };
    readonly options: Record<string, unknown>;
    constructor(given: Record<string, unknown>) {
      super();
      this.options = given;
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    async loadURL(url: string) {
      await this.webContents.loadURL(url);
      this.emit('ready-to-show');
    }
    show() {
      this.shown = true;
    }
    focus() {
      this.focused += 1;
    }
    maximize() {
      this.maximized = true;
    }
    isMaximized() {
      return this.maximized;
    }
    isMinimized() {
      return false;
    }
    restore() {}
    getNormalBounds() {
      return this.bounds;
    }
    close() {
      if (!windows.includes(this)) return;
      this.emit('close', {});
      windows.splice(windows.indexOf(this), 1);
      this.webContents.destroyed = true;
      this.emit('closed');
      if (windows.length === 0) app.emit('window-all-closed');
    }
    static getAllWindows() {
      return [...windows];
    }
  }

  const session = {
    protocol: { handle: (scheme: string, handler: PageHandler) => pages.set(scheme, handler) },
    resolveProxy: async (_url: string) => 'DIRECT',
    setPermissionRequestHandler: (handler: (...args: never[]) => unknown) => {
      permissions.request = handler;
    },
    setPermissionCheckHandler: (handler: (...args: never[]) => unknown) => {
      permissions.check = handler;
    },
    setDevicePermissionHandler: (handler: (...args: never[]) => unknown) => {
      permissions.device = handler;
    },
  };
  const clipboard = {
    text: '',
    /** Electron answers this later, like a browser does. */
    readText: async () => clipboard.text,
    writeText: async (text: string) => {
      clipboard.text = text;
    },
    clear: () => {
      clipboard.text = '';
    },
  };
  class ShownNotification extends EventEmitter {
    static isSupported = () => true;
    readonly options: { title: string; body: string };
    constructor(options: { title: string; body: string }) {
      super();
      this.options = options;
    }
    show() {
      calls.notifications.push(this);
    }
  }
  const electron = {
    app,
    BrowserWindow: Window,
    clipboard,
    dialog: {
      showErrorBox: (_title: string, words: string) => calls.errors.push(words),
      showMessageBox: async (
        parent: object,
        question: { message: string; detail: string; buttons: string[] },
      ) => {
        calls.questions.push({ ...question, parent });
        return { response: calls.answer };
      },
      showSaveDialog: async (_parent: object, question: { defaultPath: string }) => {
        calls.saveQuestions.push(question);
        return { canceled: calls.savePath === '', filePath: calls.savePath };
      },
    },
    ipcMain: {
      handle: (channel: string, handler: Handler) => {
        if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
        handlers.set(channel, handler);
      },
      removeHandler: (channel: string) => handlers.delete(channel),
    },
    Menu: {
      buildFromTemplate: (template: object) =>
        Object.assign(template, { popup: () => calls.popups.push(template) }),
      setApplicationMenu: (template: unknown) => calls.menu.push(template),
    },
    Notification: ShownNotification,
    nativeTheme: { shouldUseDarkColors: false },
    net: {
      fetch: (...args: Parameters<typeof fetch>) => {
        calls.fetched.push(args);
        return fetch(...args);
      },
    },
    protocol: { registerSchemesAsPrivileged: (schemes: unknown) => calls.schemes.push(schemes) },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    session: { defaultSession: session },
    shell: {
      openExternal: async (url: string) => {
        calls.opened.push(url);
      },
      showItemInFolder: (file: string) => {
        calls.shownFiles.push(file);
      },
    },
  };

  /** What `ipcRenderer.invoke` does: clones both ways, and names the frame that asked. */
  const invoke = async (channel: string, input: unknown, frame: Frame): Promise<unknown> => {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(
      await handler({ senderFrame: frame, sender: windows[0]?.webContents }, structuredClone(input)),
    );
  };

  return {
    electron,
    calls,
    handlers,
    pages,
    permissions,
    windows,
    paths,
    ready,
    whenQuit: whenQuit.promise,
    hasQuit: () => hasQuit,
    invoke,
  };
}

export type ElectronStandIn = ReturnType<typeof electronStandIn>;
