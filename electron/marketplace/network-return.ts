/** How long is waited before the marketplace is asked by itself whether it is there again, milliseconds; doubled each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export type NetworkReturnDeps = {
  isOffline: () => boolean;
  /** One public read: it needs no account and costs nothing (§1.4). How it ends is seen in `isOffline`. */
  ask: () => Promise<unknown>;
  /** Runs something later; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void;
};

export type NetworkReturn = {
  /** To be called whenever the network's state may have changed. */
  look(): void;
  close(): void;
};

/**
 * Finds out by itself that the network is back, so that what waits for it goes on without a click: a form that could not
 * ask for a quote, a purchase whose outcome is not known yet, a look of the watchlist.
 */
export function watchForReturn({ isOffline, ask, after }: NetworkReturnDeps): NetworkReturn {
  let pauseMs = FIRST_PAUSE_MS;
  let callOff: (() => void) | null = null;
  let asking = false;
  let closed = false;

  const look = (): void => {
    if (closed || asking) return;
    if (!isOffline()) {
      callOff?.();
      callOff = null;
      pauseMs = FIRST_PAUSE_MS;
    } else callOff ??= after(pauseMs, () => void askAgain());
  };

  const askAgain = async (): Promise<void> => {
    callOff = null;
    asking = true;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await ask().catch(() => undefined);
    asking = false;
    look();
  };

  return {
    look,
    close: () => {
      closed = true;
      callOff?.();
    },
  };
}
