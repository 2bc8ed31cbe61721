import { UnstyledButton } from '@mantine/core';
import type { Row } from '@tanstack/react-table';
import { memo } from 'react';
import { formatNumber } from './award-words.ts';
import { dateWords, type features, NUMERIC_COLUMNS, type ShownRow } from './record-columns.tsx';
import type { RecordTableModel } from './record-table-head.tsx';
import classes from './results.module.css';

/** Stands in for the rows that are out of sight, so that the scroll bar tells the truth. */
export function RowGap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot take the focus.
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

type Place = {
  /** Among all rows of the selection, from 0; the header is row 1 for assistive technology. */
  index: number;
  tabIndex: number;
};

/** A row whose window is on its way. */
export function WaitingRow({ index, tabIndex, span }: Place & { span: number }) {
  return (
    <tr data-index={index} data-waiting aria-rowindex={index + 2}>
      <td colSpan={span}>
        <UnstyledButton tabIndex={tabIndex} className={classes.opener}>
          Reading row {formatNumber(index + 1)}…
        </UnstyledButton>
      </td>
    </tr>
  );
}

type LoadedRowProps = Place & {
  table: RecordTableModel;
  row: Row<typeof features, ShownRow>;
  /** Which columns are shown; a row is drawn anew only where its record, its place or these change. */
  columns: string;
  onFocus: (index: number) => void;
  onOpen: (versionId: number) => void;
};

/** One record. A click anywhere opens it; by keyboard, the button in its first cell does. */
function DrawnRow({ index, tabIndex, table, row, onFocus, onOpen }: LoadedRowProps) {
  const { record } = row.original;
  return (
    <tr
      data-index={index}
      data-unavailable={!record.available || undefined}
      aria-rowindex={index + 2}
      onClick={() => onOpen(record.versionId)}
    >
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-numeric={NUMERIC_COLUMNS.has(cell.column.id) || undefined}>
          {cell.column.id === 'date' ? (
            <UnstyledButton
              tabIndex={tabIndex}
              className={classes.opener}
              onFocus={() => onFocus(index)}
              title="Open this record"
            >
              {dateWords(record)}
            </UnstyledButton>
          ) : (
            <table.FlexRender cell={cell} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** Scrolling brings a few new rows and leaves the rest as they are: those are not drawn again. */
export const LoadedRow = memo(
  DrawnRow,
  (before, after) =>
    before.row.original.record === after.row.original.record &&
    before.index === after.index &&
    before.tabIndex === after.tabIndex &&
    before.columns === after.columns &&
    before.onOpen === after.onOpen,
);
