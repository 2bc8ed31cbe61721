/** The order of texts as SQLite compares them by itself: by their letters, the same in every language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
