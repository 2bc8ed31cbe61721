/** Tables as CSV. Pure. */

/** A cell that a spreadsheet would run as a formula is told to be text by an apostrophe before it. */
export const disarmed = (cell: string): string => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** RFC 4180: commas, quotes doubled, lines ended by CRLF. Formulas are disarmed. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const field = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map((cell) => field(disarmed(cell))).join(',')}\r\n`).join('');
}
