export type Navigation = {
  /** Goes to a screen, at once or as soon as the page of the window can hear of it. */
  goTo(path: string): void;
  /** The page of the window hears events from here on. */
  pageListens(): void;
  /** The window has no page any more that hears: it was just made, is loading anew, or its process ended. */
  pageLeft(): void;
};

/**
 * Holds where to go until there is a page that can go there. Only the last is held: who asked for two screens one after
 * the other wants to be on the second.
 */
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
