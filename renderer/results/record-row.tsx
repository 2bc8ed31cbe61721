import { UnstyledButton } from '@mantine/core';
import type { Row } from '@tanstack/react-table';
import { memo } from 'react';
import { formatNumber, plural } from './award-words.ts';
import { dateWords, type features, NUMERIC_COLUMNS, routeWords, type ShownRow } from './record-columns.tsx';
import type { RecordGroupRow } from './record-groups.ts';
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
  /** Among all rows of the selection, from 0. */
  index: number;
  /** Among all rows and headings, for assistive technology; the header is row 1. */
  rowIndex: number;
  tabIndex: number;
};

/** The heading of a group, with what its rows have in common. */
export function GroupRow({
  group,
  rowIndex,
  span,
}: {
  group: RecordGroupRow;
  rowIndex: number;
  span: number;
}) {
  return (
    <tr className={classes.group} aria-rowindex={rowIndex}>
      <th colSpan={span} scope="colgroup">
        {group.title || 'No readable date'}
        <span>
          {plural(group.records, 'record')}
          {group.withSpace === 0
            ? ', no award space'
            : `, ${formatNumber(group.withSpace)} with space${group.cheapest === null ? '' : `, from ${formatNumber(group.cheapest)} miles`}`}
        </span>
      </th>
    </tr>
  );
}

/** A row whose window is on its way. */
export function WaitingRow({ index, rowIndex, tabIndex, span }: Place & { span: number }) {
  return (
    <tr data-index={index} data-waiting aria-rowindex={rowIndex}>
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
  chosen: boolean;
  /** `range` asks for every row from the one chosen last. */
  onChoose: (index: number, range: boolean) => void;
};

/** One record. A click anywhere opens it; by keyboard, the button in its first cell does. */
function DrawnRow(props: LoadedRowProps) {
  const { index, rowIndex, tabIndex, table, row, onFocus, onOpen, chosen, onChoose } = props;
  const { record } = row.original;
  return (
    <tr
      data-index={index}
      data-unavailable={!record.available || undefined}
      data-chosen={chosen || undefined}
      aria-rowindex={rowIndex}
      onClick={() => onOpen(record.versionId)}
    >
      {row.getVisibleCells().map((cell) => (
        <td key={cell.id} data-numeric={NUMERIC_COLUMNS.has(cell.column.id) || undefined}>
          {cell.column.id === 'choose' ? (
            <input
              type="checkbox"
              className={classes.box}
              tabIndex={tabIndex}
              aria-label={`Choose ${routeWords(record)}, ${dateWords(record)}, ${record.programme}`}
              title="Choose; with Shift, every row from the last one chosen"
              checked={chosen}
              onFocus={() => onFocus(index)}
              onClick={(event) => {
                event.stopPropagation();
                onChoose(index, event.shiftKey);
              }}
              onChange={() => undefined}
            />
          ) : cell.column.id === 'date' ? (
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
    before.rowIndex === after.rowIndex &&
    before.chosen === after.chosen &&
    before.onChoose === after.onChoose &&
    before.tabIndex === after.tabIndex &&
    before.columns === after.columns &&
    before.onOpen === after.onOpen,
);
