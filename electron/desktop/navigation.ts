export type Navigation<What> = {
  /** Tells the window's page something, at once or as soon as it receives events. */
  goTo(what: What): void;
  /** To be called when the window's page starts to receive events. */
  pageListens(): void;
  /** To be called when the page no longer receives events: the window is new, reloads, or its process ended. */
  pageLeft(): void;
};

/** Holds the latest screen or command until the page can receive it; an earlier one is superseded. */
export function navigationQueue<What>(send: (what: What) => void): Navigation<What> {
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
