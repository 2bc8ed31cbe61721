export type Navigation = {
  /** Navigates to a screen, at once or as soon as the window's page receives events. */
  goTo(path: string): void;
  /** To be called when the window's page starts to receive events. */
  pageListens(): void;
  /** To be called when the page no longer receives events: the window is new, reloads, or its process ended. */
  pageLeft(): void;
};

/** Holds the latest navigation until the page can receive it; an earlier one is superseded. */
export function navigationQueue(send: (path: string) => void): Navigation {
  let listening = false;
  let waiting: string | null = null;
  return {
    goTo: (path) => {
      if (listening) send(path);
      else waiting = path;
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
