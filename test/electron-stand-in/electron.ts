/**
 * The `electron` module for a process without Electron: what Milepost's main process uses of it, over a browser that
 * shows the windows. What it promises is compared with Electron's own declarations at the end of this file.
 */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { type Answer, PAGE_PLACE, type ToProcess, type ToWindows } from './messages.ts';
import type { Holds, OnlyNames } from './surface.ts';

type Electron = typeof import('electron');
type Handler = Parameters<Electron['ipcMain']['handle']>[1];
type PageHandler = (request: Request) => Response | Promise<Response>;

export type StandInDeps = {
  send: (message: ToWindows) => void;
  version: string;
  /** Ends the process. */
  end: (code: number) => void;
};

const EMPTY_RECT = { x: 0, y: 0, width: 1280, height: 800 };

export function electronOver({ send, version, end }: StandInDeps) {
  const paths = new Map<string, string>();
  const handlers = new Map<string, Handler>();
  const pages = new Map<string, PageHandler>();
  const windows: Window[] = [];
  const questions = new Map<number, (button: number) => void>();
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  let ready = false;
  let quitting = false;
  const becameReady = Promise.withResolvers<void>();

  class Contents extends EventEmitter {
    readonly id: number;
    #url = '';
    #destroyed = false;
    #open: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });
    constructor(id: number) {
      super();
      this.id = id;
    }
    getURL() {
      return this.#url;
    }
    isDestroyed() {
      return this.#destroyed;
    }
    isLoading() {
      return this.#url === '';
    }
    isCrashed() {
      return false;
    }
    async loadURL(url: string) {
      this.#url = url;
      send({ kind: 'open', window: this.id, url });
    }
    reload() {
      send({ kind: 'open', window: this.id, url: this.#url });
    }
    send(channel: string, ...payload: unknown[]) {
      if (this.#destroyed) throw new TypeError('Object has been destroyed');
      send({ kind: 'send', window: this.id, channel, payload });
    }
    setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]) {
      this.#open = handler;
    }
    toggleDevTools() {}
    close() {
      if (this.#destroyed) return;
      this.#destroyed = true;
      this.emit('destroyed');
    }
    static opensWindow(contents: Contents, url: string) {
      const details = {
        url,
        frameName: '',
        features: '',
        disposition: 'foreground-tab',
        referrer: { url: '', policy: 'default' },
      };
      return contents.#open(details as Electron.HandlerDetails).action;
    }
  }

  class Window extends EventEmitter {
    readonly id: number;
    readonly webContents: Contents;
    #maximized = false;
    #minimized = false;
    #visible = false;
    #destroyed = false;
    constructor(_options?: Electron.BrowserWindowConstructorOptions) {
      super();
      this.id = nextId();
      this.webContents = new Contents(this.id);
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
      app.emit('browser-window-created', {}, this);
    }
    loadURL(url: string) {
      return this.webContents.loadURL(url);
    }
    show() {
      this.#visible = true;
      this.emit('show');
    }
    showInactive() {
      this.show();
    }
    hide() {
      this.#visible = false;
    }
    focus() {
      this.emit('focus');
    }
    isFocused() {
      return this.#visible;
    }
    isVisible() {
      return this.#visible;
    }
    isDestroyed() {
      return this.#destroyed;
    }
    maximize() {
      this.#maximized = true;
    }
    isMaximized() {
      return this.#maximized;
    }
    isMinimized() {
      return this.#minimized;
    }
    isFullScreen() {
      return false;
    }
    minimize() {
      this.#minimized = true;
    }
    restore() {
      this.#minimized = false;
    }
    getBounds() {
      return EMPTY_RECT;
    }
    getNormalBounds() {
      return EMPTY_RECT;
    }
    setBackgroundColor(_colour: string) {}
    setTitle(_title: string) {}
    flashFrame(_flag: boolean) {}
    reload() {
      this.webContents.reload();
    }
    close() {
      if (this.#destroyed) return;
      let prevented = false;
      this.emit('close', {
        preventDefault: () => {
          prevented = true;
        },
      });
      if (!prevented) this.destroy();
    }
    destroy() {
      if (this.#destroyed) return;
      this.#destroyed = true;
      windows.splice(windows.indexOf(this), 1);
      this.webContents.close();
      send({ kind: 'close', window: this.id });
      this.emit('closed');
      if (windows.length === 0 && !quitting) app.emit('window-all-closed');
    }
    static getAllWindows() {
      return [...windows] as unknown as Electron.BrowserWindow[];
    }
    static getFocusedWindow() {
      return (windows[0] ?? null) as unknown as Electron.BrowserWindow | null;
    }
    static fromWebContents(contents: Electron.WebContents) {
      const found = windows.find((window) => window.webContents.id === contents.id);
      return (found ?? null) as unknown as Electron.BrowserWindow | null;
    }
  }

  const appMembers = {
    isPackaged: true,
    name: 'Milepost',
    getName: () => 'Milepost',
    setName: (_name: string) => {},
    getVersion: () => version,
    getLocale: () => 'en-GB',
    getAppPath: () => join(process.resourcesPath, 'app'),
    getPath: (name: string) => paths.get(name) ?? join(paths.get('userData') ?? '', name),
    setPath: (name: string, path: string) => void paths.set(name, path),
    setAppLogsPath: (_path?: string) => {},
    disableHardwareAcceleration: () => {},
    setAppUserModelId: (_id: string) => {},
    setDesktopName: (_name: string) => {},
    setAboutPanelOptions: () => {},
    showAboutPanel: () => {},
    enableSandbox: () => {},
    requestSingleInstanceLock: () => true,
    hasSingleInstanceLock: () => true,
    releaseSingleInstanceLock: () => {},
    isReady: () => ready,
    whenReady: () => becameReady.promise,
    focus: () => {},
    relaunch: () => {},
    commandLine: {
      appendSwitch: (_name: string, _value?: string) => {},
      appendArgument: (_value: string) => {},
      hasSwitch: (name: string) =>
        process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
      getSwitchValue: (name: string) =>
        process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
      removeSwitch: (_name: string) => {},
    },
    exit: (code?: number) => end(code ?? 0),
    /** Closes the windows, then asks whether it may go, as Electron does. */
    quit: () => {
      if (quitting && windows.length > 0) return;
      quitting = true;
      let prevented = false;
      const event = {
        preventDefault: () => {
          prevented = true;
        },
      };
      app.emit('before-quit', event);
      for (const window of [...windows]) window.close();
      if (!prevented && windows.length === 0) app.emit('will-quit', event);
      if (prevented || windows.length > 0) return;
      app.emit('quit', {}, 0);
      end(0);
    },
  };
  const app = Object.assign(new EventEmitter(), appMembers);

  const ipcMain = {
    handle: (channel: string, handler: Handler) => {
      if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
      handlers.set(channel, handler);
    },
    removeHandler: (channel: string) => void handlers.delete(channel),
  };

  const sessionMembers = {
    protocol: {
      handle: (scheme: string, handler: PageHandler) => void pages.set(scheme, handler),
    },
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: () => {},
    setDevicePermissionHandler: () => {},
    setDisplayMediaRequestHandler: () => {},
    setSpellCheckerEnabled: (_enable: boolean) => {},
    setUserAgent: (_userAgent: string) => {},
    resolveProxy: async (_url: string) => 'DIRECT',
    closeAllConnections: async () => {},
    clearCache: async () => {},
  };
  const defaultSession = Object.assign(new EventEmitter(), sessionMembers);

  let clipboardText = '';
  const clipboard = {
    readText: () => clipboardText,
    writeText: (text: string) => {
      clipboardText = text;
    },
    clear: () => {
      clipboardText = '';
    },
  };

  /** Asked with or without the window that it belongs to. */
  const showMessageBox = (...given: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
    const { message, detail = '', buttons = ['OK'] } = given.at(-1) as Electron.MessageBoxOptions;
    const id = nextId();
    send({ kind: 'question', id, message, detail, buttons: [...buttons] });
    return new Promise((resolve) =>
      questions.set(id, (button) => resolve({ response: button, checkboxChecked: false })),
    );
  };
  const dialog = {
    showErrorBox: (title: string, content: string) => send({ kind: 'error-box', title, content }),
    showMessageBox,
    showSaveDialog: async (): Promise<Electron.SaveDialogReturnValue> => ({ canceled: true, filePath: '' }),
    showOpenDialog: async (): Promise<Electron.OpenDialogReturnValue> => ({ canceled: true, filePaths: [] }),
  };

  class ShownNotification extends EventEmitter {
    static isSupported() {
      return false;
    }
    show() {}
    close() {}
  }

  const shell = {
    openExternal: async (url: string) => send({ kind: 'external', url }),
    openPath: async (_path: string) => '',
    showItemInFolder: (_path: string) => {},
  };
  const nativeThemeMembers = { shouldUseDarkColors: false };
  const powerMonitorMembers = { isOnBatteryPower: () => false };
  const screenMembers = {
    getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as Electron.Display[],
    getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }) as Electron.Display,
  };
  const menu = {
    buildFromTemplate: (_template: unknown[]) =>
      Object.assign(new EventEmitter(), { popup: () => {}, items: [] }),
    setApplicationMenu: (_menu: unknown) => {},
    getApplicationMenu: () => null,
  };
  const electron = {
    app,
    BrowserWindow: Window,
    clipboard,
    dialog,
    ipcMain,
    Menu: menu,
    Notification: ShownNotification,
    nativeTheme: Object.assign(new EventEmitter(), nativeThemeMembers),
    net: { fetch: globalThis.fetch },
    powerMonitor: Object.assign(new EventEmitter(), powerMonitorMembers),
    protocol: { registerSchemesAsPrivileged: (_schemes: Electron.CustomScheme[]) => {} },
    screen: Object.assign(new EventEmitter(), screenMembers),
    session: { defaultSession, fromPartition: () => defaultSession },
    shell,
  };

  // Each line fails to compile where the stand-in has what Electron has not, and names it.
  const _promises: {
    module: OnlyNames<typeof electron, Electron>;
    app: OnlyNames<typeof appMembers, Electron['app']>;
    commandLine: Holds<typeof appMembers.commandLine, Electron['app']['commandLine']>;
    window: OnlyNames<Window, Electron.BrowserWindow>;
    windows: OnlyNames<typeof Window, Electron['BrowserWindow']>;
    contents: OnlyNames<Contents, Electron.WebContents>;
    session: OnlyNames<typeof sessionMembers, Electron.Session>;
    sessions: OnlyNames<typeof electron.session, Electron['session']>;
    protocol: Holds<typeof electron.protocol, Electron['protocol']>;
    ipcMain: Holds<typeof ipcMain, Electron['ipcMain']>;
    clipboard: OnlyNames<typeof clipboard, Electron['clipboard']>;
    dialog: Holds<Omit<typeof dialog, 'showMessageBox'>, Electron['dialog']>;
    question: OnlyNames<typeof dialog, Electron['dialog']>;
    shell: Holds<typeof shell, Electron['shell']>;
    screen: Holds<typeof screenMembers, Electron['screen']>;
    menu: OnlyNames<typeof menu, Electron['Menu']>;
    notification: OnlyNames<ShownNotification, Electron.Notification>;
    net: OnlyNames<typeof electron.net, Electron['net']>;
    nativeTheme: Holds<typeof nativeThemeMembers, Electron['nativeTheme']>;
    powerMonitor: Holds<typeof powerMonitorMembers, Electron['powerMonitor']>;
  } = {
    module: true,
    app: true,
    commandLine: true,
    window: true,
    windows: true,
    contents: true,
    session: true,
    sessions: true,
    protocol: true,
    ipcMain: true,
    clipboard: true,
    dialog: true,
    question: true,
    shell: true,
    screen: true,
    menu: true,
    notification: true,
    net: true,
    nativeTheme: true,
    powerMonitor: true,
  };
  void _promises;

  const contentsOf = (id: number) => windows.find((window) => window.id === id)?.webContents;

  /** What `ipcRenderer.invoke` becomes here: the handler is told the frame that asked. */
  async function invoked({
    window,
    channel,
    input,
  }: Extract<ToProcess, { kind: 'invoke' }>): Promise<Answer> {
    const handler = handlers.get(channel);
    if (handler === undefined) return { ok: false, message: `No handler registered for '${channel}'` };
    const contents = contentsOf(window);
    const event = { sender: contents, senderFrame: { url: contents?.getURL() ?? '', parent: null } };
    try {
      return { ok: true, value: await handler(event as unknown as Electron.IpcMainInvokeEvent, input) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  function receive(message: ToProcess): void {
    switch (message.kind) {
      case 'loaded': {
        const window = windows.find((each) => each.id === message.window);
        window?.webContents.emit('dom-ready');
        window?.webContents.emit('did-finish-load');
        window?.emit('ready-to-show');
        break;
      }
      case 'invoke':
        void invoked(message).then((answer) => send({ kind: 'answer', id: message.id, answer }));
        break;
      case 'input': {
        const contents = contentsOf(message.window);
        contents?.emit('input-event', {}, { type: message.type });
        if (message.type === 'mouseDown')
          contents?.emit('before-mouse-event', { preventDefault: () => {} }, { type: message.type });
        else contents?.emit('before-input-event', { preventDefault: () => {} }, { type: message.type });
        break;
      }
      case 'window-open': {
        const contents = contentsOf(message.window);
        if (contents !== undefined) Contents.opensWindow(contents, message.url);
        break;
      }
      case 'reply':
        questions.get(message.id)?.(message.button);
        questions.delete(message.id);
        break;
      case 'clipboard':
        clipboardText = message.text;
        break;
      case 'window-closed':
        windows.find((window) => window.id === message.window)?.close();
        break;
    }
  }

  return {
    electron,
    receive,
    /** Answers an address of the program's own scheme. */
    page: async (path: string, method: string): Promise<Response> => {
      const handler = pages.get(new URL(PAGE_PLACE).protocol.slice(0, -1));
      if (handler === undefined) return new Response(null, { status: 404 });
      return handler(new Request(`${PAGE_PLACE}${path}`, { method }));
    },
    becomeReady: () => {
      ready = true;
      app.emit('ready');
      becameReady.resolve();
    },
  };
}
