import { BrowserWindow, type ProxyConfig, type Session, screen, type WebContents } from 'electron';
import { placeBeside, readWindowState, storeWindowState } from './desktop/window-state.ts';
import { type PageDeps, servedPage } from './hosts/page.ts';

const SCHEME = 'app';
const HOST = 'milepost';
export const APP_ADDRESS = `${SCHEME}://${HOST}/`;

/** What `protocol.registerSchemesAsPrivileged` must be given before Electron is ready: `app://` is a page's own place. */
export const APP_SCHEME = {
  scheme: SCHEME,
  // The engine caches what it makes of the page's scripts for the next start.
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** Whether an address is a page of this program; `development` is the address of hot reload, where that is on. */
export function isOwnPage(url: string, development?: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  if (parsed.protocol === `${SCHEME}:` && parsed.host === HOST) return true;
  return development !== undefined && parsed.origin === URL.parse(development)?.origin;
}

/** Serves the built renderer at `app://milepost/` and nothing else under that scheme. */
export function serveApp(session: Session, deps: PageDeps): void {
  const page = servedPage(deps);
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    if (url.host !== HOST || request.method !== 'GET') return new Response(null, { status: 404 });
    const { body, ...answer } = page(url.pathname);
    return new Response(body, answer);
  });
}

/**
 * A proxy that is none, this machine not excepted: what is no request, and so not asked about, ends there. That is a
 * connection made in advance and WebRTC over TCP. No name is looked up for it, and no program can listen there.
 */
const TO_NOWHERE: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'http://255.255.255.255:9',
  proxyBypassRules: '<-loopback>',
};

/** For Chromium's command line: a page has names looked up in advance by an element that no policy or header holds back. */
export const NO_NAMES_IN_ADVANCE = ['blink-settings', 'dnsPrefetchingEnabled=false'] as const;

/** Every address of a network and of the disk; `app://` is none of them. */
const ELSEWHERE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'];

/**
 * No page of this program needs the camera, a place, a device, or a network: the main process speaks to it, and writes
 * files. All that is asked for is refused, also to a page that got round its own policy. `development` is the address
 * of hot reload, where that is on.
 */
export async function closeSession(session: Session, development?: string): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  if (development !== undefined) return;
  session.webRequest.onBeforeRequest({ urls: ELSEWHERE }, (_request, answer) => answer({ cancel: true }));
  await session.setProxy(TO_NOWHERE);
}

export type GuardDeps = {
  isOwnPage: (url: string) => boolean;
  /** Receives a link that the page wanted to follow elsewhere. */
  openExternal: (url: string) => void;
  /** Receives a page of this program that is wanted in a window of its own, as with Ctrl and a click. */
  openOwn: (url: string) => void;
};

/** Keeps any page in its place: it cannot be led away, open windows or hold other pages. */
export function guardContents(
  contents: WebContents,
  { isOwnPage: own, openExternal, openOwn }: GuardDeps,
): void {
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && own(event.url)) return;
    event.preventDefault();
    if (event.isMainFrame) openExternal(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!own(event.url)) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    if (own(url)) openOwn(url);
    else openExternal(url);
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // A page that wants to stay would keep its window, and with it the whole program, from ever being closed.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
}

export type WindowDeps = {
  dataDir: string;
  preload: string;
  /** What to open: `app://milepost/`, or hot reload's address. */
  address: string;
  /** Whether its page will be dark: the window has the page's background before its page is rendered. */
  dark: boolean;
  development: boolean;
  /** The windows that are open, the one in front last. */
  beside: readonly BrowserWindow[];
};

/** The background of the page in renderer/page.css. */
const BACKGROUND = { light: '#ffffff', dark: '#1b1d1f' };

/** Opens a window where the last one was and as large as it was, or beside those that are open. */
export function openWindow(deps: WindowDeps): BrowserWindow {
  const { dataDir, preload, address, dark, development, beside } = deps;
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const open = beside.map((other) => other.getNormalBounds());
  const { maximized, ...place } =
    open.length === 0 ? readWindowState(dataDir, areas) : { ...placeBeside(open, areas), maximized: false };
  const window = new BrowserWindow({
    ...place,
    minWidth: 720,
    minHeight: 560,
    show: false,
    backgroundColor: dark ? BACKGROUND.dark : BACKGROUND.light,
    title: 'Milepost',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // macOS brings its own; elsewhere the dictionaries would be fetched.
      spellcheck: process.platform === 'darwin',
      devTools: development,
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  // No UDP past the session's proxy, which leads nowhere.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  window.on('close', () =>
    storeWindowState(dataDir, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  // What does not load is reported by `did-fail-load`.
  window.loadURL(address).catch(() => undefined);
  return window;
}
