/** Tables as CSV. Pure. */

/** A cell that a spreadsheet would run as a formula is told to be text by an apostrophe before it. */
export const disarmed = (cell: string): string => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);

/**
 * RFC 4180: commas, quotes doubled, lines ended by CRLF. Texts that are formulas are disarmed; a number is none, also
 * where it is negative.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const field = (cell: string | number) => {
    const text = typeof cell === 'number' ? String(cell) : disarmed(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
