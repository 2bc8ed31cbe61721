import type { ExportFormat } from '#shared/contract/export.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { utcDay } from '#shared/dates.ts';
import type { ReadPiece } from './pieces.ts';
import type { ExportDeps } from './source.ts';

/** Most open exports; bounds those left by pages that disappeared. */
const MAX_OPEN = 4;

const MIME_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  ics: 'text/calendar',
};

type Open = {
  readPiece: ReadPiece;
  rows: number;
  rowsDone: number;
};

/** Exports that the page reads piece by piece. */
export function createExports(
  deps: ExportDeps & {
    newId: () => string;
    /** UTC ms. */
    clock: () => number;
  },
): ContractHandlers['export'] {
  const opened = new Map<string, Open>();
  return {
    async begin({ what, format, csv }) {
      if (format === 'ics' && what.view !== 'table' && what.view !== 'chosen')
        fail('not_departures', 'Only departures can become a calendar file, not the figures of this view.');
      // Loaded on demand: no start needs it.
      const [{ openSource }, { piecesOf }] = await Promise.all([
        import('./source.ts'),
        import('./pieces.ts'),
      ]);
      const source = await openSource(deps, what, format);
      const exportId = deps.newId();
      const at = deps.clock();
      opened.set(exportId, {
        readPiece: piecesOf(source, format, { at, csv }),
        rows: source.count,
        rowsDone: 0,
      });
      const [oldest] = opened.keys();
      if (opened.size > MAX_OPEN && oldest !== undefined) opened.delete(oldest);
      const day = utcDay(at);
      return {
        exportId,
        rows: source.count,
        fileName: `milepost-${what.view === 'table' || what.view === 'chosen' ? 'records' : what.view}-${day}.${format}`,
        mimeType: MIME_TYPES[format],
      };
    },

    async next({ exportId }) {
      const open = opened.get(exportId);
      if (open === undefined) fail('not_found', 'This export was cancelled, or Milepost was started anew.');
      const { text, rowsDone } = await open.readPiece(open.rowsDone);
      if (!opened.has(exportId)) fail('not_found', 'This export was cancelled.');
      open.rowsDone = rowsDone;
      const done = rowsDone === open.rows;
      if (done) opened.delete(exportId);
      return { text, rowsDone, done };
    },

    cancel({ exportId }) {
      opened.delete(exportId);
      return undefined;
    },
  };
}
