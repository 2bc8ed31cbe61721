/**
 * The `electron` module for a process without Electron: the part that Milepost's main process uses. Its requests to
 * windows and to the system are sent as messages, and answered by them. Its interface is compared with Electron's own
 * declarations at the end of this file.
 */
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Answer, ToProgram, ToSystem } from './messages.ts';
import type { Holds, OnlyNames } from './surface.ts';
import { windowsOfElectron } from './windows-of-electron.ts';

type Module = typeof import('electron');
type Handler = Parameters<Module['ipcMain']['handle']>[1];
type PageHandler = (request: Request) => Response | Promise<Response>;
/** The part of a frame that identifies a message's sender. */
export type Frame = { url: string; parent: object | null };

export type StandInDeps = {
  send: (message: ToSystem) => void;
  version: string;
  packaged: boolean;
  /** The arguments after the program's own name. */
  args: readonly string[];
  /** False where another Milepost runs on the same folder. */
  holdsLock?: boolean;
  /** Ends the process. */
  end: (code: number) => void;
};

export function electronOver({ send, version, packaged, args, holdsLock = true, end }: StandInDeps) {
  const switches = new Set(args.flatMap((arg) => /^--([^=]+)/u.exec(arg)?.[1] ?? []));
  const paths = new Map<string, string>();
  const handlers = new Map<string, Handler>();
  const pages = new Map<string, PageHandler>();
  const permissions: Record<string, (...input: unknown[]) => unknown> = {};
  const questions = new Map<number, (button: number) => void>();
  const saves = new Map<number, (path: string) => void>();
  const notifications = new Map<number, EventEmitter>();
  let menu: readonly object[] = [];
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  let quitting = false;
  let exiting = false;
  const becameReady = Promise.withResolvers<void>();
  let isReady = false;
  /** What Electron refuses once it is ready. */
  const beforeReady = (name: string) => {
    if (isReady) throw new Error(`${name} should be called before app is ready`);
  };
  const powerMonitor = new EventEmitter();

  /** As Electron ends: only `will-quit` can still prevent it. */
  function shutDown(code: number): void {
    if (exiting) return;
    exiting = true;
    app.emit('quit', {}, code);
    end(code);
  }
  function willQuit(): void {
    let prevented = false;
    app.emit('will-quit', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented) quitting = false;
    else shutDown(0);
  }

  const windows = windowsOfElectron({
    send,
    made: (window, contents) => {
      app.emit('web-contents-created', {}, contents);
      app.emit('browser-window-created', {}, window);
    },
    allClosed: () => {
      if (quitting) willQuit();
      else app.emit('window-all-closed');
    },
    stayed: () => {
      quitting = false;
    },
  });

  let dockMenu: Template = [];
  const loginItems: Electron.Settings[] = [];
  const appMembers = {
    isPackaged: packaged,
    isAccessibilitySupportEnabled: () => false,
    getVersion: () => version,
    setPath: (name: string, path: string) => void paths.set(name, path),
    setAppUserModelId: (id: string) => send({ kind: 'app-user-model-id', id }),
    setToastActivatorCLSID: (_id: string) => beforeReady('setToastActivatorCLSID'),
    setAboutPanelOptions: (options: Electron.AboutPanelOptionsOptions) => send({ kind: 'about', options }),
    disableHardwareAcceleration: () => {},
    enableSandbox: () => {
      beforeReady('enableSandbox');
      send({ kind: 'sandboxed' });
    },
    requestSingleInstanceLock: (_additionalData?: Record<string, unknown>) => holdsLock,
    setAsDefaultProtocolClient: (scheme: string) => send({ kind: 'default-protocol', scheme }),
    getLoginItemSettings: (_of?: Electron.LoginItemSettingsOptions) => ({
      openAtLogin: loginItems.at(-1)?.openAtLogin === true,
      wasOpenedAtLogin: false,
    }),
    setLoginItemSettings: (settings: Electron.Settings) => void loginItems.push(settings),
    dock: {
      hide() {},
      setMenu: (built: unknown) => {
        dockMenu = (built as { template: Template }).template;
      },
    },
    setUserTasks: (tasks: Electron.Task[]) => {
      send({ kind: 'user-tasks', tasks });
      return true;
    },
    setBadgeCount: (count = 0) => {
      send({ kind: 'badge', count });
      return true;
    },
    whenReady: () => becameReady.promise,
    relaunch: (options: Electron.RelaunchOptions = {}) => send({ kind: 'relaunch', options }),
    exit: (code = 0) => shutDown(code),
    quit: () => {
      if (quitting || exiting) return;
      let prevented = false;
      app.emit('before-quit', {
        preventDefault: () => {
          prevented = true;
        },
      });
      if (prevented) return;
      quitting = true;
      if (windows.open.length === 0) willQuit();
      for (const window of [...windows.open]) window.close();
    },
    commandLine: {
      hasSwitch: (name: string) => switches.has(name),
      appendSwitch: (name: string, value = '') => send({ kind: 'switch', name, value }),
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

  const keeps = (name: string) => (handler: unknown) => {
    permissions[name] = handler as (...input: unknown[]) => unknown;
  };
  const sessionMembers = {
    protocol: {
      handle: (scheme: string, handler: PageHandler) => void pages.set(scheme, handler),
    },
    webRequest: {
      onBeforeRequest: (filter: unknown, listener: (...input: unknown[]) => void) =>
        keeps('network')((what: 'filter' | 'ask', ...input: unknown[]) =>
          what === 'filter' ? filter : listener(...input),
        ),
    },
    setPermissionRequestHandler: keeps('request'),
    setPermissionCheckHandler: keeps('check'),
    setDevicePermissionHandler: keeps('device'),
    setProxy: async (config: Electron.ProxyConfig) => send({ kind: 'proxy', config }),
  };
  /** A session in which nothing is loaded. */
  const otherSession = { resolveProxy: async (_url: string) => 'DIRECT' };
  const defaultSession = Object.assign(new EventEmitter(), sessionMembers);

  let clipboardText = '';
  const clipboard = {
    readText: async () => clipboardText,
    writeText: async (text: string) => {
      clipboardText = text;
    },
    clear: () => {
      clipboardText = '';
    },
  };

  /** Which window a question is modal to; Electron takes it with one and without. */
  const parentOf = (given: unknown[]): number | null =>
    given[0] instanceof windows.BrowserWindow ? given[0].id : null;
  const dialog = {
    showErrorBox: (_title: string, words: string) => send({ kind: 'error-box', words }),
    showMessageBox: (...given: unknown[]): Promise<Electron.MessageBoxReturnValue> => {
      const {
        message,
        detail = '',
        buttons = [],
        defaultId = -1,
        cancelId = 0,
        signal,
      } = given.at(-1) as Electron.MessageBoxOptions;
      const id = nextId();
      return new Promise((resolve) => {
        questions.set(id, (button) => resolve({ response: button, checkboxChecked: false }));
        signal?.addEventListener('abort', () => {
          if (!questions.delete(id)) return;
          send({ kind: 'taken-back', id });
          resolve({ response: cancelId, checkboxChecked: false });
        });
        send({
          kind: 'question',
          id,
          window: parentOf(given),
          message,
          detail,
          buttons: [...buttons],
          defaultId,
          cancelId,
        });
      });
    },
    showSaveDialog: (...given: unknown[]): Promise<Electron.SaveDialogReturnValue> => {
      const { defaultPath: name = '' } = given.at(-1) as Electron.SaveDialogOptions;
      const id = nextId();
      return new Promise((resolve) => {
        saves.set(id, (filePath) => resolve({ canceled: filePath === '', filePath }));
        send({ kind: 'save-question', id, window: parentOf(given), name });
      });
    },
  };

  class ShownNotification extends EventEmitter {
    readonly title: string;
    readonly body: string;
    constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
      super();
      this.title = title;
      this.body = body;
    }
    static isSupported() {
      send({ kind: 'notifications-asked' });
      return true;
    }
    static handleActivation(_activated: (details: Electron.ActivationArguments) => void) {}
    show() {
      const id = nextId();
      notifications.set(id, this);
      send({ kind: 'notification', id, title: this.title, body: this.body });
    }
  }

  const shell = {
    openExternal: async (url: string) => send({ kind: 'external', url }),
    showItemInFolder: (path: string) => send({ kind: 'file-shown', path }),
  };
  const screenMembers = {
    getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] as Electron.Display[],
  };
  const nativeThemeMembers = { shouldUseDarkColors: false };
  const protocol = {
    registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
      beforeReady('registerSchemesAsPrivileged');
      send({ kind: 'schemes', schemes });
    },
  };
  type Template = readonly Electron.MenuItemConstructorOptions[];
  /** The icons in the tray, each with its menu as it was set last. */
  class TrayIcon extends EventEmitter {
    menu: Template = [];
    toolTip = '';
    readonly isTemplate: boolean;
    constructor(image: { isTemplate: boolean }) {
      super();
      if (!isReady) throw new Error('Cannot create Tray before app is ready');
      this.isTemplate = image.isTemplate;
      trays.push(this);
    }
    setContextMenu(built: unknown) {
      this.menu = (built as { template: Template }).template;
    }
    setToolTip(text: string) {
      this.toolTip = text;
    }
    destroy() {
      trays.splice(trays.indexOf(this), 1);
    }
  }
  const trays: TrayIcon[] = [];
  const nativeImage = {
    createFromBitmap: (pixels: Buffer, { width, height }: { width: number; height: number }) => {
      if (pixels.length !== width * height * 4) throw new Error('not a bitmap of this size');
      return {};
    },
    createFromBuffer: (png: Buffer) => {
      if (png.subarray(1, 4).toString() !== 'PNG') throw new Error('not an image');
      return {
        isTemplate: false,
        addRepresentation: (_options: object) => {},
        setTemplateImage(option: boolean) {
          this.isTemplate = option;
        },
      };
    },
  };
  const Menu = {
    buildFromTemplate: (template: Template) => ({ template }),
    setApplicationMenu: (built: unknown) => {
      menu = (built as { template: Template }).template;
    },
  };

  /** Node's own processes: what is started in one finds its parent there too. */
  const utilityProcess = {
    fork: (file: string, args: string[] = [], { execArgv = [] }: Electron.ForkOptions = {}) => {
      const child = fork(file, args, {
        execArgv,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
      });
      const members = {
        pid: child.pid,
        kill: () => child.kill(),
        postMessage: (message: unknown) => void child.send(message as object),
      };
      const shown = Object.assign(new EventEmitter(), members);
      child.on('message', (message) => shown.emit('message', message));
      child.once('close', (code) => shown.emit('exit', code ?? 1));
      return shown as unknown as Electron.UtilityProcess;
    },
  };

  const electron = {
    app,
    BrowserWindow: windows.BrowserWindow,
    clipboard,
    dialog,
    ipcMain,
    Menu,
    Notification: ShownNotification,
    nativeImage,
    nativeTheme: Object.assign(new EventEmitter(), nativeThemeMembers),
    powerMonitor,
    protocol,
    screen: Object.assign(new EventEmitter(), screenMembers),
    session: { defaultSession, fromPartition: (_name: string) => otherSession },
    shell,
    Tray: TrayIcon,
    utilityProcess,
  };

  // A line fails to compile if the stand-in has something that Electron does not have, and names it.
  void [
    true satisfies OnlyNames<typeof electron, Module>,
    true satisfies OnlyNames<typeof appMembers, Module['app']>,
    true satisfies Holds<
      Pick<typeof appMembers, 'isPackaged' | 'getVersion' | 'setPath' | 'whenReady' | 'exit' | 'quit'>,
      Module['app']
    >,
    true satisfies Holds<typeof appMembers.commandLine, Module['app']['commandLine']>,
    true satisfies OnlyNames<InstanceType<typeof windows.BrowserWindow>, Electron.BrowserWindow>,
    true satisfies OnlyNames<typeof windows.BrowserWindow, Module['BrowserWindow']>,
    true satisfies OnlyNames<InstanceType<typeof windows.Contents>, Electron.WebContents>,
    true satisfies OnlyNames<typeof sessionMembers, Electron.Session>,
    true satisfies OnlyNames<typeof sessionMembers.webRequest, Electron.WebRequest>,
    true satisfies Holds<typeof otherSession, Electron.Session>,
    true satisfies OnlyNames<typeof electron.session, Module['session']>,
    true satisfies Holds<typeof protocol, Module['protocol']>,
    true satisfies Holds<typeof ipcMain, Module['ipcMain']>,
    true satisfies Holds<typeof clipboard, Module['clipboard']>,
    true satisfies Holds<typeof dialog, Module['dialog']>,
    true satisfies Holds<typeof shell, Module['shell']>,
    true satisfies OnlyNames<typeof utilityProcess, Module['utilityProcess']>,
    true satisfies Holds<typeof screenMembers, Module['screen']>,
    true satisfies OnlyNames<typeof Menu, Module['Menu']>,
    true satisfies OnlyNames<ShownNotification, Electron.Notification>,
    true satisfies Holds<typeof nativeThemeMembers, Module['nativeTheme']>,
    true satisfies OnlyNames<typeof nativeImage, Module['nativeImage']>,
  ];

  /** The equivalent of `ipcRenderer.invoke`: clones both ways, and the handler receives the requesting frame. */
  async function invoke(window: number, channel: string, input: unknown, frame?: Frame): Promise<unknown> {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const sender = windows.windowOf(window)?.webContents;
    const event = { sender, senderFrame: frame ?? { url: sender?.getURL() ?? '', parent: null } };
    return structuredClone(
      await handler(event as unknown as Electron.IpcMainInvokeEvent, structuredClone(input)),
    );
  }

  type Receivers = { [Kind in ToProgram['kind']]: (message: Extract<ToProgram, { kind: Kind }>) => void };
  const receivers: Receivers = {
    navigating: ({ window }) => windows.navigating(window),
    loaded: ({ window }) => windows.loaded(window),
    input: ({ window, type }) => windows.input(window, type),
    'window-open': ({ window, url }) => void windows.opens(window, url),
    'led-away': ({ window, url }) => {
      if (windows.mayGo(window, url)) throw new Error(`the window was led to ${url}`);
    },
    invoke: ({ window, id, channel, input }) => {
      const answered = (answer: Answer) => send({ kind: 'answer', window, id, answer });
      void invoke(window, channel, input).then(
        (value) => answered({ ok: true, value }),
        (error: unknown) =>
          answered({ ok: false, message: error instanceof Error ? error.message : String(error) }),
      );
    },
    reply: ({ id, button }) => {
      questions.get(id)?.(button);
      questions.delete(id);
    },
    'save-reply': ({ id, path }) => {
      saves.get(id)?.(path);
      saves.delete(id);
    },
    'notification-click': ({ id }) => void notifications.get(id)?.emit('click'),
    clipboard: ({ text }) => {
      clipboardText = text;
    },
  };

  return {
    electron,
    receive: (message: ToProgram) => (receivers[message.kind] as (message: ToProgram) => void)(message),
    invoke,
    windows,
    paths,
    /** The session's handlers for permissions and for network requests. */
    permissions,
    /** The channels that have handlers. */
    channels: () => [...handlers.keys()],
    /** The template of the application's menu. */
    menu: () => menu as Template,
    /** The template of the dock's menu. */
    dockMenu: () => dockMenu,
    clipboardText: () => clipboardText,
    trays,
    /** The machine wakes up. */
    wakesUp: () => powerMonitor.emit('resume'),
    becomeReady: () => {
      isReady = true;
      becameReady.resolve();
    },
    /** The system shuts down; whether the program delays it. */
    systemShutsDown: (): boolean => {
      let delayed = false;
      powerMonitor.emit('shutdown', {
        preventDefault: () => {
          delayed = true;
        },
      });
      return delayed;
    },
    /** Answers an address of the program's own scheme. */
    page: async (request: Request): Promise<Response> => {
      const serve = pages.get(new URL(request.url).protocol.slice(0, -1));
      if (serve === undefined) throw new Error(`${request.url} is not served`);
      return serve(request);
    },
  };
}

export type StandIn = ReturnType<typeof electronOver>;
