import type { ExportFormat } from '#shared/contract/export.ts';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { utcDay } from '#shared/dates.ts';
import { CALENDAR_END, CALENDAR_HEAD, calendarEvents } from './icalendar.ts';
import type { ExportDeps, ExportSource } from './source.ts';
import { WRITERS } from './writers.ts';

/** Rows of one piece: a fraction of a second to read, and some hundred kilobytes of text. */
const PIECE = 2_000;
/** A page that went away without a word leaves its export behind; no more than these are kept. */
const MOST_OPEN = 4;

const MIME_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  ics: 'text/calendar',
};

type Open = {
  source: ExportSource;
  format: ExportFormat;
  eventOf: ReturnType<typeof calendarEvents>;
  rowsDone: number;
};

/** Exports that are read piece by piece, at the back-off of who reads them. */
export function createExports(
  deps: ExportDeps & {
    newId: () => string;
    /** UTC ms. */
    clock: () => number;
  },
): ContractHandlers['export'] {
  const opened = new Map<string, Open>();
  return {
    async begin({ what, format }) {
      if (format === 'ics' && what.view !== 'table' && what.view !== 'chosen')
        fail('not_departures', 'Only departures can become a calendar file, not the figures of this view.');
      // Needed by who exports, and by no start.
      const { openSource } = await import('./source.ts');
      const source = await openSource(deps, what, format);
      const exportId = deps.newId();
      const at = deps.clock();
      opened.set(exportId, { source, format, eventOf: calendarEvents(at), rowsDone: 0 });
      const [oldest] = opened.keys();
      if (opened.size > MOST_OPEN && oldest !== undefined) opened.delete(oldest);
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
      const from = open.rowsDone;
      const text = await pieceOf(open, from);
      if (!opened.has(exportId)) fail('not_found', 'This export was cancelled.');
      open.rowsDone = Math.min(open.source.count, from + PIECE);
      const done = open.rowsDone === open.source.count;
      if (done) opened.delete(exportId);
      return { text, rowsDone: open.rowsDone, done };
    },

    cancel({ exportId }) {
      opened.delete(exportId);
      return undefined;
    },
  };
}

async function pieceOf({ source, format, eventOf }: Open, from: number): Promise<string> {
  const isFirst = from === 0;
  const isLast = from + PIECE >= source.count;
  if (format === 'ics') {
    const records = (await source.records?.(from, PIECE)) ?? [];
    const events = records.map(eventOf).join('');
    return `${isFirst ? CALENDAR_HEAD : ''}${events}${isLast ? CALENDAR_END : ''}`;
  }
  const writer = WRITERS[format];
  const rows = await source.rows(from, PIECE);
  const text = writer.piece(rows, isFirst, source.members);
  return `${isFirst ? writer.head(source) : ''}${text}${isLast ? writer.end(source) : ''}`;
}
