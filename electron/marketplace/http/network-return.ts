/**
 * The pause before the first automatic check whether the marketplace is reachable again, in ms; doubled each time.
 */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export type NetworkReturnDeps = {
  isOffline: () => boolean;
  /** A public read, without an account or cost (§1.4). Its result appears in `isOffline`. */
  ask: () => Promise<unknown>;
  /** Runs something later; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
};

export type NetworkReturn = {
  /** Must be called whenever the network's state may have changed. */
  check(): void;
  close(): void;
};

/**
 * Detects that the network is back, so that waiting work continues without a click: quotes, purchases with an unknown
 * outcome, refreshes of the watchlist.
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
