/** Compares texts like SQLite's default collation: by code, in every locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
