/** How rows are written in each format, piece by piece: head, pieces and end make the file. Pure. */
import type { ExportFormat } from '#shared/contract/export.ts';
import { csvOf } from '#shared/csv.ts';
import type { AsItCame, Cell, ExportRow } from './rows.ts';

export type RowFormat = Exclude<ExportFormat, 'ics'>;

export type Writer = {
  /** @param members the names of a row's members, in order */
  head(members: readonly string[]): string;
  /** @param first whether no row was written before */
  piece(rows: readonly ExportRow[], first: boolean): string;
  end: string;
};

const isAsItCame = (cell: Cell): cell is AsItCame =>
  typeof cell === 'object' && cell !== null && 'asItCame' in cell;

const json = (row: ExportRow): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, isAsItCame(cell) ? cell.asItCame : cell]),
    ),
  );

/** A cell for a spreadsheet; what is not told is empty, and texts that are formulas are disarmed by `csvOf`. */
const csvCell = (cell: Cell): string | number => {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'object') return isAsItCame(cell) ? JSON.stringify(cell.asItCame) : cell.join(', ');
  return cell;
};

export const WRITERS: Readonly<Record<RowFormat, Writer>> = {
  csv: {
    // The mark tells spreadsheets that the text is UTF-8.
    head: (members) => `\ufeff${csvOf([members])}`,
    piece: (rows) => csvOf(rows.map((row) => Object.values(row).map(csvCell))),
    end: '',
  },
  json: {
    head: () => '[',
    piece: (rows, first) =>
      rows.map((row, place) => `${first && place === 0 ? '\n' : ',\n'}${json(row)}`).join(''),
    end: '\n]\n',
  },
  ndjson: {
    head: () => '',
    piece: (rows) => rows.map((row) => `${json(row)}\n`).join(''),
    end: '',
  },
};
