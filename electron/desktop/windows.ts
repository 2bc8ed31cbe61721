import type { BrowserWindow, WebContents } from 'electron';
import { type Navigation, navigationQueue } from './navigation.ts';

export type WindowsDeps = {
  /**
   * Creates a window at a path of the program, or at the last open view.
   * @param beside the open windows, the front one last
   */
  make: (path: string | undefined, beside: readonly BrowserWindow[]) => BrowserWindow;
  /** Navigates a window's page to a path. */
  send: (contents: WebContents, path: string) => void;
  /** Called before the last window closes; true if it is to stay until the user has answered. */
  lastCloses?: () => boolean;
};

export type Windows = {
  /** The front window, to which questions are modal. */
  front(): BrowserWindow | undefined;
  all(): readonly BrowserWindow[];
  /** Brings a window to the front, or creates one; does nothing while the program closes. */
  show(): void;
  /** Opens a further window at a path, up to a limit. */
  openAt(path: string): void;
  goTo(path: string): void;
  /** To be called when a window's page starts to receive events. */
  pageListens(contents: WebContents): void;
  /** Prevents further windows while the program closes. */
  close(): void;
};

/** Most windows; bounds a page that opens them automatically. */
const MOST = 6;

/** Tracks the program's windows, which one is in front, and their pending navigations. */
export function createWindows({ make, send, lastCloses = () => false }: WindowsDeps): Windows {
  /** Ordered by when they were last in front. */
  const open: BrowserWindow[] = [];
  const ways = new Map<WebContents, Navigation>();
  let closing = false;

  function add(path?: string): BrowserWindow | undefined {
    if (closing) return undefined;
    const window = make(path, open);
    const { webContents } = window;
    const way = navigationQueue((to) => send(webContents, to));
    open.push(window);
    ways.set(webContents, way);
    window.on('focus', () => {
      open.splice(open.indexOf(window), 1);
      open.push(window);
    });
    window.on('close', (event) => {
      if (!closing && open.length === 1 && lastCloses()) event.preventDefault();
    });
    window.on('closed', () => {
      open.splice(open.indexOf(window), 1);
      ways.delete(webContents);
    });
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) way.pageLeft();
    });
    webContents.on('render-process-gone', way.pageLeft);
    return window;
  }
  function show(): BrowserWindow | undefined {
    const window = open.at(-1);
    if (window === undefined || closing) return add();
    if (window.isMinimized()) window.restore();
    window.focus();
    return window;
  }
  return {
    front: () => open.at(-1),
    all: () => [...open],
    show: () => void show(),
    openAt: (path) => {
      if (open.length < MOST) add(path);
    },
    goTo: (path) => {
      const window = show();
      if (window !== undefined) ways.get(window.webContents)?.goTo(path);
    },
    pageListens: (contents) => ways.get(contents)?.pageListens(),
    close: () => {
      closing = true;
    },
  };
}
