import type { ExportFormat } from '#shared/contract/export.ts';
import type { CsvStyle } from '#shared/csv.ts';
import { CALENDAR_END, CALENDAR_HEAD, calendarEvents } from './icalendar.ts';
import type { ExportSource } from './source.ts';
import { WRITERS } from './writers.ts';

/** Rows of one piece: read in a fraction of a second, with some hundred kilobytes of text. */
const PIECE = 2_000;

/** Reads the text of rows from an index on; returns the index after them. */
export type ReadPiece = (from: number) => Promise<{ text: string; rowsDone: number }>;

/** Reads an export piece by piece, in its format. @param at when it began, UTC ms */
export function piecesOf(
  source: ExportSource,
  format: ExportFormat,
  { at, csv }: { at: number; csv?: CsvStyle | undefined },
): ReadPiece {
  return async (from) => {
    const isFirst = from === 0;
    const isLast = from + PIECE >= source.count;
    const rowsDone = Math.min(source.count, from + PIECE);
    if (format === 'ics') {
      const events = calendarEvents((await source.departures?.(from, PIECE)) ?? [], at);
      return { text: `${isFirst ? CALENDAR_HEAD : ''}${events}${isLast ? CALENDAR_END : ''}`, rowsDone };
    }
    const writer = WRITERS[format];
    const rows = await source.rows(from, PIECE);
    const text = writer.piece(rows, isFirst, source.members, csv);
    return {
      text: `${isFirst ? writer.head(source, csv) : ''}${text}${isLast ? writer.end(source) : ''}`,
      rowsDone,
    };
  };
}
