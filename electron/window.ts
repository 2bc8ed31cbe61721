import { BrowserWindow, type ProxyConfig, type Session, screen, type WebContents } from 'electron';
import { placeBeside, readWindowState, storeWindowState } from './desktop/window-state.ts';
import { type PageDeps, servedPage } from './hosts/page.ts';

const SCHEME = 'app';
const HOST = 'milepost';
export const APP_ADDRESS = `${SCHEME}://${HOST}/`;

/** Passed to `protocol.registerSchemesAsPrivileged` before Electron is ready. */
export const APP_SCHEME = {
  scheme: SCHEME,
  // The engine caches the page's compiled scripts for the next start.
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** Whether an address belongs to this program; `development` is the address of hot reload, if on. */
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
 * An unreachable proxy, for the local machine too. It stops what request filters do not see: preconnections and WebRTC
 * over TCP. No name is resolved for it, and no program can listen there.
 */
const TO_NOWHERE: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'http://255.255.255.255:9',
  proxyBypassRules: '<-loopback>',
};

/** Chromium switch against DNS prefetching, which an element can request despite any policy or header. */
export const NO_NAMES_IN_ADVANCE = ['blink-settings', 'dnsPrefetchingEnabled=false'] as const;

/** Every network and file address; `app://` is not among them. */
const ELSEWHERE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file://*/*'];

/**
 * Refuses all permissions and network access to pages, even to one that circumvents its own policy: the main process makes
 * requests and writes files. `development` is the address of hot reload, if on.
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
  /** Receives an external link that the page follows. */
  openExternal: (url: string) => void;
  /** Receives a page of this program to open in a new window, as on Ctrl and click. */
  openOwn: (url: string) => void;
};

/** Prevents a page from navigating away, opening windows or embedding other pages. */
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
  // Otherwise a page could prevent its window, and the program, from closing.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
}

export type WindowDeps = {
  dataDir: string;
  preload: string;
  /** `app://milepost/`, or the address of hot reload. */
  address: string;
  /** Whether the page is dark, for the window's background before the first paint. */
  dark: boolean;
  development: boolean;
  /** The open windows, the front one last. */
  beside: readonly BrowserWindow[];
};

/** The page's background in renderer/page.css. */
const BACKGROUND = { light: '#ffffff', dark: '#1b1d1f' };

/** Opens a window with the last size and position, or beside the open ones. */
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
      // macOS has a built-in checker; elsewhere dictionaries would be downloaded.
      spellcheck: process.platform === 'darwin',
      devTools: development,
    },
  });
  window.once('ready-to-show', () => {
    // Maximizing shows the window, so not before its first paint.
    if (maximized) window.maximize();
    else window.show();
  });
  // No UDP around the session's unreachable proxy.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const storePlace = () =>
    storeWindowState(dataDir, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  window.on('close', storePlace);
  // Windows ends its session without closing windows.
  window.on('session-end', storePlace);
  // Load failures are reported by `did-fail-load`.
  window.loadURL(address).catch(() => undefined);
  return window;
}
