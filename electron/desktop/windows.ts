import type { BrowserWindow, WebContents } from 'electron';
import type { CommandId } from '#shared/commands.ts';

/** What a window's page is asked for, as its event. */
type PageEvent =
  | { name: 'navigate'; payload: { to: string } }
  | { name: 'command'; payload: { id: CommandId } }
  | { name: 'opened'; payload: Record<string, never> };

export type WindowsDeps = {
  /**
   * Creates a window at a path of the program, or at the last open view.
   * @param beside the open windows, the front one last
   */
  make: (path: string | undefined, beside: readonly BrowserWindow[]) => BrowserWindow;
  send: (contents: WebContents, event: PageEvent) => void;
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
  /** Has the front window's page do something; brings it to the front, or creates one. */
  tell(event: PageEvent): void;
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
  const ways = new Map<WebContents, Navigation<PageEvent>>();
  let closing = false;

  function add(path?: string): BrowserWindow | undefined {
    if (closing) return undefined;
    const window = make(path, open);
    const { webContents } = window;
    const way = navigationQueue<PageEvent>((event) => send(webContents, event));
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
  function tell(event: PageEvent): void {
    const window = show();
    if (window !== undefined) ways.get(window.webContents)?.goTo(event);
  }
  return {
    front: () => open.at(-1),
    all: () => [...open],
    show: () => void show(),
    openAt: (path) => {
      if (open.length < MOST) add(path);
    },
    goTo: (to) => tell({ name: 'navigate', payload: { to } }),
    tell,
    pageListens: (contents) => ways.get(contents)?.pageListens(),
    close: () => {
      closing = true;
    },
  };
}

type Navigation<What> = {
  /** Tells the window's page something, at once or as soon as it receives events. */
  goTo(what: What): void;
  /** To be called when the window's page starts to receive events. */
  pageListens(): void;
  /** To be called when the page no longer receives events: the window is new, reloads, or its process ended. */
  pageLeft(): void;
};

/** Holds the latest screen or command until the page can receive it; an earlier one is superseded. */
function navigationQueue<What>(send: (what: What) => void): Navigation<What> {
  let listening = false;
  let waiting: What | null = null;
  return {
    goTo: (what) => {
      if (listening) send(what);
      else waiting = what;
    },
    pageListens: () => {
      listening = true;
      if (waiting !== null) send(waiting);
      waiting = null;
    },
    pageLeft: () => {
      listening = false;
    },
  };
}
