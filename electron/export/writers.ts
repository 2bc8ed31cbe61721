/** Writers of each format: head, pieces and end make up the file. Pure. */
import type { ExportFormat } from '#shared/contract/export.ts';
import { type CsvStyle, csvOf, factCell, factsCsv } from '#shared/csv.ts';
import type { AsItCame, Cell, ExportRow } from './rows.ts';

export type RowFormat = Exclude<ExportFormat, 'ics'>;

/** The member names of the rows, in order, and their owner, if any. */
type Written = { members: readonly string[]; of?: ExportRow };

export type Writer = {
  head(written: Written, csv?: CsvStyle): string;
  /** @param first whether this is the first piece with rows */
  piece(rows: readonly ExportRow[], first: boolean, members: readonly string[], csv?: CsvStyle): string;
  end(written: Written): string;
};

const isAsItCame = (cell: Cell): cell is AsItCame =>
  typeof cell === 'object' && cell !== null && 'asItCame' in cell;

const json = (row: ExportRow): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, isAsItCame(cell) ? cell.asItCame : cell]),
    ),
  );

/** A cell for a spreadsheet; `csvOf` escapes formulas. */
const csvCell = (cell: Cell) => (isAsItCame(cell) ? JSON.stringify(cell.asItCame) : factCell(cell));

export const WRITERS: Readonly<Record<RowFormat, Writer>> = {
  csv: {
    head: ({ members }, csv) => factsCsv(members, [], csv),
    piece: (rows, _first, members, csv) =>
      csvOf(
        rows.map((row) => members.map((name) => csvCell(row[name] ?? null))),
        csv,
      ),
    end: () => '',
  },
  json: {
    head: ({ of }) => (of === undefined ? '[' : `${json(of).slice(0, -1)},"items":[`),
    piece: (rows, first) =>
      rows.map((row, place) => `${first && place === 0 ? '\n' : ',\n'}${json(row)}`).join(''),
    end: ({ of }) => (of === undefined ? '\n]\n' : '\n]}\n'),
  },
  ndjson: {
    head: () => '',
    piece: (rows) => rows.map((row) => `${json(row)}\n`).join(''),
    end: () => '',
  },
};
