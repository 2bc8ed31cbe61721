/** Requests beyond this are deleted, oldest first. */
export const MAX_ROWS = 20_000;
