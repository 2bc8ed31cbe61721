/** Tables as text for other programs. Pure. */

/** A cell that a spreadsheet would run as a formula is told to be text by an apostrophe before it. */
const plain = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** RFC 4180: commas, quotes doubled, lines ended by CRLF. Formulas are made plain. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const field = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map((cell) => field(plain(cell))).join(',')}\r\n`).join('');
}

/** Tab-separated, as spreadsheets and word processors paste it. */
export function tabbedOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => plain(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}
