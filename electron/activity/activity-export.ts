import type { ActivityRow } from '#shared/contract/program/activity.ts';
import { csvOf } from '#shared/csv.ts';

const COLUMNS: readonly (readonly [string, (row: ActivityRow) => string])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['role', ({ role }) => role],
  ['method', ({ method }) => method],
  ['origin', ({ origin }) => origin],
  ['path', ({ path }) => path],
  ['status', ({ status }) => (status === null ? '' : String(status))],
  ['duration in ms', ({ durationMs }) => String(durationMs)],
  ['bytes', ({ bytes }) => String(bytes)],
  ['attempt', ({ attempt }) => String(attempt)],
  ['request id sent', ({ requestIdSent }) => requestIdSent],
  ['request id', ({ requestId }) => requestId ?? ''],
  ['error code', ({ errorCode }) => errorCode ?? ''],
  ['notices', ({ notices }) => notices.join('; ')],
];

/** Activity as the text of a file. Rows contain no headers or bodies, and so no key; formulas are escaped for spreadsheets. */
export function activityText(rows: readonly ActivityRow[], format: 'csv' | 'json'): string {
  if (format === 'csv')
    return csvOf([COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))]);
  return `${JSON.stringify(
    rows.map(({ id: _, at, ...row }) => ({ at: new Date(at).toISOString(), ...row })),
    null,
    2,
  )}\n`;
}
