import type { ActivityRow } from '#shared/contract/program/activity.ts';
import { type CsvStyle, factsCsv } from '#shared/csv.ts';

const COLUMNS: readonly (readonly [string, (row: ActivityRow) => string | number | null])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['role', ({ role }) => role],
  ['method', ({ method }) => method],
  ['origin', ({ origin }) => origin],
  ['path', ({ path }) => path],
  ['status', ({ status }) => status],
  ['duration in ms', ({ durationMs }) => durationMs],
  ['bytes', ({ bytes }) => bytes],
  ['attempt', ({ attempt }) => attempt],
  ['request id sent', ({ requestIdSent }) => requestIdSent],
  ['request id', ({ requestId }) => requestId],
  ['error code', ({ errorCode }) => errorCode],
  ['notices', ({ notices }) => notices.join('; ')],
];

/** Activity as the text of a file. Rows contain no headers or bodies, and so no key; formulas are escaped for spreadsheets. */
export function activityText(rows: readonly ActivityRow[], format: 'csv' | 'json', csv?: CsvStyle): string {
  if (format === 'csv')
    return factsCsv(
      COLUMNS.map(([name]) => name),
      rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
      csv,
    );
  return `${JSON.stringify(
    rows.map(({ id: _, at, ...row }) => ({ at: new Date(at).toISOString(), ...row })),
    null,
    2,
  )}\n`;
}
