/** Requests beyond this are deleted, oldest first. */
export const MOST_ROWS = 20_000;
