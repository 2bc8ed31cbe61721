import { EventEmitter } from 'node:events';
import type { Input, ToSystem } from './messages.ts';

type Bounds = { x: number; y: number; width: number; height: number };

export type WindowsDeps = {
  send: (message: ToSystem) => void;
  /** Called when a window was created and when the last one is closed. */
  made: (window: object, contents: EventEmitter) => void;
  allClosed: () => void;
  /** Called when a page prevented its window from closing. */
  stayed: () => void;
};

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

/** An Electron event that its listeners may prevent. */
function preventable<Members extends object>(members: Members) {
  let prevented = false;
  const event = {
    ...members,
    preventDefault: () => {
      prevented = true;
    },
  };
  return { event, isPrevented: () => prevented };
}

/** Electron's windows and their contents, for one program. */
export function windowsOfElectron({ send, made, allClosed, stayed }: WindowsDeps) {
  const open: Window[] = [];
  let lastId = 0;
  const openHandlers = new WeakMap<Contents, OpenHandler>();
  /** Contents whose page answers no to `beforeunload`. */
  const wantsToStay = new WeakSet<Contents>();

  class Contents extends EventEmitter {
    readonly id: number;
    #url = '';
    #destroyed = false;
    #zoomLevel = 0;
    constructor(id: number) {
      super();
      this.id = id;
    }
    getZoomLevel() {
      return this.#zoomLevel;
    }
    setZoomLevel(level: number) {
      this.#zoomLevel = level;
    }
    setWebRTCIPHandlingPolicy(policy: string) {
      send({ kind: 'webrtc', window: this.id, policy });
    }
    getURL() {
      return this.#url;
    }
    isDestroyed() {
      return this.#destroyed;
    }
    async loadURL(url: string) {
      this.#url = url;
      send({ kind: 'open', window: this.id, url });
    }
    reload() {
      void this.loadURL(this.#url);
    }
    forcefullyCrashRenderer() {
      send({ kind: 'crash', window: this.id });
    }
    send(channel: string, ...payload: unknown[]) {
      if (this.#destroyed) throw new TypeError('Object has been destroyed');
      send({ kind: 'send', window: this.id, channel, payload: structuredClone(payload) });
    }
    setWindowOpenHandler(handler: OpenHandler) {
      openHandlers.set(this, handler);
    }
    close() {
      if (this.#destroyed) return;
      this.#destroyed = true;
      this.emit('destroyed');
    }
  }

  class Window extends EventEmitter {
    readonly id: number;
    readonly webContents: Contents;
    #bounds: Bounds;
    #maximized = false;
    #visible = false;
    #destroyed = false;
    constructor({
      x = 0,
      y = 0,
      width = 800,
      height = 600,
      ...more
    }: Electron.BrowserWindowConstructorOptions) {
      super();
      lastId += 1;
      this.id = lastId;
      this.#bounds = { x, y, width, height };
      this.webContents = new Contents(this.id);
      open.push(this);
      send({ kind: 'window', window: this.id, options: { ...this.#bounds, ...more } });
      this.on('-moved', ({ bounds, maximized }: { bounds: Bounds; maximized: boolean }) => {
        this.#bounds = bounds;
        this.#maximized = maximized;
      });
      made(this, this.webContents);
    }
    loadURL(url: string) {
      return this.webContents.loadURL(url);
    }
    isVisible() {
      return this.#visible;
    }
    show() {
      this.#visible = true;
      send({ kind: 'show', window: this.id });
      this.emit('show');
    }
    focus() {
      send({ kind: 'focus', window: this.id });
      this.emit('focus');
    }
    /** Maximizing shows the window. */
    maximize() {
      this.#maximized = true;
      send({ kind: 'maximize', window: this.id });
      if (!this.#visible) this.show();
    }
    isMaximized() {
      return this.#maximized;
    }
    setOverlayIcon(image: Electron.NativeImage | null, description: string) {
      send({ kind: 'overlay', window: this.id, hasImage: image !== null, description });
    }
    isMinimized() {
      return false;
    }
    restore() {}
    getNormalBounds() {
      return this.#bounds;
    }
    isDestroyed() {
      return this.#destroyed;
    }
    /** The page is asked first, and the window closes later. */
    close() {
      const { event, isPrevented } = preventable({});
      this.emit('close', event);
      if (isPrevented()) return stayed();
      setImmediate(() => {
        const unload = preventable({});
        const stays = wantsToStay.has(this.webContents);
        if (stays) this.webContents.emit('will-prevent-unload', unload.event);
        if (stays && !unload.isPrevented()) stayed();
        else this.destroy();
      });
    }
    destroy() {
      if (this.#destroyed) return;
      this.#destroyed = true;
      open.splice(open.indexOf(this), 1);
      this.webContents.close();
      send({ kind: 'close', window: this.id });
      this.emit('closed');
      if (open.length === 0) allClosed();
    }
    static fromWebContents(contents: unknown) {
      return (open.find(({ webContents }) => webContents === contents) ??
        null) as unknown as Electron.BrowserWindow | null;
    }
    static getAllWindows() {
      return [...open] as unknown as Electron.BrowserWindow[];
    }
  }

  const windowOf = (id: number) => open.find((window) => window.id === id);

  return {
    BrowserWindow: Window,
    Contents,
    open,
    windowOf,
    navigating: (id: number) => {
      const { webContents } = windowOf(id) ?? {};
      webContents?.emit('did-start-navigation', {
        url: webContents.getURL(),
        isMainFrame: true,
        isSameDocument: false,
      });
    },
    loaded: (id: number) => {
      const window = windowOf(id);
      window?.webContents.emit('dom-ready');
      window?.webContents.emit('did-finish-load');
      window?.emit('ready-to-show');
    },
    moved: (id: number, bounds: Bounds, maximized: boolean) => {
      windowOf(id)?.emit('-moved', { bounds, maximized });
    },
    input: (id: number, type: Input) => {
      windowOf(id)?.webContents.emit('input-event', {}, { type });
    },
    /** The answer to a page that wants to open a window. */
    opens: (id: number, url: string): ReturnType<OpenHandler> | undefined => {
      const contents = windowOf(id)?.webContents;
      const handler = contents && openHandlers.get(contents);
      return handler?.({
        url,
        frameName: '',
        features: '',
        disposition: 'foreground-tab',
        referrer: { url: '', policy: 'default' },
      } as Electron.HandlerDetails);
    },
    wantsToStay: (id: number) => {
      const contents = windowOf(id)?.webContents;
      if (contents !== undefined) wantsToStay.add(contents);
    },
    /** Whether the page of a window, or one of its frames, may navigate to an address. */
    mayGo: (id: number, url: string, isMainFrame = true): boolean => {
      const { event, isPrevented } = preventable({ url, isMainFrame });
      windowOf(id)?.webContents.emit('will-frame-navigate', event);
      return !isPrevented();
    },
    mayAttachWebview: (id: number): boolean => {
      const { event, isPrevented } = preventable({});
      windowOf(id)?.webContents.emit('will-attach-webview', event, {}, {});
      return !isPrevented();
    },
  };
}
