/** Tables as CSV. Pure. */

/** Marks a cell that a spreadsheet would run as a formula as text, with an apostrophe before it. */
export const disarmed = (cell: string): string => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** A figure as its exact decimal digits, which no JavaScript number could represent: `{ exact: '-0.022000' }`. */
export type ExactFigure = { readonly exact: string };

/**
 * RFC 4180: commas, quotes doubled, lines ended by CRLF. Texts that are formulas are disarmed; figures, even negative
 * ones, are not.
 */
export function csvOf(rows: readonly (readonly (string | number | ExactFigure)[])[]): string {
  const field = (cell: string | number | ExactFigure) => {
    const text =
      typeof cell === 'number' ? String(cell) : typeof cell === 'string' ? disarmed(cell) : cell.exact;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** A fact as a file writes it; null where it is not known. */
export type Fact = string | number | boolean | null | readonly string[];

/** A fact as a cell: empty where it is not known; a list is joined with commas. */
export function factCell(fact: Fact): string | number {
  if (fact === null) return '';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return typeof fact === 'object' ? fact.join(', ') : fact;
}

/** Marks a text as UTF-8 for spreadsheets. */
export const UTF8_MARK = '\ufeff';

/** A file of facts under their names. */
export const factsCsv = (names: readonly string[], rows: readonly (readonly Fact[])[]): string =>
  `${UTF8_MARK}${csvOf([names, ...rows.map((row) => row.map(factCell))])}`;
