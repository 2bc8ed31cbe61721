import { useCallback, useMemo } from 'react';
import { DEFAULT_TABLE } from '#shared/contract/program/preferences.ts';
import { ALL_COLUMNS, type RecordColumn } from '../../records/record-columns.tsx';
import { useSavedPreferences } from '../../status/save-preferences.ts';
import { COMPACT_ROW_HEIGHT, ROW_HEIGHT } from '../../ui/rows-in-sight.ts';
import { columnsInOrder, moved, withWidths } from './column-layout.ts';

export type Place = { target: string; behind: boolean };

/** The table's layout: order and width of its columns, height of its rows, and how to change each. */
export function useTableLayout() {
  const { preferences, save } = useSavedPreferences();
  const { table } = preferences;
  const columns = useMemo(() => withWidths(columnsInOrder(ALL_COLUMNS, table.order), table.widths), [table]);
  const move = useCallback(
    ({ id, name }: RecordColumn, place: Place) => {
      const order = moved(
        columns.map((column) => column.id),
        id,
        place,
      );
      if (order !== null) save((now) => ({ table: { ...now.table, order } }), `${name} moved`);
    },
    [columns, save],
  );
  const size = useCallback(
    (widths: Readonly<Record<string, number>>) =>
      save(({ table: now }) => ({ table: { ...now, widths: { ...now.widths, ...widths } } }), 'Width saved'),
    [save],
  );
  return {
    /** All of them, shown or not. */
    columns,
    /** Whether the columns have their own widths; otherwise they share that of the window. */
    isSized: Object.keys(table.widths).length > 0,
    rows: table.rows,
    rowHeight: table.rows === 'compact' ? COMPACT_ROW_HEIGHT : ROW_HEIGHT,
    move,
    size,
    setRows: (rows: typeof table.rows) =>
      save((now) => ({ table: { ...now.table, rows } }), `Rows are ${rows}`),
    /** Null where nothing was changed. */
    reset:
      table.order.length === 0 && Object.keys(table.widths).length === 0
        ? null
        : () => save((now) => ({ table: { ...DEFAULT_TABLE, rows: now.table.rows } }), 'Columns reset'),
  };
}
