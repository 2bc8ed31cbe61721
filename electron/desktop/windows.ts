import type { BrowserWindow, WebContents } from 'electron';
import { type Navigation, navigationQueue } from './navigation.ts';

export type WindowsDeps = {
  /**
   * Makes a window at a path of the program's own, or at the view that was open last.
   * @param beside the windows that are open, the one in front last
   */
  make: (path: string | undefined, beside: readonly BrowserWindow[]) => BrowserWindow;
  /** Sends a window's page to a path. */
  send: (contents: WebContents, path: string) => void;
};

export type Windows = {
  /** The window in front: the one that a question belongs to. */
  front(): BrowserWindow | undefined;
  all(): readonly BrowserWindow[];
  /** Brings the window to the front, or makes one; does nothing while the program closes. */
  show(): void;
  /** A further window at a path, up to a few. */
  openAt(path: string): void;
  goTo(path: string): void;
  /** The page of a window hears events from here on. */
  pageListens(contents: WebContents): void;
  /** From here on no window is made: closing wins. */
  close(): void;
};

/** Windows at once; more are a page that opens them by itself. */
const MOST = 6;

/** The program's windows: which is in front, and where each is to go once its page can. */
export function createWindows({ make, send }: WindowsDeps): Windows {
  /** In the order in which they were last in front. */
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
