import { disarmed } from '#shared/csv.ts';

/** Tab-separated, as spreadsheets and word processors paste it. Pure. */
export function tabbedOf(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => disarmed(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}
