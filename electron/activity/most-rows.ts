/** Requests beyond this are forgotten, oldest first. */
export const MOST_ROWS = 20_000;
