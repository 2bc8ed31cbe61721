import type { ExportFormat, ExportView } from '#shared/contract/export.ts';
import type { CsvStyle } from '#shared/csv.ts';
import { csvStyle, formatNumber, plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { piecesOf } from '../ui/file-pieces.ts';
import { saveAndNotify } from '../ui/save-file.ts';
import { announce } from '../ui/status-messages.ts';
import { storeOf } from '../ui/store.ts';

type ExportUnderWay = { exportId: string; fileName: string; rows: number; rowsDone: number };
type State = { underWay: ExportUnderWay | null; error: unknown };

/** One export at a time; it continues while the user works elsewhere. */
const { read, set, useValue } = storeOf<State>({ underWay: null, error: null });

export { useValue as useExport };

const isUnderWay = (exportId: string): boolean => read().underWay?.exportId === exportId;

/** Reads an export in pieces and hands the user the file. */
export async function startExport(
  what: ExportView,
  format: ExportFormat,
  csv: CsvStyle = csvStyle(),
): Promise<void> {
  if (read().underWay !== null) return;
  let own: string | null = null;
  try {
    const { exportId, rows, fileName, mimeType } = await api.export.begin({ what, format, csv });
    own = exportId;
    set({ underWay: { exportId, fileName, rows, rowsDone: 0 }, error: null });
    const parts: string[] = [];
    for await (const { text, rowsDone } of piecesOf(() => api.export.next({ exportId }))) {
      if (!isUnderWay(exportId)) return;
      parts.push(text);
      set({ underWay: { exportId, fileName, rows, rowsDone }, error: null });
    }
    // A row may be several flights.
    const events = parts.join('').match(/^BEGIN:VEVENT\r$/gmu)?.length ?? 0;
    const written = format === 'ics' ? plural(events, 'event') : plural(rows, 'row');
    await saveAndNotify(fileName, mimeType, parts, written);
    set({ underWay: null, error: null });
  } catch (error) {
    // Cancelling is not an error, and another export may be in progress since.
    if (own !== null && !isUnderWay(own)) return;
    set({ underWay: null, error });
  }
}

export function cancelExport(): void {
  const { underWay } = read();
  if (underWay === null) return;
  set({ underWay: null, error: null });
  announce(`The export was cancelled after ${formatNumber(underWay.rowsDone)} rows. No file was written.`);
  void api.export.cancel({ exportId: underWay.exportId }).catch(() => undefined);
}

export const forgetExportError = (): void => set({ ...read(), error: null });
