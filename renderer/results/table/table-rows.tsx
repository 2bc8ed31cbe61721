import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
} from 'react';
import type { RecordRow } from '#shared/contract/awards.ts';
import { type CollapsedGroups, isCollapsed, turned } from '../../addresses/collapsed-groups.ts';
import type { RecordColumn } from '../../records/record-columns.tsx';
import { useNow } from '../../ui/now.ts';
import type { RowsInSight } from '../../ui/rows-in-sight.ts';
import type { Choice } from './choice.ts';
import { type GroupLayout, rowsBetween } from './group-layout.ts';
import type { RecordGroupRow } from './record-groups.ts';
import { GroupRow, RowGap, TableRow } from './record-row.tsx';
import { rowIndexOf } from './row-keys.ts';
import { reuseSlots } from './row-slots.ts';

type TableRowsProps = {
  columns: readonly RecordColumn[];
  inSight: RowsInSight;
  /** In pixels. */
  rowHeight: number;
  layout: GroupLayout;
  groups: readonly RecordGroupRow[];
  rowAt: (row: number) => RecordRow | undefined;
  /** The record of a row whose window is being read. */
  readRow: (row: number) => Promise<RecordRow | undefined>;
  collapsed: CollapsedGroups;
  onCollapse: (collapsed: CollapsedGroups) => void;
  /** The place that has the focus: always rendered, so that scrolling never loses it. */
  current: number;
  onFocus: (place: number) => void;
  onOpen: (versionId: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  choice: Choice;
  /** The rows were just answered: those out of sight follow once the others are painted. */
  fresh: boolean;
};

/** The places to render, in order. */
function placesOf({ first, end }: RowsInSight, current: number, count: number): number[] {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step);
  if (current >= count || (current >= first && current < end)) return places;
  return current < first ? [current, ...places] : [...places, current];
}

/** The row of an event, by its number among all rows. */
const rowOf = ({ target }: { target: EventTarget }): number | null => {
  const row = (target as HTMLElement).closest<HTMLElement>('tr[data-index]');
  return row === null ? null : Number(row.dataset.index);
};

/** The place of an event, among rows and headings. */
const placeOfEvent = ({ target }: { target: EventTarget }): number | null => {
  const row = (target as HTMLElement).closest<HTMLTableRowElement>('tr[aria-rowindex]');
  return row === null ? null : Number(row.ariaRowIndex) - rowIndexOf(0);
};

/** The rows in sight, the headings among them, and empty space for all the others. */
export function TableRows(props: TableRowsProps) {
  const { columns, inSight, layout, groups, collapsed, onCollapse, rowAt, current, choice } = props;
  const { fresh, rowHeight, readRow, onFocus, onOpen, onKeyDown } = props;
  const now = useNow();
  const lastChosen = useRef<number | null>(null);
  const rendered = useRef<ReadonlyMap<number, number>>(new Map());
  const before = useRef<ReadonlyMap<number, ReactElement>>(new Map());
  const places = placesOf(inSight, current, layout.count);
  const slots = reuseSlots(rendered.current, places);
  const rowElements = new Map<number, ReactElement>();
  useLayoutEffect(() => {
    rendered.current = slots;
    before.current = rowElements;
  });

  /** With Shift, every row from the one chosen last. */
  const choose = (index: number, row: RecordRow, range: boolean) => {
    const from = lastChosen.current;
    lastChosen.current = index;
    if (!range || from === null) return choice.toggle(row);
    const [first, last] = from < index ? [from, index] : [index, from];
    // Collapsed rows between the two are out of sight, and not chosen.
    const rows = rowsBetween(layout, layout.placeOf(first), layout.placeOf(last) + 1);
    choice.add(rows.map(rowAt).filter((each) => each !== undefined));
  };
  const openOnceRead = async (index: number) => {
    // A failure to read rows is shown above the table.
    const record = await readRow(index).catch(() => undefined);
    if (record !== undefined) onOpen(record.versionId);
  };
  const clicked = (event: MouseEvent) => {
    const index = rowOf(event);
    if (index === null) return;
    const record = rowAt(index);
    if (record === undefined) void openOnceRead(index);
    else if (event.target instanceof HTMLInputElement) choose(index, record, event.shiftKey);
    else onOpen(record.versionId);
  };
  const focused = (event: FocusEvent) => {
    const place = placeOfEvent(event);
    if (place !== null) onFocus(place);
  };

  let reached = 0;
  let gaps = 0;
  const gapBefore = (place: number) => {
    const height = (place - reached) * rowHeight;
    reached = place + 1;
    return height > 0 && <RowGap key={`gap-${gaps++}`} height={height} span={columns.length} />;
  };
  const rows = places.flatMap((place) => {
    const gap = gapBefore(place);
    const content = layout.at(place);
    if (content.kind === 'group') {
      const group = groups[content.group];
      return [
        gap,
        group && (
          <GroupRow
            key={`group-${content.group}`}
            group={group}
            closed={isCollapsed(collapsed, group.title)}
            onTurn={() => onCollapse(turned(collapsed, group.title))}
            rowIndex={rowIndexOf(place)}
            tabIndex={place === current ? 0 : -1}
            span={columns.length}
          />
        ),
      ];
    }
    const key = slots.get(place);
    const earlier = before.current.get(place);
    if (fresh && !inSight.isSeen(place) && earlier?.key === String(key)) {
      rowElements.set(place, earlier);
      return [gap, earlier];
    }
    const record = rowAt(content.row);
    const element = (
      <TableRow
        key={key}
        record={record}
        index={content.row}
        rowIndex={rowIndexOf(place)}
        tabIndex={place === current ? 0 : -1}
        columns={columns}
        chosen={record !== undefined && choice.versionIds.has(record.versionId)}
        now={now}
      />
    );
    rowElements.set(place, element);
    return [gap, element];
  });
  return (
    <tbody onClick={clicked} onFocus={focused} onKeyDown={onKeyDown}>
      {rows}
      {gapBefore(layout.count)}
    </tbody>
  );
}
