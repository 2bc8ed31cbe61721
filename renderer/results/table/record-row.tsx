import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';
import { formatNumber } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { dateLabel, routeLabel } from '../../records/award-labels.ts';
import type { RecordColumn } from '../../records/record-columns.tsx';
import classes from '../../records/results.module.css';
import { extentOfGroup } from './group-heading.ts';
import type { RecordGroupRow } from './record-groups.ts';

/** Takes the space of the rows that are out of sight, so that the scroll bar is correct. */
export function RowGap({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row cannot take the focus.
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** The heading of a group, with what its rows have in common; pressing it hides or shows them. */
export function GroupRow({
  group,
  closed,
  onTurn,
  rowIndex,
  tabIndex,
  span,
}: {
  group: RecordGroupRow;
  closed: boolean;
  onTurn: () => void;
  /** Among all rows and headings, for assistive technology; the header is row 1. */
  rowIndex: number;
  tabIndex: number;
  span: number;
}) {
  const Chevron = closed ? IconChevronRight : IconChevronDown;
  return (
    <tr className={classes.group} aria-rowindex={rowIndex}>
      <th colSpan={span} scope="colgroup">
        <button
          type="button"
          className={classes.turner}
          tabIndex={tabIndex}
          aria-expanded={!closed}
          onClick={onTurn}
          onKeyDown={(event) => {
            // As in a tree: left closes, right opens.
            if (event.key === (closed ? 'ArrowRight' : 'ArrowLeft')) onTurn();
          }}
        >
          <Chevron size={15} aria-hidden />
          {group.heading}
          <span>{extentOfGroup(group)}</span>
        </button>
      </th>
    </tr>
  );
}

type TableRowProps = {
  /** Undefined while its window is being read. */
  record: RecordRow | undefined;
  /** Among all rows of the selection, from 0. */
  index: number;
  rowIndex: number;
  tabIndex: number;
  columns: readonly RecordColumn[];
  chosen: boolean;
  /** UTC ms. */
  now: number;
};

const noop = () => undefined;

/** One record, or its placeholder; the body of the table handles clicks and focus in it. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { record, index, rowIndex, tabIndex, columns, chosen, now } = props;
  return (
    <tr
      data-index={index}
      data-waiting={record === undefined || undefined}
      data-unavailable={record?.available === false || undefined}
      data-chosen={chosen || undefined}
      aria-rowindex={rowIndex}
    >
      <td>
        <input
          type="checkbox"
          className={classes.box}
          tabIndex={tabIndex}
          hidden={record === undefined}
          aria-label={
            record &&
            `Choose ${routeLabel(record)}, ${dateLabel(record)}, ${programmeLabel(record.programme)}`
          }
          title="Choose; with Shift, every row from the last one chosen"
          checked={chosen}
          onChange={noop}
        />
      </td>
      <td>
        <button
          type="button"
          tabIndex={tabIndex}
          className={classes.opener}
          title={record && `${record.date ?? record.dateText}: open this record`}
        >
          {record ? dateLabel(record) : `Reading row ${formatNumber(index + 1)}…`}
        </button>
      </td>
      {columns.slice(2).map(({ id, cell }) => (record ? cell(record, now) : <td key={id} />))}
    </tr>
  );
});
