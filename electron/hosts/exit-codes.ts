/** Exit code of a window that could not start and has reported the reason in a dialog. */
export const EXIT_REPORTED = 3;

/** Exit codes of a run without a window, as docs/watching.md lists them. */
export const WATCH_EXIT = {
  /** Everything that was due is done, or nothing was. */
  done: 0,
  cannotStart: 1,
  wrongArguments: 2,
  /** Another Milepost has the data folder, and watches itself. */
  inUse: 4,
  /** Something that was due was not bought; it is tried again. */
  notBought: 5,
  /** A purchase is not settled yet; the next run goes on with it. */
  open: 6,
} as const;
