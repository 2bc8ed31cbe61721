/** What the watching thread is given: the main thread's counts, what it began last (UTF-8, ended by 0), and the log. */
export type HangWatch = { shared: SharedArrayBuffer; said: SharedArrayBuffer; file: string };

/** The place of the turns that the main thread has made, and of whether it was asked to end. */
export const TURNS = 0;
export const ENDS = 1;
