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
  check(): void;
  close(): void;
};

/**
 * Finds out by itself that the network is back, so that what waits for it goes on without a click: a form that could not
 * ask for a quote, a purchase whose outcome is not known yet, a refresh of the watchlist.
 */
export function watchForReturn({ isOffline, ask, after }: NetworkReturnDeps): NetworkReturn {
  let pauseMs = FIRST_PAUSE_MS;
  let callOff: (() => void) | null = null;
  let checking = false;
  let closed = false;

  const check = (): void => {
    if (closed || checking) return;
    if (!isOffline()) {
      callOff?.();
      callOff = null;
      pauseMs = FIRST_PAUSE_MS;
    } else callOff ??= after(pauseMs, () => void readAgain());
  };

  const readAgain = async (): Promise<void> => {
    callOff = null;
    checking = true;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await ask().catch(() => undefined);
    checking = false;
    check();
  };

  return {
    check,
    close: () => {
      closed = true;
      callOff?.();
    },
  };
}
